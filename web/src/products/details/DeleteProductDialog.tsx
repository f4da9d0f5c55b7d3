import { formatCount } from "@rounds/domain/money/count.ts";
import type { ProductDeletionEffect } from "@rounds/domain/products/product-list.ts";
import { undoOffer } from "../../history/undo-offer.ts";
import { LazyDeleteDialog } from "../../ui/dialog/LazyDialogs.tsx";
import { counted } from "../../ui/figure/counted.ts";
import { deleteProduct, productQueries } from "../queries.ts";

type Props = {
  product: { id: string; name: string; has_sales: boolean };
  /** The toast if it fails for a reason other than the product itself. */
  failedText: string;
  onDeleted: () => void;
  onClose: () => void;
};

/** Asks before a product is deleted, and says what else will be deleted, or how many sales prevent it. */
export function DeleteProductDialog({ product, failedText, ...dialog }: Props) {
  const known = undeletable(product);
  return (
    <LazyDeleteDialog
      {...dialog}
      title="Delete product"
      question="Are you sure you want to delete this product?"
      name={product.name}
      effect={productQueries.deletionEffect(product.id)}
      describe={effectWords}
      isAllowed={({ sales }) => sales === 0}
      checkingText={known}
      uncheckedText={known}
      goneText="This product was deleted already."
      onDelete={(confirmed) => deleteProduct(product.id, confirmed ?? {})}
      doneText={() => "Product deleted successfully"}
      offer={(deleted) => ({
        // Says which one each Undo brings back, if several are shown.
        lead: product.name,
        ...undoOffer(deleted, { noun: "products", id: product.id, op: "delete" }),
      })}
      failedText={({ code, message }) => (code === "product_has_sales" ? message : failedText)}
    />
  );
}

const onlyUnsold = "Only a product without sales can be deleted.";

/** Why a product can't be deleted, if it can't; the dialog says how many sales it has. */
export function undeletable({ has_sales }: { has_sales: boolean }): string | undefined {
  return has_sales ? `It has sales. ${onlyUnsold}` : undefined;
}

function effectWords({ sales, stock_transactions }: ProductDeletionEffect): string {
  if (sales > 0) return `It has ${counted(sales, "sale")}. ${onlyUnsold}`;
  if (stock_transactions === 0) return "It was never in stock, so nothing else will be deleted.";
  const entries = stock_transactions === 1 ? "1 entry" : `${formatCount(stock_transactions)} entries`;
  return `${entries} of its stock history will be deleted too.`;
}
