import type { Database } from "@rounds/database/connect.ts";
import { countAll, onlyRow } from "@rounds/database/select.ts";
import { snapshot } from "@rounds/database/transaction.ts";
import type { Day } from "@rounds/domain/calendar/calendar.ts";
import { type Days, daysBefore } from "@rounds/domain/calendar/compared.ts";
import type {
  InventoryFilters,
  InventoryPage,
  InventoryRow,
  InventorySummary,
  Movement,
} from "@rounds/domain/inventory/inventory.ts";
import { type DayMovement, movementOf } from "@rounds/domain/inventory/movement.ts";
import { firstReportDay, lowStockShown } from "@rounds/domain/inventory/report.ts";
import { clampPage } from "@rounds/domain/paging/paging.ts";
import { lowStockLimit } from "@rounds/domain/products/low-stock.ts";
import { type RawBuilder, sql } from "kysely";
import { readChartDays } from "../rollups/chart-days.ts";
import { chosen, type ProductChoice, productSums, widen } from "../rollups/queries.ts";
import { type Report, reportOf, reportRows } from "./report.ts";

const columns = sql.join(
  [
    "product_id",
    "product_name",
    "category",
    "price",
    "opening_stock",
    "opening_entries",
    "purchases",
    "sales",
    "adjustments",
    "sold_before_received",
    "closing_stock",
    "stock_value",
  ].map((name) => sql.ref(name)),
);

/** One page of the report's rows, by product name; a page beyond the last one gives the last one. */
export async function listInventory(
  db: Database,
  { page, page_size, ...filters }: InventoryFilters & { page: number; page_size: number },
  today: Day,
): Promise<InventoryPage> {
  return await snapshot(db, async (tx) => {
    const report = reportOf(filters, today);
    const total = await countAll(tx.selectFrom("products").where(chosen(report.choice)));
    const shown = clampPage(page, total, page_size);
    const { rows } = await sql<InventoryRow>`
      ${inOrder(await reportRows(tx, report))}
      limit ${page_size} offset ${(shown - 1) * page_size}
    `.execute(tx);
    return { rows, total, page: shown, page_size };
  });
}

/** The report's rows in the order of its table. */
export function inOrder(rows: RawBuilder<unknown>): RawBuilder<InventoryRow> {
  return sql<InventoryRow>`select ${columns} from (${rows}) as report order by name_key, product_id`;
}

/** Cards and charts of the report, from the same rows as its table. */
export async function summarizeInventory(
  db: Database,
  filters: InventoryFilters,
  today: Day,
): Promise<InventorySummary> {
  return await snapshot(db, async (tx) => {
    const report = reportOf(filters, today);
    const answer = await sql<Omit<InventorySummary, "movement" | "before"> & { value_before: string }>`
      with report as materialized (${await reportRows(tx, report)}),
      low as materialized (select * from report where closing_stock <= ${sql.lit(lowStockLimit)})
      select count(*) as products,
        coalesce(sum(purchases), 0)::bigint as purchases,
        coalesce(sum(sales), 0)::bigint as sales,
        coalesce(sum(stock_value), 0.00) as stock_value,
        coalesce(sum(value_before), 0.00) as value_before,
        (
          select coalesce(json_agg(json_build_object('category', category, 'value', value::text)
            order by value desc, category collate "C"), '[]')
          from (
            select coalesce(category, 'Other') as category, sum(stock_value) as value from report
            group by 1 having sum(stock_value) > 0
          ) as categories
        ) as value_by_category,
        (
          select coalesce(json_agg(json_build_object(
            'product_id', product_id, 'product_name', product_name, 'category', category,
            'closing_stock', closing_stock, 'current_stock', current_stock
          ) order by closing_stock, name_key, product_id), '[]')
          from (
            select * from low order by closing_stock, name_key, product_id limit ${sql.lit(lowStockShown)}
          ) as least
        ) as low_stock,
        (select count(*) from low) as low_stock_products
      from report
    `.execute(tx);
    const { value_before, ...figures } = onlyRow(answer);
    const before = filters.start_date === firstReportDay ? null : daysBefore(report.days, today);
    return {
      ...figures,
      movement: await readMovement(tx, report),
      before: before && {
        ...before,
        ...(await readUnits(tx, before, report.choice)),
        stock_value: value_before,
      },
    };
  });
}

/** Units bought and sold over some days. */
async function readUnits(db: Database, days: Days, choice: ProductChoice) {
  const answer = await sql<{ purchases: number; sales: number }>`
    select coalesce(sum(purchases), 0)::bigint as purchases, coalesce(sum(sales), 0)::bigint as sales
    from (${productSums(await widen(db, days), choice)}) as sums
  `.execute(db);
  return onlyRow(answer);
}

/** Units bought and sold over the days of the report. */
async function readMovement(db: Database, { days, choice }: Report): Promise<Movement> {
  const isOpen = days.from === firstReportDay;
  const isShown = ({ purchases, sales }: DayMovement) => purchases !== 0 || sales !== 0;
  return movementOf(await readChartDays(db, { days, choice, isOpen, isShown }), days);
}
