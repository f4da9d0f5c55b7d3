import type { Database } from "@rounds/database/connect.ts";
import { columnsOf } from "@rounds/database/select.ts";
import type { Day } from "@rounds/domain/calendar/calendar.ts";
import { AppError } from "@rounds/domain/errors/app-error.ts";
import {
  maxStock,
  type ReferenceType,
  type StockTransaction,
  stockTransaction,
  type TransactionType,
} from "@rounds/domain/stock/stock.ts";
import type { Actor } from "../api/context.ts";

/** A locked product in a command. */
export type LockedProduct = { id: string; name: string; current_stock: number };

/**
 * Locks products for the rest of the transaction, always in the order of their ids, so that commands that touch
 * several never deadlock. Throws `product_missing`, with the ids in `details.product_ids`, if some do not exist.
 */
export async function lockProducts(
  tx: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, LockedProduct>> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const locked = await tx
    .selectFrom("products")
    .select(["id", "name", "current_stock"])
    .where("id", "in", wanted)
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
  const products = new Map(locked.map((product) => [product.id, product]));
  const product_ids = wanted.filter((id) => !products.has(id));
  if (product_ids.length > 0) throw new AppError("product_missing", { details: { product_ids } });
  return products;
}

/**
 * Throws `validation_failed` for a product that can't hold the units that come back as well. `units` may be below nothing. The
 * products must be locked.
 */
export function requireRoom(
  products: ReadonlyMap<string, LockedProduct>,
  units: ReadonlyMap<string, number>,
): void {
  for (const { id, name, current_stock } of products.values()) {
    if (current_stock + (units.get(id) ?? 0) <= maxStock) continue;
    const message = `The stock of ${name} can't be more than ${maxStock}, and units of it would come back. Please correct its stock first.`;
    throw new AppError("validation_failed", { message });
  }
}

/** A movement of stock to be written: positive units come in, negative go out. Without an `id`, the database makes one. */
export type Movement = {
  id?: string;
  product_id: string;
  transaction_type: TransactionType;
  quantity: number;
  transaction_date: Day;
  reference_type: ReferenceType | null;
  reference_id: string | null;
  notes: string | null;
  creation_digest?: string;
};

/** Rows of one INSERT: PostgreSQL accepts at most 65,535 parameters in a statement. */
const rowsPerInsert = 1000;

/**
 * Appends movements to the ledger; the database moves `current_stock` with them. Throws `id_taken` if an id chosen by
 * a client is already another movement's.
 */
export async function appendMovements(
  tx: Database,
  movements: readonly Movement[],
  actor: Actor,
): Promise<StockTransaction[]> {
  const written: StockTransaction[] = [];
  for (let start = 0; start < movements.length; start += rowsPerInsert) {
    const part = movements.slice(start, start + rowsPerInsert);
    const rows = await tx
      .insertInto("stock_transactions")
      .values(part.map((movement) => ({ ...movement, created_by: actor.id })))
      .onConflict((conflict) => conflict.column("id").doNothing())
      .returning(columnsOf(stockTransaction, "stock_transactions"))
      .execute();
    if (rows.length < part.length) throw new AppError("id_taken");
    written.push(...rows);
  }
  return written;
}
