import { formatCount } from "@rounds/domain/money/money.ts";
import type { ProductDeletionEffect } from "@rounds/domain/products/product-list.ts";
import { useMutation, useQuery } from "@tanstack/react-query";
import { asApiError } from "../api/api-error.ts";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { counted } from "../ui/counted.ts";
import { toast } from "../ui/toast.ts";
import { deleteProduct, productQueries } from "./queries.ts";

type Props = {
  product: { id: string; name: string };
  /** The toast if it fails for a reason other than the product itself. */
  failedText: string;
  onDeleted: () => void;
  onClose: () => void;
};

/** Asks before a product is deleted, and says what else will be deleted, or why it can't be. */
export function DeleteProductDialog({ product, failedText, onDeleted, onClose }: Props) {
  const effect = useQuery(productQueries.deletionEffect(product.id));
  const deletion = useMutation({
    mutationFn: () => deleteProduct(product.id),
    onSuccess: () => {
      toast.success("Product deleted successfully");
      onDeleted();
    },
    onError: (thrown) => {
      const { code, message } = asApiError(thrown);
      toast.error(code === "product_has_sales" ? message : failedText);
      void effect.refetch();
    },
  });
  const gone = effect.error !== null && asApiError(effect.error).code === "not_found";
  const saidBefore = deletion.error !== null && Boolean(effect.data?.sales);
  const words = effect.data
    ? effectWords(effect.data)
    : gone
      ? "This product was deleted already."
      : effect.error
        ? "What else will be deleted could not be checked."
        : "Checking what else will be deleted…";
  return (
    <ConfirmDialog
      title="Delete product"
      question="Are you sure you want to delete this product?"
      details={
        <>
          <p className="font-medium">{product.name}</p>
          <p className="text-muted" aria-live="polite">
            {words}
          </p>
        </>
      }
      onDetailsRetry={effect.error && !gone ? () => void effect.refetch() : undefined}
      ready={effect.data?.sales === 0 || gone}
      busy={deletion.isPending}
      error={deletion.error && !saidBefore ? asApiError(deletion.error).message : null}
      onConfirm={() => deletion.mutate()}
      onCancel={onClose}
    />
  );
}

const onlyUnsold = "Only a product without sales can be deleted.";

/** Why a product can't be deleted, if it can't. */
export function undeletable({ has_sales }: { has_sales: boolean }): string | undefined {
  return has_sales ? `It has sales. ${onlyUnsold}` : undefined;
}

function effectWords({ sales, stock_transactions }: ProductDeletionEffect): string {
  if (sales > 0) return `It has ${counted(sales, "sale")}. ${onlyUnsold}`;
  if (stock_transactions === 0) return "It was never in stock, so nothing else will be deleted.";
  const entries = stock_transactions === 1 ? "1 entry" : `${formatCount(stock_transactions)} entries`;
  return `${entries} of its stock history will be deleted too.`;
}
