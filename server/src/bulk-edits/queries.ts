import type { Database } from "@rounds/database/connect.ts";
import { onlyRow } from "@rounds/database/select.ts";
import {
  type BulkChange,
  type BulkEdit,
  type BulkEditRow,
  type BulkEdits,
  mostProblems,
} from "@rounds/domain/bulk-edits/bulk-edit.ts";
import { AppError } from "@rounds/domain/errors/app-error.ts";
import { sql } from "kysely";
import type { Actor } from "../api/context.ts";
import { hasVisitsOfOthers, mayDeleteVisits, mayGive, mayPartWith } from "../api/own-rows.ts";
import { notPermitted } from "../api/permission.ts";
import { firstRestorableDay, type Reach } from "../history/batch.ts";

/** A bulk edit as it is stored. */
type StoredBulkEdit = { id: string; made_by: string; change: BulkChange };

/** What became of one row. */
export type RowState = "done" | "same" | "refused" | "undone" | "kept";
export type Problem = { code: string; message: string };

/** How many of a person's bulk edits are listed. */
const mostListed = 20;

const counts = sql`count(*) as total, ${sql.join(
  ["waiting", "done", "same", "refused", "undone", "kept"].map(
    (state) => sql`count(*) filter (where state = ${sql.lit(state)}) as ${sql.ref(state)}`,
  ),
)}`;

/**
 * A stored bulk edit; locked for a command, so that its portions run one after another. Throws `not_found`, and
 * `forbidden` for somebody else's.
 */
export async function readStored(
  db: Database,
  id: string,
  actor: Actor,
  { locked = false, isAdmin = false } = {},
): Promise<StoredBulkEdit> {
  const { rows } = await sql<StoredBulkEdit>`
    select id, made_by, change from bulk.edits where id = ${id}
    ${locked ? sql`for update` : sql``}`.execute(db);
  const [stored] = rows;
  if (!stored) throw new AppError("not_found");
  if (stored.made_by !== actor.id && !isAdmin) throw new AppError("forbidden");
  return stored;
}

/** How far a bulk edit is, with its first problems, and with what a deletion would take. */
export async function readBulkEdit(db: Database, id: string): Promise<BulkEdit> {
  const edit = onlyRow(
    await sql<BulkEditRow>`
      select edits.id, made_at, change, ${counts}
      from bulk.edits left join bulk.rows on edit_id = id where id = ${id} group by id`.execute(db),
  );
  const problems = await sql<BulkEdit["problems"][number]>`
    select row_id as id, name, problem ->> 'code' as code, problem ->> 'message' as message
    from bulk.rows left join doctors on doctors.id = row_id
    where edit_id = ${id} and problem is not null order by name_key, row_id limit ${mostProblems}`.execute(
    db,
  );
  return { ...edit, effect: await readEffect(db, edit), problems: problems.rows };
}

async function readEffect(
  db: Database,
  { id, change, total, waiting, refused }: BulkEditRow,
): Promise<BulkEdit["effect"]> {
  // Of those who are all refused it takes nothing, which is asked about too.
  if (change.kind !== "delete" || (waiting === 0 && refused < total)) return null;
  const effect = await sql<NonNullable<BulkEdit["effect"]>>`
    select count(*) filter (where visits is null) as refused,
      ${sql.join(effectNames.map((name) => sql`coalesce(sum(${sql.ref(name)}), 0)::bigint as ${sql.ref(name)}`))}
    from bulk.rows where edit_id = ${id} and state = 'waiting'`.execute(db);
  return onlyRow(effect);
}

const effectNames = ["visits", "sales", "units_returned"] as const;

/** What is deleted with the doctor of a row. */
const effectOfRow = sql`
  select count(distinct visits.id), count(sales.id),
    coalesce(sum(sales.quantity) filter (where visits.moves_stock), 0)::bigint
  from visits left join sales on sales.visit_id = visits.id where visits.doctor_id = row_id`;

/** Notes what a prepared deletion takes with each doctor who is not refused, which its maker is about to confirm. */
export async function noteEffects(tx: Database, id: string): Promise<void> {
  await sql`
    update bulk.rows set (visits, sales, units_returned) = (${effectOfRow})
    where edit_id = ${id} and state = 'waiting'`.execute(tx);
}

const problemOf = ({ code, message }: AppError) => sql`${JSON.stringify({ code, message })}::jsonb`;

/** Refuses the doctors whom the person may not delete, before it is asked: those said to stay do, whatever changes until it runs. */
export async function refuseToDelete(tx: Database, id: string, actor: Actor): Promise<void> {
  await sql`
    update bulk.rows set state = 'refused', problem = case when ${mayPartWith(actor)}
      then ${problemOf(hasVisitsOfOthers())} else ${problemOf(notPermitted("delete_doctors_of_others"))} end
    from doctors
    where edit_id = ${id} and doctors.id = row_id and not (${mayPartWith(actor)} and ${mayDeleteVisits(actor)})`.execute(
    tx,
  );
}

/** Refuses the doctors whom the person may not give away before it is asked; what was changed since it was chosen is said instead of it. */
export async function refuseDoctorsOfOthers(
  tx: Database,
  id: string,
  to: string | null,
  actor: Actor,
): Promise<void> {
  await sql`
    update bulk.rows set state = 'refused', problem = ${problemOf(notPermitted("delete_doctors_of_others"))}
    from doctors
    where edit_id = ${id} and doctors.id = row_id and doctors.version = rows.version and not ${mayGive(actor, to)}`.execute(
    tx,
  );
}

/**
 * Those of the rows whose deletion would take something else than was confirmed; their visits are locked. Nothing is noted of those
 * of whom the release before had said that they stay.
 */
export async function readOtherEffects(tx: Database, id: string, ids: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ row_id: string }>`
    select row_id from bulk.rows where edit_id = ${id} and row_id = any(${ids}::uuid[])
      and coalesce((visits, sales, units_returned) <> (${effectOfRow}), true)`.execute(tx);
  return new Set(rows.map(({ row_id }) => row_id));
}

/** A person's latest bulk edits that changed anything within the days for which they can be undone, newest first. */
export async function listBulkEdits(
  db: Database,
  { today, days, time_zone }: Reach,
  actor: Actor,
): Promise<BulkEdits> {
  const { rows } = await sql<BulkEditRow>`
    select latest.id, made_at, change, ${counts}
    from (
      select * from bulk.edits where made_by = ${actor.id} and started_at is not null
        and made_at >= ${firstRestorableDay({ today, days })}::timestamp at time zone ${time_zone}
        and exists (select from bulk.rows where edit_id = edits.id and state in ('done', 'undone', 'kept'))
      order by made_at desc limit ${mostListed}
    ) as latest join bulk.rows on edit_id = latest.id
    group by latest.id, made_at, change order by made_at desc, latest.id`.execute(db);
  return { rows, days };
}

/** The next rows of a bulk edit in a state, in the order of their ids, which is that of all locks. */
export async function nextRows(tx: Database, id: string, state: "waiting" | "done", most: number) {
  const { rows } = await sql<{ row_id: string; version: number; batch_id: string }>`
    select row_id, version, batch_id from bulk.rows
    where edit_id = ${id} and state = ${state} order by row_id limit ${most}`.execute(tx);
  return rows;
}

/** Notes what became of rows. */
export async function settle(
  tx: Database,
  id: string,
  settled: readonly { row_id: string; state: RowState; problem?: Problem }[],
): Promise<void> {
  await sql`
    update bulk.rows set state = settled.state, problem = settled.problem
    from jsonb_to_recordset(${JSON.stringify(settled)}::jsonb) as settled (row_id uuid, state text, problem jsonb)
    where edit_id = ${id} and rows.row_id = settled.row_id`.execute(tx);
}
