import type { Database } from "@rounds/database/connect.ts";
import { transaction } from "@rounds/database/transaction.ts";
import type { Day } from "@rounds/domain/calendar/calendar.ts";
import { AppError } from "@rounds/domain/errors/app-error.ts";
import { completedVisit, itemFieldsMoved } from "@rounds/domain/visits/completion.ts";
import { itemOf } from "@rounds/domain/visits/item-of.ts";
import { type Visit, visitInput } from "@rounds/domain/visits/visit.ts";
import type { visitCompletion } from "@rounds/domain/visits/visit-list.ts";
import type { z } from "zod";
import type { Actor } from "../api/context.ts";
import { keepDoctorOf } from "../api/doctor-aliases.ts";
import { sayingWhatIsGone } from "../api/gone.ts";
import { requireOwnVisit } from "../api/own-rows.ts";
import { changedMeanwhile } from "../api/record.ts";
import { isEditedUnder, lockVisit, writeEdit } from "./edit-visit.ts";
import { readVisit } from "./queries.ts";

/**
 * Completes a planned visit with what was added, on top of the plan as it is by then. The same operation again, known by its
 * key, gives the visit. Throws `changed_meanwhile` if it is no longer planned, `validation_failed` if plan and addition
 * together are too much, and the errors of editing a visit, whose fields are those of what was added.
 */
export async function completeVisit(
  db: Database,
  id: string,
  added: z.output<typeof visitCompletion>,
  actor: Actor,
  today: Day,
): Promise<Visit> {
  return await sayingWhatIsGone(db, { id }, () =>
    transaction(db, async (tx) => {
      // The doctor first, like every command: one that deletes this doctor locks the visits next.
      const plan = await tx.selectFrom("visits").select("doctor_id").where("id", "=", id).executeTakeFirst();
      if (plan) await keepDoctorOf(tx, plan.doctor_id);
      const before = await lockVisit(tx, id);
      const visit = await readVisit(tx, id);
      if (isEditedUnder(before, actor)) return visit;
      if (visit.status !== "scheduled")
        throw await changedMeanwhile(tx, visit, { by: visit.updated_by, at: visit.updated_at });
      await requireOwnVisit(tx, id, actor, "edit_visits_of_others");
      try {
        return await writeEdit(tx, { id, before }, wholeOf(visit, added), actor, today);
      } catch (error) {
        throw inAddition(error, visit.sales.length);
      }
    }),
  );
}

/** The visit with what was added, under the rules of one that is typed as a whole. */
function wholeOf({ doctor_id, notes, sales }: Visit, added: z.output<typeof visitCompletion>) {
  const whole = visitInput.safeParse({
    doctor_id,
    ...completedVisit({ notes, items: sales.map(itemOf) }, added),
  });
  if (whole.success) return whole.data;
  const fields = whole.error.issues.map(({ path, message }) => [path.join("."), message]);
  throw new AppError("validation_failed", { fields: Object.fromEntries(fields) });
}

/** An error of the whole visit as one of what was added, whose items follow the plan's: its fields are those that were sent. */
function inAddition(error: unknown, planned: number) {
  if (!(error instanceof AppError) || !error.fields) return error;
  const { code, message, details, cause } = error;
  const fields = itemFieldsMoved(error.fields, -planned);
  return new AppError(code, { message, fields, ...(details && { details }), cause });
}
