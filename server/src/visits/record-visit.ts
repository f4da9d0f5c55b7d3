import type { Database } from "@rounds/database/connect.ts";
import { transaction } from "@rounds/database/transaction.ts";
import type { Day } from "@rounds/domain/calendar/calendar.ts";
import { stockDay } from "@rounds/domain/stock/stock-day.ts";
import type { Visit, VisitInput } from "@rounds/domain/visits/visit.ts";
import type { Actor } from "../api/context.ts";
import { keepDoctorOf } from "../api/doctor-aliases.ts";
import { sayingWhatIsGone } from "../api/gone.ts";
import { createOnce } from "../api/records.ts";
import { appendMovements } from "../stock/ledger.ts";
import { lockPlansOf, requireOnlyPlan } from "./only-plan.ts";
import { readVisit } from "./queries.ts";
import { recordAtOnce } from "./record-at-once.ts";
import { lockSoldProducts, requireStock, saleMovement, writeLines } from "./sale-lines.ts";

/**
 * Records a visit with its sales under the ids that the client chose, and moves the stock, in one transaction. The
 * same operation again, known by its key or its content, gives the visit. Throws `insufficient_stock`, `doctor_missing`,
 * `product_missing`, `gone` if the visit was deleted, `id_taken` if the id was used for something else, and
 * `already_planned` for a second plan that may be there `only_once`.
 */
export async function recordVisit(
  db: Database,
  { only_once = false, ...given }: VisitInput & { id: string; only_once?: boolean | undefined },
  actor: Actor,
  today: Day,
): Promise<Visit> {
  const isOnlyPlan = only_once && given.status === "scheduled";
  // Refused, it would end the transaction that it is part of.
  const atOnce = !isOnlyPlan && !db.isTransaction;
  const recorded = atOnce ? await recordAtOnce(db, given, actor, today) : undefined;
  return (
    recorded ??
    (await sayingWhatIsGone(db, given, () => recordStepByStep(db, given, { actor, today, isOnlyPlan })))
  );
}

/** The same, one statement after another: it explains why a visit is refused, and finds one that is recorded already. */
async function recordStepByStep(
  db: Database,
  { id, items, ...input }: VisitInput & { id: string },
  { actor, today, isOnlyPlan }: { actor: Actor; today: Day; isOnlyPlan: boolean },
): Promise<Visit> {
  return await transaction(db, async (tx) => {
    const content = { ...input, items };
    // An entry that waited on a phone may name a doctor who was merged into another.
    input.doctor_id = await keepDoctorOf(tx, input.doctor_id);
    if (isOnlyPlan) await lockPlansOf(tx, input.doctor_id);
    const { isNew } = await createOnce(tx, "visits", { id, ...input }, actor, { content });
    if (!isNew) return await readVisit(tx, id);
    if (isOnlyPlan) await requireOnlyPlan(tx, { id, created_by: actor.id, ...input });
    const products = await lockSoldProducts(tx, items);
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
