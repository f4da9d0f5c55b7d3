import { readBatches } from "@rounds/database/batches.ts";
import type { Database } from "@rounds/database/connect.ts";
import type { Day } from "@rounds/domain/calendar/calendar.ts";
import type { InventoryFilters, InventoryRow } from "@rounds/domain/inventory/inventory.ts";
import { reportCategory } from "@rounds/domain/products/categories.ts";
import type { Sheet, SheetColumn } from "../api/sheet-columns.ts";
import { inOrder } from "./queries.ts";
import { reportOf, reportRows } from "./report.ts";

/** Columns of the file. Programs read its CSV: its labels and their order stay. */
const columns: readonly SheetColumn<InventoryRow>[] = [
  { label: "Product Name", kind: "text", width: 32, value: (row) => row.product_name },
  { label: "Category", kind: "text", value: (row) => reportCategory(row.category) },
  { label: "Opening Stock", kind: "units", value: (row) => row.opening_stock },
  { label: "Purchases", kind: "units", value: (row) => row.purchases },
  { label: "Sales", kind: "units", value: (row) => row.sales },
  { label: "Adjustments", kind: "units", value: (row) => row.adjustments },
  { label: "Closing Stock", kind: "units", value: (row) => row.closing_stock },
  { label: "Stock Value", kind: "rupees", value: (row) => row.stock_value },
  { label: "Price", kind: "rupees", value: (row) => row.price },
  // With this column, every row adds up (docs/decisions/0009-stock-below-nothing.md).
  { label: "Sold Before Received", kind: "units", value: (row) => row.sold_before_received },
];

/** All rows of the report in the table's order. */
export function exportInventory(db: Database, filters: InventoryFilters, today: Day): Sheet<InventoryRow> {
  const report = reportOf(filters, today);
  return {
    title: "Inventory",
    columns,
    rows: readBatches(db, async (tx) => inOrder(await reportRows(tx, report))),
  };
}
