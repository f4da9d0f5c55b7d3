import { exportFileName } from "@rounds/domain/paging/export-file.ts";
import {
  salesExportQuery,
  salesFilters,
  salesPage,
  salesQuery,
  salesSummary,
} from "@rounds/domain/sales/sales.ts";
import { view } from "../api/endpoint.ts";
import { exportOf } from "../api/export.ts";
import { exportSales } from "./export-sales.ts";
import { listSales } from "./list-sales.ts";
import { summarizeSales } from "./summarize-sales.ts";

export const sales = {
  list: view({ query: salesQuery, response: salesPage }, ({ query }, { db, ...asker }) =>
    listSales(db, query, asker),
  ),
  export: exportOf({ query: salesExportQuery }, ({ query }, asker) => ({
    file_name: exportFileName("sales", asker.today, query.format),
    sheet: (db) => exportSales(db, query, asker),
  })),
  summary: view({ query: salesFilters, response: salesSummary }, ({ query }, { db, ...asker }) =>
    summarizeSales(db, query, asker),
  ),
};
