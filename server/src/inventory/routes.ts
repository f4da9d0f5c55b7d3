import {
  inventoryFilters,
  inventoryPage,
  inventoryQuery,
  inventorySummary,
} from "@rounds/domain/inventory/inventory.ts";
import { z } from "zod";
import { download, endpoint } from "../http/endpoint.ts";
import { exportInventory } from "./export-inventory.ts";
import { listInventory, summarizeInventory } from "./queries.ts";

export const inventory = {
  list: endpoint({ query: inventoryQuery, response: inventoryPage }, ({ query }, { db, today }) =>
    listInventory(db, query, today),
  ),
  summary: endpoint({ query: inventoryFilters, response: inventorySummary }, ({ query }, { db, today }) =>
    summarizeInventory(db, query, today),
  ),
  export: download(
    { query: inventoryFilters, response: z.string() },
    "text/csv",
    ({ query }, { db, today }) => ({
      file_name: `inventory-report-${today}.csv`,
      content: exportInventory(db, query, today),
    }),
  ),
};
