import { formatCount } from "@rounds/domain/money/money.ts";
import type { Product } from "@rounds/domain/products/product.ts";
import type { ChangedMeanwhile } from "@rounds/domain/records/record.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { ApiError, isMissing } from "../api/api-error.ts";
import { rowSaved } from "../api/stored-rows.ts";
import { holdUnsavedWork } from "../api/unsaved-work.ts";
import { DraftNotice } from "../form/DraftNotice.tsx";
import { NumberField } from "../form/NumberField.tsx";
import { SaveProblem, savedLater } from "../form/SaveProblem.tsx";
import { showFieldErrors } from "../form/server-errors.ts";
import { TextArea } from "../form/TextArea.tsx";
import { useEntryForm } from "../form/useEntryForm.ts";
import { useSaveAgain } from "../form/useSaveAgain.ts";
import { useAskBeforeClosing } from "../form/useUnsavedChanges.tsx";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { DialogActions } from "../ui/DialogActions.tsx";
import { NoticeBanner } from "../ui/NoticeBanner.tsx";
import { toast } from "../ui/toast.ts";
import { productQueries } from "./queries.ts";
import { outcome, type StockMode, stockForm } from "./stock-entry.ts";
import { addStock, correctStock } from "./stock-queries.ts";

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

/** Adds to a product's stock, or sets a new total. Each opening starts anew and is one entry of the ledger. */
export function StockModal({ product, mode, onClose }: Props) {
  const text = words[mode];
  const latest = useQuery(productQueries.row(product.id));
  const stock = latest.data?.current_stock ?? product.current_stock;
  const entry = useEntryForm({
    schema: stockForm(mode),
    defaultValues: {
      quantity: mode === "edit" ? String(product.current_stock) : "",
      notes: "",
      seen: product.current_stock,
      sent: false,
    },
    draftKey: `stock/${product.id}/${mode}`,
  });
  const { form, id, isKept } = entry;
  const { errors, isSubmitting, isDirty } = form.formState;
  // Not `useWatch`: it would miss what is restored before the first paint.
  const [quantity, seen, sent] = form.watch(["quantity", "seen", "sent"]);
  const base = mode === "add" ? stock : seen;
  const [notice, setNotice] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const again = useSaveAgain(form, entry.element);
  useEffect(() => (isDirty || isSubmitting ? holdUnsavedWork() : undefined), [isDirty, isSubmitting]);
  useAskBeforeClosing(isDirty && !isKept);

  const deleted = isMissing(latest.error);
  // If the entry may have been saved, the difference may be its own.
  const moved = base !== stock && !isSubmitting && !sent && !notice;

  const close = () => {
    entry.saved();
    onClose();
  };

  const save = form.handleSubmit(async ({ quantity, notes, seen }) => {
    const wasOwn = again.begins();
    setNotice(null);
    // Stored before the request: after a reload it must be known that an answer may have been missed.
    form.setValue("sent", true);
    try {
      if (mode === "add") await addStock(product.id, { id, quantity, notes });
      else await correctStock(product.id, { id, quantity, notes, current_stock: seen });
      if (mode === "edit" && quantity === seen) {
        toast.info(`The stock stays at ${formatCount(seen)}. Nothing was recorded.`);
      } else toast.success(text.done(product.name));
      close();
    } catch (thrown) {
      fail(thrown, wasOwn);
    }
  }, again.begins);

  function fail(thrown: unknown, wasOwn: boolean) {
    if (!(thrown instanceof ApiError)) {
      toast.error("Error with stock operation. Please try again.");
      setError("Something went wrong on this page. What you typed is kept. Please try again.");
      return;
    }
    if (!thrown.retryable) form.setValue("sent", false);
    if (thrown.code === "changed_meanwhile") {
      const { current } = thrown.details as ChangedMeanwhile<Product>;
      rowSaved("products", current);
      form.setValue("seen", current.current_stock);
      setError(null);
      setNotice(`${stockMoved(seen, current.current_stock)} Please check the difference and save again.`);
      return;
    }
    toast.error(text.failed);
    if (thrown.code === "id_taken") {
      entry.renew();
      setError(
        "Your first entry is saved, without this change. Please check the stock before you save again.",
      );
      return;
    }
    setError([thrown.message, ...showFieldErrors(form, thrown)].join(" "));
    again.failed(thrown, wasOwn);
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
      <form
        ref={entry.element}
        noValidate
        onSubmit={save}
        aria-label={text.title}
        className="flex flex-col gap-4"
      >
        {!sent && <DraftNotice entry={entry} busy={isSubmitting} />}
        <p>
          Current stock: <span className="font-semibold">{formatCount(base)}</span>
        </p>
        <div role="status" className="empty:-mt-4">
          {moved && (
            <NoticeBanner
              kind="warning"
              told={false}
              action={
                <Button size="small" onClick={() => form.setValue("seen", stock)}>
                  Count from {formatCount(stock)}
                </Button>
              }
            >
              {stockMoved(seen, stock)}
            </NoticeBanner>
          )}
          {deleted && (
            <NoticeBanner kind="warning" told={false}>
              Somebody deleted this product. Its stock can't be changed.
            </NoticeBanner>
          )}
        </div>
        {sent && !isSubmitting && !error && (
          <NoticeBanner kind="warning">
            It is not known whether this was saved. Saving it again is safe: it counts once.
          </NoticeBanner>
        )}
        {notice && <NoticeBanner kind="warning">{notice}</NoticeBanner>}
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
          limit={1000}
          hint="Optional."
          disabled={isSubmitting}
          {...form.register("notes")}
          error={errors.notes?.message}
        />
        <SaveProblem problem={error && (again.isWaiting ? savedLater : error)} isKept={isKept || !isDirty} />
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
  return `The stock has changed: it was ${formatCount(from)} and is now ${formatCount(to)}.`;
}
