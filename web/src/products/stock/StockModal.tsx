import { formatCount } from "@rounds/domain/money/count.ts";
import type { Product } from "@rounds/domain/products/product.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { isMissing } from "../../api/api-error.ts";
import { holdUnsavedWork } from "../../api/unsaved-work.ts";
import { DraftNotice } from "../../form/draft/DraftNotice.tsx";
import { NumberField } from "../../form/field/NumberField.tsx";
import { TextArea } from "../../form/field/TextArea.tsx";
import { HeldFields } from "../../form/HeldFields.tsx";
import { SaveProblem } from "../../form/SaveProblem.tsx";
import { useEntryForm } from "../../form/useEntryForm.ts";
import { useAskBeforeClosing } from "../../form/useUnsavedChanges.tsx";
import { Button } from "../../ui/control/Button.tsx";
import { Dialog } from "../../ui/dialog/Dialog.tsx";
import { DialogActions } from "../../ui/dialog/DialogActions.tsx";
import { NoticeBanner } from "../../ui/message/NoticeBanner.tsx";
import { productQueries } from "../queries.ts";
import { outcome, type StockMode, stockForm, stockMoved, stockWords } from "./stock-entry.ts";
import { useSaveStock } from "./useSaveStock.ts";

export type { StockMode };

type Props = {
  product: Pick<Product, "id" | "name" | "category" | "current_stock">;
  mode: StockMode;
  onClose: () => void;
};

/** Adds to a product's stock, or sets a new total. Each opening starts anew and is one entry of the ledger. */
export function StockModal({ product, mode, onClose }: Props) {
  const text = stockWords[mode];
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
  const { form, isKept } = entry;
  const close = () => {
    entry.saved();
    onClose();
  };
  const { save, moved, problem, isUnknown } = useSaveStock({ product, mode, entry, onSaved: close });
  const { errors, isSubmitting, isDirty } = form.formState;
  // Not `useWatch`: it would miss what is restored before the first paint.
  const [quantity, seen, sent] = form.watch(["quantity", "seen", "sent"]);
  const base = mode === "add" ? stock : seen;
  // The stock may have the addition already: it is not added once more in words.
  const isUnclear = mode === "add" && sent && !isSubmitting;
  useEffect(
    () => (isDirty || isSubmitting ? holdUnsavedWork(sent) : undefined),
    [isDirty, isSubmitting, sent],
  );
  useAskBeforeClosing(isDirty && !isKept);

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
        <Meanwhile
          seen={base}
          // If the entry may have been saved, the difference may be its own.
          stock={isSubmitting || sent || moved ? base : stock}
          deleted={isMissing(latest.error)}
          onUse={() => form.setValue("seen", stock)}
        />
        {sent && !isSubmitting && !problem && (
          <NoticeBanner kind="warning">
            It is not known whether this was saved. Saving it again is safe: it counts once.
          </NoticeBanner>
        )}
        {moved && <NoticeBanner kind="warning">{moved}</NoticeBanner>}
        <HeldFields held={isSubmitting}>
          <NumberField
            label={text.quantity}
            required
            whole
            min={mode === "add" ? 1 : 0}
            hint={
              <span aria-live="polite">{(!isUnclear && outcome(mode, quantity, base)) || text.hint}</span>
            }
            onFocus={(event) => event.currentTarget.select()}
            {...form.register("quantity")}
            error={errors.quantity?.message}
          />
          <TextArea
            label="Notes"
            rows={2}
            limit={1000}
            hint="Optional."
            {...form.register("notes")}
            error={errors.notes?.message}
          />
        </HeldFields>
        <SaveProblem problem={problem} isUnknown={isUnknown} isKept={isKept || !isDirty} />
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

type MeanwhileProps = {
  /** The stock that the entry counts from, and the one that there is now. */
  seen: number;
  stock: number;
  deleted: boolean;
  /** Counts from the present stock. */
  onUse: () => void;
};

/** What somebody else did to the product while the modal was open. */
function Meanwhile({ seen, stock, deleted, onUse }: MeanwhileProps) {
  return (
    <div role="status" className="empty:-mt-4">
      {seen !== stock && (
        <NoticeBanner
          kind="warning"
          announced={false}
          action={
            <Button size="small" onClick={onUse}>
              Count from {formatCount(stock)}
            </Button>
          }
        >
          {stockMoved(seen, stock)}
        </NoticeBanner>
      )}
      {deleted && (
        <NoticeBanner kind="warning" announced={false}>
          Somebody deleted this product. Its stock can't be changed.
        </NoticeBanner>
      )}
    </div>
  );
}
