import type { Day } from "@rounds/domain/calendar/calendar.ts";
import type {
  InventoryExportQuery,
  InventoryQuery,
  InventorySummaryQuery,
} from "@rounds/domain/inventory/inventory.ts";
import { inventoryRoutes } from "@rounds/domain/inventory/routes.ts";
import { wholeList } from "@rounds/domain/paging/whole-list.ts";
import { call, download } from "../api/client.ts";
import { acrossFilters, readQuery } from "../api/reading.ts";

/** The queries of the inventory report. `today` is the last day of a report without an end, which changes tomorrow. */
export const inventoryQueries = {
  summary: (query: InventorySummaryQuery, today: Day) =>
    readQuery(["inventory", "summary", query, today], inventoryRoutes.summary, { query }, acrossFilters),
  list: (query: InventorySummaryQuery & Pick<InventoryQuery, "page" | "page_size">, today: Day) =>
    readQuery(["inventory", "list", query, today], inventoryRoutes.list, { query }, acrossFilters),
};

/** All rows of the report under some filters, for printing. */
export async function readWholeReport(query: InventorySummaryQuery) {
  return (await call(inventoryRoutes.list, { query: { ...query, ...wholeList } })).rows;
}

/** The whole report under some filters, as a file. */
export function readExport(query: InventoryExportQuery): Promise<Blob> {
  return download(inventoryRoutes.export, { query });
}
