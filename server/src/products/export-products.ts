import { readBatches } from "@rounds/database/batches.ts";
import type { Database } from "@rounds/database/connect.ts";
import { productLabels as labels } from "@rounds/domain/history/fields.ts";
import type { Product } from "@rounds/domain/products/product.ts";
import { sql } from "kysely";
import type { Sheet, SheetColumn } from "../api/sheet-columns.ts";
import { columns as fields, inListOrder, matchingProducts } from "./queries.ts";

/** Columns of the file. Those of the form have its labels, by which an import finds them again. */
const columns: readonly SheetColumn<Product>[] = [
  { label: labels.name, kind: "text", width: 32, value: ({ name }) => name },
  { label: labels.category, kind: "text", value: ({ category }) => category },
  { label: labels.price, kind: "rupees", value: ({ price }) => price },
  { label: "Current Stock", kind: "units", value: ({ current_stock }) => current_stock },
  { label: labels.description, kind: "text", width: 48, value: ({ description }) => description },
];

/** All products under the filter, in the order of the list. */
export function exportProducts(db: Database, filters: { search: string }): Sheet<Product> {
  const rows = readBatches(
    db,
    async (tx) => sql<Product>`${inListOrder(matchingProducts(tx, filters).select(fields))}`,
  );
  return { title: "Products", columns, rows };
}
