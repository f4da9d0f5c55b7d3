import { readBatches } from "@rounds/database/batches.ts";
import type { Database } from "@rounds/database/connect.ts";
import type { Day } from "@rounds/domain/calendar/calendar.ts";
import type { InventoryFilters, InventoryRow } from "@rounds/domain/inventory/inventory.ts";
import { reportCategory } from "@rounds/domain/products/categories.ts";
import { byteOrderMark, type Cell, csvRecord } from "../api/csv.ts";
import { inOrder } from "./queries.ts";
import { reportOf, reportRows } from "./report.ts";

/** Columns of the file, with their values. */
const columns: [title: string, cell: (row: InventoryRow) => Cell][] = [
  ["Product Name", (row) => row.product_name],
  ["Category", (row) => reportCategory(row.category)],
  ["Opening Stock", (row) => ({ number: row.opening_stock })],
  ["Purchases", (row) => ({ number: row.purchases })],
  ["Sales", (row) => ({ number: row.sales })],
  ["Adjustments", (row) => ({ number: row.adjustments })],
  ["Closing Stock", (row) => ({ number: row.closing_stock })],
  ["Stock Value", (row) => ({ number: row.stock_value })],
  ["Price", (row) => ({ number: row.price })],
  // With this column, every row adds up (docs/decisions/0009-stock-below-nothing.md).
  ["Sold Before Received", (row) => ({ number: row.sold_before_received })],
];

const rowsPerBatch = 500;

/** All rows of the report in the table's order, as a CSV file that is created while it is read. */
export async function* exportInventory(
  db: Database,
  filters: InventoryFilters,
  today: Day,
): AsyncGenerator<string, void, undefined> {
  const report = reportOf(filters, today);
  const batches = readBatches(db, rowsPerBatch, async (tx) => inOrder(await reportRows(tx, report)));
  let head = byteOrderMark + csvRecord(columns.map(([title]) => title));
  for await (const rows of batches) {
    yield head + rows.map((row) => csvRecord(columns.map(([, cell]) => cell(row)))).join("");
    head = "";
  }
  if (head !== "") yield head;
}
