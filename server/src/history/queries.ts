import type { Database } from "@rounds/database/connect.ts";
import { addDays } from "@rounds/domain/calendar/calendar.ts";
import type { DoctorMerge } from "@rounds/domain/doctors/merge-doctors.ts";
import { AppError } from "@rounds/domain/errors/app-error.ts";
import {
  type ChangeList,
  type changesFilter,
  type changesQuery,
  type Deletion,
  type DeletionList,
  type HistoryChange,
  historyPageSize,
  type RecordHistory,
  type RecordNoun,
} from "@rounds/domain/history/history.ts";
import { recordNouns, settingNouns } from "@rounds/domain/history/nouns.ts";
import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import { knownName, nameOfUser } from "../team/queries.ts";
import { firstRestorableDay, type Reach } from "./batch.ts";

const columns = sql`changes.id, changes.at, changes.noun, changes.op, changes.row_id, ${knownName} as by,
  changes.by as by_id, changes.batch_id, changes.before, changes.after`;
const from = sql`history.changes as changes left join auth.users as users on users.id = changes.by`;
/** Fields whose values are ids, and where the names stand. */
const named = {
  doctor_id: "doctors",
  product_id: "products",
  representative_id: "people",
  user_id: "people",
} as const;

/** A page of one record's changes, newest first: those before `before`, a change's id. Throws `not_found` if nothing is known of it. */
export async function readHistory(
  db: Database,
  noun: RecordNoun,
  id: string,
  before = Number.MAX_SAFE_INTEGER,
): Promise<RecordHistory> {
  const nouns = noun === "visits" ? ["visits", "sales"] : [noun];
  const [{ rows }, created] = await Promise.all([
    sql<HistoryChange>`
      select ${columns} from ${from}
      where changes.row_id = ${id} and changes.noun in (${sql.join(nouns)}) and changes.id < ${before}
      order by changes.id desc limit ${historyPageSize + 1}`.execute(db),
    sql<{ at: string; by: string | null }>`
      select record.created_at as at, (select ${knownName} from auth.users as users where users.id = created_by) as by
      from ${sql.table(noun)} as record
      where record.id = ${id}`.execute(db),
  ]);
  if (rows.length === 0 && created.rows.length === 0) throw new AppError("not_found");
  const merges = noun === "doctors" && before === Number.MAX_SAFE_INTEGER ? await readMerges(db, id) : [];
  return {
    ...(await page(db, rows)),
    created: created.rows[0] ?? null,
    ...(merges.length > 0 && { merges }),
  };
}

async function readMerges(db: Database, id: string): Promise<DoctorMerge[]> {
  const { rows } = await sql<DoctorMerge>`
    select merges.id, merges.at, ${knownName} as by, merges.by as by_id, merges.name,
      jsonb_array_length(moved -> 'visits') as visits, undone_at is not null as is_undone
    from directory.doctor_merges as merges left join auth.users as users on users.id = merges.by
    where kept = ${id}::uuid order by merges.at desc limit ${historyPageSize}`.execute(db);
  return rows;
}

/** A page of all changes, newest first; its days are those of the time zone. */
export async function listChanges(
  db: Database,
  wanted: z.output<typeof changesQuery>,
  time_zone: string,
): Promise<ChangeList> {
  const { rows } = await sql<HistoryChange>`
    ${changesUnder(wanted, time_zone)} and ${earlierThan(wanted.before)}
    ${newestFirst} limit ${historyPageSize + 1}`.execute(db);
  return await page(db, rows);
}

/** All changes under the filters, newest first, as a query. */
export function allChanges(wanted: Filter, time_zone: string): RawBuilder<HistoryChange> {
  return sql<HistoryChange>`${changesUnder(wanted, time_zone)} ${newestFirst}`;
}

type Filter = z.output<typeof changesFilter>;

/** Earlier than the change with this id; all if there is none. */
function earlierThan(before?: number): RawBuilder<boolean> {
  if (before === undefined) return sql`true`;
  return sql`(changes.at, changes.id) < ((select at from history.changes where id = ${before}), ${before})`;
}

const newestFirst = sql`order by changes.at desc, changes.id desc`;

function changesUnder({ by, noun, start_date, end_date }: Filter, time_zone: string) {
  const nouns = noun === "visits" ? ["visits", "sales"] : noun ? [noun] : [...shownNouns];
  const conditions = [
    sql`changes.noun in (${sql.join(nouns)})`,
    ...(by ? [sql`changes.by = ${by}`] : []),
    ...(start_date ? [sql`changes.at >= ${start_date}::timestamp at time zone ${time_zone}`] : []),
    ...(end_date ? [sql`changes.at < ${addDays(end_date, 1)}::timestamp at time zone ${time_zone}`] : []),
  ];
  return sql`select ${columns} from ${from} where ${sql.join(conditions, sql` and `)}`;
}

/** What is written beside these is needed to restore, and told by them. */
const shownNouns = [...recordNouns, "sales", ...settingNouns] as const;

async function page(db: Database, rows: readonly HistoryChange[]): Promise<ChangeList> {
  const changes = rows.slice(0, historyPageSize);
  return { changes, has_more: rows.length > changes.length, names: await readNames(db, changes) };
}

/** The names of the doctors, products and people whom changes name by their ids. */
export async function readNames(
  db: Database,
  changes: readonly HistoryChange[],
): Promise<Record<string, string>> {
  const ids = {
    ...{ doctors: new Set<string>(), products: new Set<string>(), people: new Set<string>() },
    ...{ visits: new Set<string>(), sales: new Set<string>() },
  };
  for (const { noun, row_id, before, after } of changes) {
    if (row_id) ids[noun === "doctors" || noun === "products" ? noun : "visits"].add(row_id);
    const line = noun === "sales" ? (before ?? after)?.id : undefined;
    if (typeof line === "string") ids.sales.add(line);
    for (const values of [before, after]) {
      for (const [field, table] of Object.entries(named)) {
        const id = values?.[field];
        if (typeof id === "string") ids[table].add(id);
      }
    }
  }
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from doctors where id = any(${[...ids.doctors]}::uuid[])
    union all select id, name from products where id = any(${[...ids.products]}::uuid[])
    union all select visits.id, doctors.name from visits join doctors on doctors.id = visits.doctor_id
      where visits.id = any(${[...ids.visits]}::uuid[])
    union all select sales.id, products.name from sales join products on products.id = sales.product_id
      where sales.id = any(${[...ids.sales]}::uuid[])
    -- Lines that were removed since.
    union all select (removed.before ->> 'id')::uuid, products.name
      from history.changes as removed join products on products.id = (removed.before ->> 'product_id')::uuid
      where removed.row_id = any(${[...ids.visits]}::uuid[]) and removed.noun = 'sales' and removed.op = 'deleted'
        and removed.before ->> 'id' = any(${[...ids.sales]}::text[])
    union all select id, ${nameOfUser} from auth.users as users where id = any(${[...ids.people]}::uuid[]) and deleted_at is null`.execute(
    db,
  );
  return Object.fromEntries(rows.map(({ id, name }) => [id, name]));
}

/**
 * A page of what was deleted within the last `days`, is still gone and can come back, newest first. What went with its doctor
 * is no row.
 */
export async function listDeleted(
  db: Database,
  { today, days }: Reach,
  before?: number,
): Promise<DeletionList> {
  const { rows } = await sql<Deletion>`
    select changes.id as change, changes.batch_id, changes.at, ${knownName} as by, changes.noun, changes.row_id as id,
      coalesce(changes.before ->> 'name', ${nameOfDoctor}, '') as name, changes.before ->> 'visit_date' as visit_date,
      taken.visits, taken.sales, taken.units
    from ${from}
    cross join lateral (
      select count(distinct visit.row_id) as visits, count(line.id) as sales,
        coalesce(sum((line.before ->> 'quantity')::bigint)
          filter (where visit.before ->> 'moves_stock' is distinct from 'false'), 0)::bigint as units
      from history.changes as visit left join history.changes as line
        on line.batch_id = visit.batch_id and line.row_id = visit.row_id and line.noun = 'sales' and line.op = 'deleted'
      where visit.batch_id = changes.batch_id and visit.noun = 'visits' and visit.op = 'deleted'
        and (visit.row_id = changes.row_id or visit.before ->> 'doctor_id' = changes.row_id::text)
    ) as taken
    where changes.op = 'deleted' and changes.noun in ('doctors', 'products', 'visits') and ${earlierThan(before)}
      and changes.at >= ${firstRestorableDay({ today, days })}::date
      and changes.before ? 'id'
      and exists (select from sync.deleted where sync.deleted.id = changes.row_id)
      -- Who was merged into another, and the plans that went with that, come back when the merge is undone.
      and not exists (select from directory.doctor_merges where doctor_merges.id = changes.batch_id)
      and not exists (select from history.changes as later
        where later.row_id = changes.row_id and later.id > changes.id and later.op = 'deleted' and later.noun = changes.noun)
      and not (changes.noun = 'visits' and exists (select from history.changes as owner
        where owner.batch_id = changes.batch_id and owner.op = 'deleted' and owner.noun = 'doctors'
          and owner.row_id::text = changes.before ->> 'doctor_id'))
    ${newestFirst} limit ${historyPageSize + 1}`.execute(db);
  const shown = rows.slice(0, historyPageSize);
  return { rows: shown, has_more: rows.length > shown.length, days };
}

/** The name of a visit's doctor, also of one who was deleted. */
const nameOfDoctor = sql`coalesce(
  (select name from doctors where id = (changes.before ->> 'doctor_id')::uuid),
  (select owner.before ->> 'name' from history.changes as owner
    where owner.row_id = (changes.before ->> 'doctor_id')::uuid and owner.noun = 'doctors' and owner.op = 'deleted'
    order by owner.id desc limit 1))`;
