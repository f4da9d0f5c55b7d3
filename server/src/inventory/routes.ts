import {
  inventoryExportQuery,
  inventoryFilters,
  inventoryPage,
  inventoryQuery,
  inventorySummary,
} from "@rounds/domain/inventory/inventory.ts";
import { exportName } from "@rounds/domain/inventory/report.ts";
import { view } from "../api/endpoint.ts";
import { exportOf } from "../api/export.ts";
import { exportInventory } from "./export-inventory.ts";
import { listInventory, summarizeInventory } from "./queries.ts";
import { reportOf } from "./report.ts";

export const inventory = {
  list: view({ query: inventoryQuery, response: inventoryPage }, ({ query }, { db, today }) =>
    listInventory(db, query, today),
  ),
  summary: view({ query: inventoryFilters, response: inventorySummary }, ({ query }, { db, today }) =>
    summarizeInventory(db, query, today),
  ),
  export: exportOf({ query: inventoryExportQuery }, ({ query }, { today }) => ({
    file_name: exportName(reportOf(query, today).days, today, query.format),
    sheet: (db) => exportInventory(db, query, today),
  })),
};
