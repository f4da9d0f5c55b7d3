import { formatCount } from "@rounds/domain/money/count.ts";
import { isLowStock } from "@rounds/domain/products/low-stock.ts";
import type { Product } from "@rounds/domain/products/product.ts";
import { useStockWords } from "../../api/phone/phone-slot.ts";
import { Tag } from "../../ui/figure/Tag.tsx";

type Props = { product: Pick<Product, "id" | "current_stock">; large?: boolean };

/** A product's units in stock: red with a "Low Stock" tag at 10 or less, green above; and how many wait on this phone. */
export function StockLevel({ product: { id, current_stock }, large = false }: Props) {
  const low = isLowStock(current_stock);
  const waiting = useStockWords()?.(id, current_stock);
  const figure = (
    <span className={`font-semibold ${low ? "text-danger" : "text-good"}`}>{formatCount(current_stock)}</span>
  );
  const tag = low && <Tag tone="danger">Low Stock</Tag>;
  const words = waiting && <span className="text-right text-small text-muted">{waiting}</span>;
  if (large) {
    return (
      <span className="flex flex-wrap items-center gap-3">
        <span className="text-2xl tracking-tight">{figure}</span>
        {tag}
        {words}
      </span>
    );
  }
  // In a list, the figures are aligned below each other, so the tag comes first.
  return (
    <span className="inline-flex flex-row-reverse flex-wrap items-center gap-x-2">
      {figure}
      {tag}
      {words}
    </span>
  );
}
