import type { Database } from "@rounds/database/connect.ts";
import { transaction } from "@rounds/database/transaction.ts";
import { addDays, type Day } from "@rounds/domain/calendar/calendar.ts";
import { AppError } from "@rounds/domain/errors/app-error.ts";
import { type Skip, type skipInput, skip as skipShape } from "@rounds/domain/today/skip.ts";
import { lateSkipDays, skipDayProblem } from "@rounds/domain/today/skip-day.ts";
import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import type { Actor } from "../api/context.ts";
import { mostEditKeys } from "../api/operation-key.ts";
import { found } from "../api/record.ts";

const columns = sql.join(Object.keys(skipShape.shape).map((key) => sql.ref(`visit_skips.${key}`)));

/** A person's skip: of a doctor, perhaps one who was merged into another since, on a day up to today. */
type Which = { doctor_id: string; day: Day; today: Day };

/**
 * Skips a doctor today; again, it replaces the reason. A request with a key is one that a phone may have kept: it may come
 * `lateSkipDays` later, and the same one again changes nothing. Throws `not_found` for a missing doctor, or for a skip that was
 * taken back since, and `validation_failed` if the page shows another day than today.
 */
export async function skipDoctor(
  db: Database,
  doctor_id: string,
  { day, reason, note }: z.output<typeof skipInput>,
  actor: Actor,
  today: Day,
): Promise<Skip> {
  const problem = skipDayProblem(day, today, Boolean(actor.operation_key));
  if (problem) throw new AppError("validation_failed", { fields: { day: problem } });
  const which = { doctor_id, day, today };
  const command = sql<Skip>`
    insert into visit_skips (user_id, doctor_id, day, reason, note)
    select ${actor.id}::uuid, id, ${day}::date, ${reason}, ${note} from ${known(which)}
    on conflict (user_id, day, doctor_id) do update set reason = excluded.reason, note = excluded.note
    returning ${columns}`;
  return await once(db, which, actor, command);
}

/** Takes a skip back, and returns it. Throws `not_found` if there is none, as after the same request before. */
export async function undoSkip(
  db: Database,
  doctor_id: string,
  day: Day,
  actor: Actor,
  today: Day,
): Promise<Skip> {
  // Nobody can have skipped a day to come, and keys of one would stay until it is over.
  if (day > today) throw new AppError("not_found");
  const which = { doctor_id, day, today };
  const command = sql<Skip>`
    delete from visit_skips using ${known(which)}
    where user_id = ${actor.id} and day = ${day} and doctor_id = doctor.id
    returning ${columns}`;
  return await once(db, which, actor, command);
}

/** The doctor as a table of one row, or none. */
function known({ doctor_id }: Which): RawBuilder<unknown> {
  return sql`(
    select id from doctors where id in (${doctor_id}::uuid, directory.doctor_of(${doctor_id}::uuid))
  ) as doctor`;
}

/** Carries out a command unless it was carried out under this key before: then it gives the skip as it is now. */
async function once(db: Database, which: Which, actor: Actor, command: RawBuilder<Skip>): Promise<Skip> {
  // What finds nothing has been done, too: its key stays.
  const { rows } = await transaction(db, async (tx) => {
    const isNew = await noteKey(tx, which, actor);
    return await (isNew ? command : current(which, actor)).execute(tx);
  });
  return found(rows[0]);
}

function current(which: Which, actor: Actor): RawBuilder<Skip> {
  return sql<Skip>`
    select ${columns} from visit_skips join ${known(which)} on doctor_id = doctor.id
    where user_id = ${actor.id} and day = ${which.day}`;
}

/**
 * Notes the request's key, and tells whether it is new; a request without a key is. A copy that comes at the same time
 * waits here. Keys that no phone sends any more go.
 */
async function noteKey(tx: Database, which: Which, { id, operation_key }: Actor): Promise<boolean> {
  if (!operation_key) return true;
  await sql`
    delete from sync.skip_keys where user_id = ${id} and day < ${addDays(which.today, -2 * lateSkipDays)}::date`.execute(
    tx,
  );
  const { rows } = await sql`
    insert into sync.skip_keys (user_id, day, doctor_id, keys)
    select ${id}::uuid, ${which.day}::date, id, array[${operation_key}::uuid] from ${known(which)}
    -- Under the doctor who was asked for: the request may have come before that one was merged into another.
    where not exists (
      select from sync.skip_keys where user_id = ${id} and day = ${which.day}::date
        and doctor_id = ${which.doctor_id}::uuid and ${operation_key}::uuid = any(keys)
    )
    on conflict (user_id, day, doctor_id) do update
      set keys = (array_prepend(${operation_key}::uuid, skip_keys.keys))[1:${sql.lit(mostEditKeys)}]
      where not ${operation_key}::uuid = any(skip_keys.keys)
    returning doctor_id`.execute(tx);
  return rows.length > 0;
}
