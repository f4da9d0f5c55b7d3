import { formatRupees } from "@rounds/domain/money/money.ts";
import type { Product } from "@rounds/domain/products/product.ts";
import type { ReactNode } from "react";
import { paths } from "../../paths.ts";
import { ScreenLink } from "../../ui/navigation/ScreenLink.tsx";
import { StockButtons } from "../stock/StockButtons.tsx";
import { StockLevel } from "../stock/StockLevel.tsx";
import type { StockMode } from "../stock/StockModal.tsx";

type Props = {
  product: Product;
  onStock: (mode: StockMode) => void;
  /** What edits and deletes the product; the whole card opens it. */
  actions: ReactNode;
};

/** A product in the list on a phone, with a line of its description. */
export function ProductCard({ product, onStock, actions }: Props) {
  const { id, name, category, price, description } = product;
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
      <p className="text-small text-muted">{[category, formatRupees(price)].filter(Boolean).join(" · ")}</p>
      {description && (
        <p title={description} className="truncate text-small text-muted">
          {description}
        </p>
      )}
      <div className="mt-1 -mr-3 flex flex-wrap items-center justify-end gap-x-1">
        <StockButtons plain product={product} onOpen={onStock} />
        {actions}
      </div>
    </>
  );
}
