import type { InventoryPage, InventoryRow } from "@rounds/domain/inventory/inventory.ts";
import { formatCount } from "@rounds/domain/money/count.ts";
import { reportCategory } from "@rounds/domain/products/categories.ts";
import type { ReactNode } from "react";
import type { Reading } from "../api/reading.ts";
import { paths } from "../paths.ts";
import { Pagination } from "../table/Pagination.tsx";
import { DataTable } from "../table/rows/DataTable.tsx";
import { SecondLine } from "../table/rows/SecondLine.tsx";
import { Card } from "../ui/figure/Card.tsx";
import { ScreenLink } from "../ui/navigation/ScreenLink.tsx";
import {
  ClosingStock,
  inventoryCardFigures,
  inventoryColumns,
  StockStatus,
  UnitsWaiting,
} from "./inventory-columns.tsx";
import type { ReportLinks } from "./report-links.ts";

type Props = {
  list: Reading<InventoryPage>;
  links: ReportLinks;
  /** Whether the closing stock is today's. */
  isNow: boolean;
  errorText: string;
  onRetry: () => void;
  /** The page that the address names. */
  asked: number;
  onPage: (page: number) => void;
  /** All rows, for printing. */
  readWhole: () => Promise<InventoryRow[]>;
  /** Shown if there are no rows. */
  empty: ReactNode;
};

/** The table of the report: one row per product. */
export function InventoryDetails({
  list,
  links,
  isNow,
  errorText,
  onRetry,
  asked,
  onPage,
  readWhole,
  empty,
}: Props) {
  const { data, error, refreshing } = list;
  return (
    <Card
      flush
      title={
        <>
          Inventory Details
          {data && <span className="ml-2 font-normal text-muted">({formatCount(data.total)})</span>}
        </>
      }
    >
      <div className={onPaper}>
        <DataTable
          label="Inventory Details"
          columns={inventoryColumns(links, isNow)}
          rows={data?.rows}
          whole={data && { total: data.total, read: readWhole }}
          rowKey={({ product_id }) => product_id}
          rowTarget={({ product_id }) => paths.product(product_id)}
          card={(row) => <InventoryCard row={row} links={links} isNow={isNow} />}
          error={error}
          errorText={errorText}
          onRetry={onRetry}
          refreshing={refreshing}
          empty={empty}
        />
      </div>
      {data?.rows.some(({ sold_before_received }) => sold_before_received !== 0) && (
        <p className="border-t border-line px-4 py-3 text-small text-muted sm:px-5">
          Sold before received: a sale was entered for a day before its stock came in, which leaves less than
          nothing on the days between. Stock is never shown below 0, so that opening stock + purchases - sales
          ± adjustments + sold before received = closing stock.
        </p>
      )}
      {data && <Pagination list={data} asked={asked} onPage={onPage} itemName="products" />}
    </Card>
  );
}

/** Nine columns need the width of A4. */
const onPaper =
  "print:text-[10px] print:[--small:9px] print:[&_:is(td,th)]:px-1.5 print:[&_:is(td,th)]:h-8 print:[&_th]:whitespace-normal";

/** A product of the report on a phone: what is left of it first, then all its figures in few lines. */
function InventoryCard({ row, links, isNow }: { row: InventoryRow } & Pick<Props, "links" | "isNow">) {
  const { product_id, product_name, category, closing_stock } = row;
  const figures = inventoryCardFigures(links).filter((column) => !column.isBlank?.(row));
  return (
    <>
      <div className="flex flex-wrap items-start gap-x-3 gap-y-1">
        <div className="min-w-0 flex-1 basis-36">
          <ScreenLink
            {...paths.product(product_id)}
            title={product_name}
            className="line-clamp-2 rounded-sm font-medium wrap-anywhere"
          >
            {product_name}
          </ScreenLink>
          <p className="text-small text-muted">{reportCategory(category)}</p>
        </div>
        <div className="ml-auto flex shrink-0 flex-col items-end gap-1">
          <p>
            <span className="mr-1.5 text-small text-muted">Closing stock</span>
            <ClosingStock row={row} target={links.row.closing(product_id)} />
          </p>
          {isNow && <UnitsWaiting row={row} />}
          <StockStatus closing={closing_stock} />
        </div>
      </div>
      <div className="mt-1.5">
        <SecondLine columns={figures} row={row} />
      </div>
    </>
  );
}
