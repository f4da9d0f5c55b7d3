import { route } from "../contract/route.ts";
import type { SalesPage, SalesQuery, SalesSummary, SalesSummaryQuery } from "./sales.ts";

export const salesRoutes = {
  list: route<{ query: SalesQuery; response: SalesPage }>("GET", "/api/sales"),
  summary: route<{ query: SalesSummaryQuery; response: SalesSummary }>("GET", "/api/sales/summary"),
};
