import { zodResolver } from "@hookform/resolvers/zod";
import { formatCount } from "@rounds/domain/money/money.ts";
import type { Product } from "@rounds/domain/products/product.ts";
import type { ChangedMeanwhile } from "@rounds/domain/records/record.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { ApiError, isMissing } from "../api/api-error.ts";
import { newId } from "../api/new-id.ts";
import { rowSaved } from "../api/stored-rows.ts";
import { holdUnsavedWork } from "../api/unsaved-work.ts";
import { NumberField } from "../form/NumberField.tsx";
import { showFieldErrors } from "../form/server-errors.ts";
import { TextArea } from "../form/TextArea.tsx";
import { productQueries } from "../products/queries.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { DialogActions } from "../ui/DialogActions.tsx";
import { ErrorBanner } from "../ui/ErrorBanner.tsx";
import { NoticeBanner } from "../ui/NoticeBanner.tsx";
import { toast } from "../ui/toast.ts";
import { notePendingEntry, pendingEntry } from "./pending-entry.ts";
import { addStock, correctStock } from "./queries.ts";
import { outcome, type StockEntry, type StockMode, type StockValues, stockEntry } from "./stock-entry.ts";

export type { StockMode };

type Props = {
  product: Pick<Product, "id" | "name" | "category" | "current_stock">;
  mode: StockMode;
  onClose: () => void;
};

const words = {
  add: {
    title: "Add Stock",
    quantity: "Quantity to Add",
    hint: "At least 1. It is added to the current stock.",
    submit: "Add Stock",
    busy: "Adding...",
    done: (name: string) => `Stock added successfully to ${name}!`,
    failed: "Error adding stock. Please try again.",
  },
  edit: {
    title: "Edit Stock",
    quantity: "New Total Quantity",
    hint: "0 marks the product out of stock.",
    submit: "Update Stock",
    busy: "Updating...",
    done: (name: string) => `Stock updated successfully for ${name}!`,
    failed: "Error updating stock. Please try again.",
  },
} as const;

/** Adds to a product's stock, or makes it a new total. Each opening begins anew and is one entry of the ledger. */
export function StockModal({ product, mode, onClose }: Props) {
  const text = words[mode];
  const [unanswered] = useState(() => pendingEntry(product.id, mode));
  const [id, setId] = useState(() => unanswered?.id ?? newId());
  const latest = useQuery(productQueries.row(product.id));
  const stock = latest.data?.current_stock ?? product.current_stock;
  // What the person saw: a correction counts from it, and the server refuses when it is no longer true.
  const [seen, setSeen] = useState(unanswered?.current_stock ?? product.current_stock);
  const base = mode === "add" ? stock : seen;
  const [notice, setNotice] = useState(
    unanswered && "It is not known whether this was saved. Saving it again is safe: it counts once.",
  );
  const [error, setError] = useState<string | null>(null);
  const form = useForm<StockValues, unknown, StockEntry>({
    resolver: zodResolver(stockEntry(mode)),
    defaultValues: {
      quantity: unanswered?.quantity ?? (mode === "edit" ? String(product.current_stock) : ""),
      notes: unanswered?.notes ?? "",
    },
  });
  const { errors, isSubmitting, isDirty } = form.formState;
  const quantity = useWatch({ control: form.control, name: "quantity" });
  useEffect(() => (isDirty || isSubmitting ? holdUnsavedWork() : undefined), [isDirty, isSubmitting]);

  const deleted = isMissing(latest.error);
  // Of an entry that may have been saved, the difference may be its own.
  const moved = base !== stock && !isSubmitting && !notice;

  const close = () => {
    notePendingEntry(product.id, mode, null);
    onClose();
  };

  const save = form.handleSubmit(async (entry) => {
    setError(null);
    setNotice(null);
    const { quantity: typed, notes } = form.getValues();
    notePendingEntry(product.id, mode, { id, quantity: typed, notes: notes ?? "", current_stock: seen });
    try {
      if (mode === "add") await addStock(product.id, { id, ...entry });
      else await correctStock(product.id, { id, ...entry, current_stock: seen });
      toast.success(text.done(product.name));
      close();
    } catch (thrown) {
      fail(thrown);
    }
  });

  function fail(thrown: unknown) {
    if (!(thrown instanceof ApiError)) {
      toast.error("Error with stock operation. Please try again.");
      setError("Something went wrong on this page. Nothing you typed is lost; please try again.");
      return;
    }
    if (!thrown.retryable) notePendingEntry(product.id, mode, null);
    if (thrown.code === "changed_meanwhile") {
      const { current } = thrown.details as ChangedMeanwhile<Product>;
      rowSaved("products", current, ["inventory"]);
      setSeen(current.current_stock);
      setNotice(`${stockMoved(seen, current.current_stock)} Please check the difference and save again.`);
      return;
    }
    toast.error(text.failed);
    if (thrown.code === "id_taken") {
      setId(newId());
      setError(
        "Your first entry was saved already, before this change. Please check the stock before you save more.",
      );
      return;
    }
    setError([thrown.message, ...showFieldErrors(form, thrown)].join(" "));
  }

  return (
    <Dialog
      title={text.title}
      description={
        <>
          <span className="font-medium break-words text-ink">{product.name}</span> ·{" "}
          {product.category ?? "No category"}
        </>
      }
      busy={isSubmitting}
      onClose={close}
    >
      <form noValidate onSubmit={save} aria-label={text.title} className="flex flex-col gap-4">
        <p>
          Current stock: <span className="font-semibold">{formatCount(base)}</span>
        </p>
        <div role="status" className="empty:-mt-4">
          {moved && (
            <NoticeBanner
              kind="warning"
              told={false}
              action={
                <Button size="small" onClick={() => setSeen(stock)}>
                  Count from {formatCount(stock)}
                </Button>
              }
            >
              {stockMoved(seen, stock)}
            </NoticeBanner>
          )}
          {deleted && (
            <NoticeBanner kind="warning" told={false}>
              This product was deleted meanwhile: its stock can't be changed any more.
            </NoticeBanner>
          )}
        </div>
        {notice && <NoticeBanner kind="warning">{notice}</NoticeBanner>}
        <ErrorBanner message={error} />
        <NumberField
          label={text.quantity}
          required
          whole
          min={mode === "add" ? 1 : 0}
          hint={<span aria-live="polite">{outcome(mode, quantity, base) ?? text.hint}</span>}
          onFocus={(event) => event.currentTarget.select()}
          disabled={isSubmitting}
          {...form.register("quantity")}
          error={errors.quantity?.message}
        />
        <TextArea
          label="Notes"
          rows={2}
          hint="Optional."
          disabled={isSubmitting}
          {...form.register("notes")}
          error={errors.notes?.message}
        />
        <DialogActions>
          <Button onClick={close} disabled={isSubmitting}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant="primary"
            busy={isSubmitting}
            busyLabel={text.busy}
            disabled={quantity.trim() === ""}
          >
            {text.submit}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function stockMoved(from: number, to: number): string {
  return `The stock changed meanwhile: it was ${formatCount(from)} and is now ${formatCount(to)}.`;
}
