import type { Database } from "@rounds/database/connect.ts";
import { transaction } from "@rounds/database/transaction.ts";
import type { Day } from "@rounds/domain/calendar/calendar.ts";
import { AppError } from "@rounds/domain/errors/app-error.ts";
import { stockDay } from "@rounds/domain/stock/stock.ts";
import type { Visit, VisitInput } from "@rounds/domain/visits/visit.ts";
import type { Actor } from "../api/context.ts";
import { foundToWrite, sayingWhatIsGone } from "../api/gone.ts";
import { creationDigest } from "../api/record.ts";
import { appendMovements, lockProducts } from "../stock/ledger.ts";
import { readVisit } from "./queries.ts";
import { recordAtOnce } from "./record-at-once.ts";
import { requireStock, saleMovement, writeLines } from "./sale-lines.ts";

/**
 * Records a visit with its sales under the ids that the client chose, and moves the stock, in one transaction. The
 * same operation again, known by its key or its content, gives the visit. Throws `insufficient_stock`, `doctor_missing`,
 * `product_missing`, `gone` if the visit was deleted, and `id_taken` if the id was used for something else.
 */
export async function recordVisit(
  db: Database,
  given: VisitInput & { id: string },
  actor: Actor,
  today: Day,
): Promise<Visit> {
  const recorded = await recordAtOnce(db, given, actor, today);
  return recorded ?? (await sayingWhatIsGone(db, given, () => recordStepByStep(db, given, actor, today)));
}

/** The same, one statement after another: it explains why a visit is refused, and finds one that is recorded already. */
async function recordStepByStep(
  db: Database,
  { id, items, ...input }: VisitInput & { id: string },
  actor: Actor,
  today: Day,
): Promise<Visit> {
  return await transaction(db, async (tx) => {
    const creation_digest = creationDigest({ ...input, items });
    const operation_key = actor.operation_key ?? null;
    const made = await tx
      .insertInto("visits")
      .values({ id, ...input, creation_digest, operation_key, created_by: actor.id, updated_by: actor.id })
      .onConflict((conflict) => conflict.column("id").doNothing())
      .returning("id")
      .executeTakeFirst();
    if (!made) {
      const row = tx
        .selectFrom("visits")
        .select(["creation_digest", "operation_key"])
        .where("id", "=", id)
        .forKeyShare();
      // It may have been deleted since the insert met it; from here on it stays.
      const earlier = await foundToWrite(tx, await row.executeTakeFirst(), id);
      const isSame = operation_key !== null && earlier.operation_key === operation_key;
      if (!isSame && earlier.creation_digest !== creation_digest) throw new AppError("id_taken");
      return await readVisit(tx, id);
    }
    const products = await lockProducts(
      tx,
      items.map((item) => item.product_id),
    );
    requireStock(items, new Set(items.map((item) => item.id)), products, new Map());
    const day = stockDay(input.visit_date, today);
    await writeLines(tx, { visit_id: id, doctor_id: input.doctor_id }, items, () => day);
    await appendMovements(
      tx,
      items.map((item) => saleMovement(item, id, day)),
      actor,
    );
    return await readVisit(tx, id);
  });
}
