import type { Database } from "@rounds/database/connect.ts";
import { sql } from "kysely";
import { requirePermission } from "../../api/permission.ts";
import type { Asked, Problem, SettledRow, StoredRow } from "../noun-import.ts";
import { deleteCreated, problemWith, takeBackUpdates } from "../undo-records.ts";
import { productRecords } from "./write-products.ts";

/**
 * Deletes created products with their opening stock, and gives those that were updated their former values back, unless somebody
 * changed, sold or moved them since. Throws `not_permitted` for who may not change products.
 */
export async function undoProducts(
  tx: Database,
  rows: readonly StoredRow[],
  { actor }: Pick<Asked, "actor">,
): Promise<SettledRow[]> {
  requirePermission(actor, "change_products");
  const as = { ...actor, operation_key: null };
  const products = await lock(tx, rows);
  const created = rows.filter(({ verdict }) => verdict === "create");
  const updates = rows.filter(({ verdict }) => verdict === "update");
  const problemOfRow = ({ record_id }: StoredRow) => problemOf(products.get(record_id ?? ""));
  return [
    ...(await deleteCreated(tx, "products", created, problemOfRow, as)),
    ...(await takeBackUpdates(tx, productRecords, updates, { actor: as, changedSince })),
  ];
}

type LockedProduct = { id: string; version: number; is_sold: boolean; is_moved: boolean };

/** Locks the products of rows, and says which of them were sold, or moved besides their opening stock. */
async function lock(tx: Database, rows: readonly StoredRow[]): Promise<Map<string, LockedProduct>> {
  const ids = rows.flatMap(({ record_id }) => record_id ?? []);
  await sql`select from products where id = any(${ids}::uuid[]) order by id for update`.execute(tx);
  const { rows: products } = await sql<LockedProduct>`
    select id, version, exists (select from sales where product_id = products.id) as is_sold,
      exists (select from stock_transactions where product_id = products.id and transaction_type <> 'opening') as is_moved
    from products where id = any(${ids}::uuid[])`.execute(tx);
  return new Map(products.map((product) => [product.id, product]));
}

const changedSince: Problem = { code: "changed_meanwhile", message: "Somebody changed this product since." };

function problemOf(product: LockedProduct | undefined): Problem | null {
  if (!product) return problemWith("gone");
  if (product.version !== 1) return changedSince;
  if (product.is_sold) return { code: "in_use", message: "This product was sold in visits." };
  return product.is_moved ? { code: "in_use", message: "The stock of this product has moved since." } : null;
}
