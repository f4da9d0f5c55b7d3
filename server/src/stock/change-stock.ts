import type { Database } from "@rounds/database/connect.ts";
import { transaction } from "@rounds/database/transaction.ts";
import type { Day } from "@rounds/domain/calendar/calendar.ts";
import { AppError } from "@rounds/domain/errors/app-error.ts";
import {
  additionNote,
  correctionNote,
  maxStock,
  type StockChange,
  type stockAddition,
  type stockCorrection,
} from "@rounds/domain/stock/stock.ts";
import type { z } from "zod";
import type { Actor } from "../api/context.ts";
import { changedMeanwhile, creationDigest, found } from "../api/record.ts";
import { readProduct } from "../products/queries.ts";
import { appendMovements, lockProducts, type Movement } from "./ledger.ts";
import { readLatestMovement, readTransaction } from "./queries.ts";

/**
 * "Add Stock": records a purchase of this many units, dated today. Safe to repeat under the same id. Throws `validation_failed`
 * for more units than the product can hold.
 */
export async function addStock(
  db: Database,
  product_id: string,
  input: z.output<typeof stockAddition>,
  actor: Actor,
  today: Day,
): Promise<StockChange> {
  return await transaction(db, async (tx) => {
    const digest = creationDigest({ product_id, ...input });
    const { stock, repeated } = await lockForChange(tx, product_id, input.id, digest);
    if (repeated) return repeated;
    if (stock + input.quantity > maxStock) {
      throw new AppError("validation_failed", {
        fields: { quantity: `Please enter at most ${maxStock - stock}` },
      });
    }
    return await append(tx, actor, {
      id: input.id,
      product_id,
      transaction_type: "purchase",
      quantity: input.quantity,
      transaction_date: today,
      reference_type: "manual_adjustment",
      reference_id: null,
      notes: input.notes ?? additionNote,
      creation_digest: digest,
    });
  });
}

/**
 * "Edit Stock": records an adjustment that makes `quantity` the new total, dated today; nothing if there is no
 * difference. Throws `changed_meanwhile` if the stock is no longer the one that the person saw.
 */
export async function correctStock(
  db: Database,
  product_id: string,
  input: z.output<typeof stockCorrection>,
  actor: Actor,
  today: Day,
): Promise<StockChange> {
  return await transaction(db, async (tx) => {
    const digest = creationDigest({ product_id, ...input });
    const { stock, repeated } = await lockForChange(tx, product_id, input.id, digest);
    if (repeated) return repeated;
    if (stock === input.quantity) return { product: await readProduct(tx, product_id), transaction: null };
    if (stock !== input.current_stock) {
      const current = await readProduct(tx, product_id);
      const { updated_by: by, updated_at: at } = current;
      throw await changedMeanwhile(tx, current, (await readLatestMovement(tx, product_id)) ?? { by, at });
    }
    return await append(tx, actor, {
      id: input.id,
      product_id,
      transaction_type: "adjustment",
      quantity: input.quantity - stock,
      transaction_date: today,
      reference_type: "manual_adjustment",
      reference_id: null,
      notes: input.notes ?? correctionNote(stock, input.quantity),
      creation_digest: digest,
    });
  });
}

/** Locks the product and checks whether this change was already made; throws `not_found` and `id_taken`. */
async function lockForChange(tx: Database, product_id: string, transaction_id: string, digest: string) {
  const locked = await lockProducts(tx, [product_id]).catch((error: unknown) => {
    throw error instanceof AppError ? new AppError("not_found") : error;
  });
  const stock = found(locked.get(product_id)).current_stock;
  const earlier = await readTransaction(tx, transaction_id);
  if (!earlier) return { stock, repeated: undefined };
  if (earlier.creation_digest !== digest) throw new AppError("id_taken");
  const { creation_digest: _, ...row } = earlier;
  return { stock, repeated: { product: await readProduct(tx, product_id), transaction: row } };
}

async function append(tx: Database, actor: Actor, movement: Movement): Promise<StockChange> {
  const [row] = await appendMovements(tx, [movement], actor);
  return { product: await readProduct(tx, movement.product_id), transaction: row ?? null };
}
