import type { Database } from "@rounds/database/connect.ts";
import type { Day } from "@rounds/domain/calendar/calendar.ts";
import { AppError } from "@rounds/domain/errors/app-error.ts";
import { type Skip, skipDayProblem, type skipInput, skip as skipShape } from "@rounds/domain/today/skip.ts";
import { sql } from "kysely";
import type { z } from "zod";
import type { Actor } from "../api/context.ts";
import { found } from "../api/record.ts";

const columns = sql.join(Object.keys(skipShape.shape).map((key) => sql.ref(`visit_skips.${key}`)));

/**
 * Skips a doctor today; again, it replaces the reason. Throws `not_found` for a missing doctor, and `validation_failed`
 * if the page shows another day than today.
 */
export async function skipDoctor(
  db: Database,
  doctor_id: string,
  { day, reason, note }: z.output<typeof skipInput>,
  actor: Actor,
  today: Day,
): Promise<Skip> {
  const problem = skipDayProblem(day, today);
  if (problem) throw new AppError("validation_failed", { fields: { day: problem } });
  const { rows } = await sql<Skip>`
    insert into visit_skips (user_id, doctor_id, day, reason, note)
    select ${actor.id}::uuid, id, ${day}::date, ${reason}, ${note} from doctors
    where id in (${doctor_id}::uuid, directory.doctor_of(${doctor_id}::uuid))
    on conflict (user_id, day, doctor_id) do update set reason = excluded.reason, note = excluded.note
    returning ${columns}`.execute(db);
  return found(rows[0]);
}

/** Takes a skip back, and returns it. Throws `not_found` if there is none. */
export async function undoSkip(db: Database, doctor_id: string, day: Day, actor: Actor): Promise<Skip> {
  const { rows } = await sql<Skip>`
    delete from visit_skips where user_id = ${actor.id} and day = ${day}
      and doctor_id in (${doctor_id}::uuid, directory.doctor_of(${doctor_id}::uuid))
    returning ${columns}`.execute(db);
  return found(rows[0]);
}
