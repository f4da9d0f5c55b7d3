import { formatCount } from "@rounds/domain/money/count.ts";
import type { Product } from "@rounds/domain/products/product.ts";
import type { ChangedMeanwhile } from "@rounds/domain/records/record.ts";
import type { StockChange } from "@rounds/domain/stock/stock.ts";
import { useState } from "react";
import { ApiError } from "../../api/api-error.ts";
import { rowSaved } from "../../api/live/stored-rows.ts";
import { useSaveAgain } from "../../form/conflict/useSaveAgain.ts";
import { savedLater } from "../../form/SaveProblem.tsx";
import { advisesRetry, showFieldErrors } from "../../form/server-errors.ts";
import type { EntryForm } from "../../form/useEntryForm.ts";
import { undoOfferBy } from "../../history/undo-by.ts";
import { toast } from "../../ui/message/toast.ts";
import {
  type StockFormInput,
  type StockFormValues,
  type StockMode,
  stockMoved,
  stockWords,
} from "./stock-entry.ts";
import { addStock, correctStock, stockUndo } from "./stock-queries.ts";

/** Why an entry was not saved. `moved`: the stock is not the one the person saw, so the difference is another. */
type Refusal = { kind: "moved" | "failed"; text: string; isUnknown?: boolean };

type Given = {
  product: Pick<Product, "id" | "name">;
  mode: StockMode;
  entry: EntryForm<StockFormInput, StockFormValues>;
  onSaved: () => void;
};

/** Saves the form of the modal as one row of the ledger, and says why it could not. */
export function useSaveStock({ product, mode, entry, onSaved }: Given) {
  const { form, id } = entry;
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const again = useSaveAgain(form, entry.element);

  const save = form.handleSubmit(async ({ quantity, notes, seen }) => {
    const wasOwn = again.begins();
    setRefusal((last) => (last?.kind === "moved" ? null : last));
    const wasSent = form.getValues("sent");
    // Stored before anything is sent: after a reload it must be known that an answer may have been missed.
    form.setValue("sent", true);
    let change: StockChange;
    try {
      change = await (mode === "add"
        ? addStock(product.id, { id, quantity, notes })
        : correctStock(product.id, { id, quantity, notes, current_stock: seen }));
    } catch (thrown) {
      // What an earlier attempt may have saved is not known any better by one that did not leave the device.
      if (thrown instanceof ApiError && (thrown.isUnsent ? !wasSent : !thrown.retryable))
        form.setValue("sent", false);
      setRefusal(refusalOf(thrown, wasOwn));
      return;
    }
    if (change.transaction) {
      const undo = undoOfferBy(
        `stock ${id}`,
        stockUndo(change.product, change.transaction),
        "Undone: the stock is without this change again.",
      );
      toast.success(stockWords[mode].done(product.name), undo);
    } else {
      toast.info(`The stock stays at ${formatCount(quantity)}. Nothing was recorded.`);
    }
    onSaved();
  }, again.begins);

  function refusalOf(thrown: unknown, wasOwn: boolean): Refusal {
    if (!(thrown instanceof ApiError)) {
      toast.error("Error with stock operation. Please try again.");
      const text = "Something went wrong on this page. What you typed is kept. Please try again.";
      return { kind: "failed", text };
    }
    if (thrown.code === "changed_meanwhile") {
      // The product, as the route of stock sends it along with this code.
      const { current } = thrown.details as ChangedMeanwhile<Product>;
      const moved = stockMoved(form.getValues("seen"), current.current_stock);
      rowSaved("products", current);
      form.setValue("seen", current.current_stock);
      return { kind: "moved", text: `${moved} Please check the difference and save again.` };
    }
    if (advisesRetry(thrown)) toast.error(stockWords[mode].failed);
    if (thrown.code === "id_taken") {
      entry.renew();
      const text =
        "Your first entry is saved, without this change. Please check the stock before you save again.";
      return { kind: "failed", text };
    }
    again.failed(thrown, wasOwn);
    const text = [thrown.message, ...showFieldErrors(form, thrown)].join(" ");
    return { kind: "failed", text, isUnknown: thrown.isOutage && form.getValues("sent") };
  }

  return {
    save,
    /** That the stock moved before it was saved; `null` when it did not. */
    moved: refusal?.kind === "moved" ? refusal.text : null,
    /** Whether it may be saved all the same. */
    isUnknown: refusal?.isUnknown ?? false,
    /** Why it is not saved; `null` while nothing failed. */
    problem: refusal?.kind === "failed" ? (again.isWaiting ? savedLater(entry.isKept) : refusal.text) : null,
  };
}
