import { route } from "../contract/route.ts";
import type { SalesExportQuery, SalesPage, SalesQuery, SalesSummary, SalesSummaryQuery } from "./sales.ts";

export const salesRoutes = {
  list: route<{ query: SalesQuery; response: SalesPage }>("GET", "/api/sales"),
  /** All sales under the filters, in the order of the list, as CSV or an Excel workbook; streamed. */
  export: route<{ query: SalesExportQuery; response: string }>("GET", "/api/sales/export"),
  summary: route<{ query: SalesSummaryQuery; response: SalesSummary }>("GET", "/api/sales/summary"),
};
