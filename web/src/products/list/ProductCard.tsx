import { formatRupees } from "@rounds/domain/money/money.ts";
import type { Product } from "@rounds/domain/products/product.ts";
import { paths } from "../../paths.ts";
import { ScreenLink } from "../../ui/navigation/ScreenLink.tsx";
import { StockButtons } from "../stock/StockButtons.tsx";
import { StockLevel } from "../stock/StockLevel.tsx";
import type { StockMode } from "../stock/StockModal.tsx";

/** A product in the list on a phone: its name, its stock and what changes it, and its price. The rest is in the detail. */
export function ProductCard({ product, onStock }: { product: Product; onStock: (mode: StockMode) => void }) {
  const { id, name, category, price } = product;
  return (
    <>
      <div className="flex flex-wrap items-start justify-end gap-x-3">
        <ScreenLink
          {...paths.product(id)}
          className="min-w-0 flex-1 basis-36 rounded-sm font-medium wrap-anywhere"
        >
          {name}
        </ScreenLink>
        <StockLevel product={product} />
      </div>
      {/* Words and amounts stay whole: beside long ones the buttons have a line of their own. */}
      <div className="flex min-h-11 flex-wrap items-center justify-end gap-x-2">
        <p className="min-w-min flex-1 basis-20 text-small text-muted">
          {category}
          <br />
          {formatRupees(price)}
        </p>
        <StockButtons plain product={product} onOpen={onStock} />
      </div>
    </>
  );
}
