import { salesFilters, salesPage, salesQuery, salesSummary } from "@rounds/domain/sales/sales.ts";
import { endpoint } from "../http/endpoint.ts";
import { listSales } from "./list-sales.ts";
import { summarizeSales } from "./summarize-sales.ts";

export const sales = {
  list: endpoint({ query: salesQuery, response: salesPage }, ({ query }, { db }) => listSales(db, query)),
  summary: endpoint({ query: salesFilters, response: salesSummary }, ({ query }, { db }) =>
    summarizeSales(db, query),
  ),
};
