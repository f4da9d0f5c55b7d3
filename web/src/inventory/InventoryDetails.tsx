import type { InventoryPage, InventoryRow } from "@rounds/domain/inventory/inventory.ts";
import { formatCount } from "@rounds/domain/money/count.ts";
import type { ReactNode } from "react";
import type { Reading } from "../api/reading.ts";
import { paths } from "../paths.ts";
import { Pagination } from "../table/Pagination.tsx";
import { DataTable } from "../table/rows/DataTable.tsx";
import { Card } from "../ui/figure/Card.tsx";
import { InventoryCard } from "./InventoryCard.tsx";
import { inventoryColumns } from "./inventory-columns.tsx";
import type { ReportLinks } from "./report-links.ts";

type Props = {
  list: Reading<InventoryPage>;
  links: ReportLinks;
  errorText: string;
  onRetry: () => void;
  onPage: (page: number) => void;
  /** All rows, for printing. */
  readWhole: () => Promise<InventoryRow[]>;
  /** Shown if there are no rows. */
  empty: ReactNode;
};

/** The table of the report: one row per product. */
export function InventoryDetails({ list, links, errorText, onRetry, onPage, readWhole, empty }: Props) {
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
          columns={inventoryColumns(links)}
          rows={data?.rows}
          whole={data && { total: data.total, read: readWhole }}
          rowKey={({ product_id }) => product_id}
          rowTarget={({ product_id }) => paths.product(product_id)}
          card={(row) => <InventoryCard row={row} links={links} />}
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
      {data && (
        <Pagination
          page={data.page}
          total={data.total}
          shown={data.rows.length}
          pageSize={data.page_size}
          onPage={onPage}
          itemName="products"
        />
      )}
    </Card>
  );
}

/** Nine columns need the width of A4. */
const onPaper =
  "print:text-[10px] print:[--small:9px] print:[&_:is(td,th)]:px-1.5 print:[&_:is(td,th)]:h-8 print:[&_th]:whitespace-normal";
