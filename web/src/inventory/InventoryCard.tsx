import type { InventoryRow } from "@rounds/domain/inventory/inventory.ts";
import { reportCategory } from "@rounds/domain/products/categories.ts";
import { paths } from "../paths.ts";
import { SecondLine } from "../table/rows/SecondLine.tsx";
import { ScreenLink } from "../ui/navigation/ScreenLink.tsx";
import { ClosingStock, inventoryCardFigures, StockStatus } from "./inventory-columns.tsx";
import type { ReportLinks } from "./report-links.ts";

/** A product of the report on a phone: what is left of it first, then all its figures in few lines. */
export function InventoryCard({ row, links }: { row: InventoryRow; links: ReportLinks }) {
  const { product_id, product_name, category, closing_stock } = row;
  const figures = inventoryCardFigures(links).filter((column) => !column.isBlank?.(row));
  return (
    <>
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <ScreenLink
            {...paths.product(product_id)}
            title={product_name}
            className="line-clamp-2 rounded-sm font-medium wrap-anywhere"
          >
            {product_name}
          </ScreenLink>
          <p className="text-small text-muted">{reportCategory(category)}</p>
        </div>
        <div className="flex shrink-0 flex-col items-end gap-1">
          <p>
            <span className="mr-1.5 text-small text-muted">Closing stock</span>
            <ClosingStock row={row} target={links.row.closing(product_id)} />
          </p>
          <StockStatus closing={closing_stock} />
        </div>
      </div>
      <div className="mt-1.5">
        <SecondLine columns={figures} row={row} />
      </div>
    </>
  );
}
