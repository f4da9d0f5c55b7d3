import { formatCount } from "@rounds/domain/money/count.ts";
import { isLowStock } from "@rounds/domain/products/low-stock.ts";
import { Tag } from "../../ui/figure/Tag.tsx";

/** Units in stock: red with a "Low Stock" tag at 10 or less, green above. */
export function StockLevel({ units, large = false }: { units: number; large?: boolean }) {
  const low = isLowStock(units);
  const figure = (
    <span className={`font-semibold ${low ? "text-danger" : "text-good"}`}>{formatCount(units)}</span>
  );
  const tag = low && <Tag tone="danger">Low Stock</Tag>;
  if (large) {
    return (
      <span className="flex flex-wrap items-center gap-3">
        <span className="text-2xl tracking-tight">{figure}</span>
        {tag}
      </span>
    );
  }
  // In a list, the figures are aligned below each other, so the tag comes first.
  return (
    <span className="inline-flex flex-row-reverse flex-wrap items-center gap-x-2">
      {figure}
      {tag}
    </span>
  );
}
