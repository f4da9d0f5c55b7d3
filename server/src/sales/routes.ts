import { salesFilters, salesPage, salesQuery, salesSummary } from "@rounds/domain/sales/sales.ts";
import { view } from "../api/endpoint.ts";
import { listSales } from "./list-sales.ts";
import { summarizeSales } from "./summarize-sales.ts";

export const sales = {
  list: view({ query: salesQuery, response: salesPage }, ({ query }, { db }) => listSales(db, query)),
  summary: view({ query: salesFilters, response: salesSummary }, ({ query }, { db, today }) =>
    summarizeSales(db, query, today),
  ),
};
