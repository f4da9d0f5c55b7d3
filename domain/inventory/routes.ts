import { route } from "../contract/route.ts";
import type {
  InventoryExportQuery,
  InventoryPage,
  InventoryQuery,
  InventorySummary,
  InventorySummaryQuery,
} from "./inventory.ts";

export const inventoryRoutes = {
  list: route<{ query: InventoryQuery; response: InventoryPage }>("GET", "/api/inventory"),
  summary: route<{ query: InventorySummaryQuery; response: InventorySummary }>(
    "GET",
    "/api/inventory/summary",
  ),
  /** CSV (`text/csv`, UTF-8 with a byte order mark) or an Excel workbook, streamed: every row of the report under the filters. */
  export: route<{ query: InventoryExportQuery; response: string }>("GET", "/api/inventory/export"),
};
