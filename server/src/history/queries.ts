import type { Database } from "@rounds/database/connect.ts";
import { plannedOnce } from "@rounds/database/statement-names.ts";
import { addDays } from "@rounds/domain/calendar/calendar.ts";
import type { DoctorMerge } from "@rounds/domain/doctors/duplicates/merge-doctors.ts";
import { AppError } from "@rounds/domain/errors/app-error.ts";
import {
  type ChangeList,
  type ChangesFilter,
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
import type { Actor } from "../api/context.ts";
import { haveVisitsOfOthersThan } from "../api/own-rows.ts";
import { knownName } from "../team/queries.ts";
import { firstRestorableDay, type Reach } from "./batch.ts";
import { namesOf } from "./names.ts";

const columns = sql`changes.id, changes.at, changes.noun, changes.op, changes.row_id, ${knownName} as by,
  changes.by as by_id, changes.batch_id, changes.before, changes.after`;
const from = sql`history.changes as changes left join auth.users as users on users.id = changes.by`;

/**
 * A page of one record's changes, newest first, for a person: those before `before`, a change's id. One statement reads it all. Throws
 * `not_found` if nothing is known of the record.
 */
export async function readHistory(
  db: Database,
  noun: RecordNoun,
  id: string,
  actor: Actor,
  before?: number,
): Promise<RecordHistory> {
  const nouns = noun === "visits" ? (["visits", "sales"] as const) : [noun];
  const newest = sql`
    select ${columns} from ${from}
    where changes.row_id = ${id} and changes.noun in (${sql.join(nouns.map((one) => sql.lit(one)))})
      ${before === undefined ? sql`` : sql`and changes.id < ${before}`}
    order by changes.id desc limit ${sql.lit(historyPageSize + 1)}`;
  const { rows } = await sql<Page & Pick<RecordHistory, "created" | "merges">>`
    ${pageOf(newest, nouns)} ${plannedOnce}, (
      select json_build_object('at', ${isoMoment("created_at")},
        'by', (select ${knownName} from auth.users as users where users.id = created_by))
      from ${sql.table(noun)} where id = ${id}) as created
    ${noun === "doctors" && before === undefined ? sql`, ${mergesInto(id, actor)} as merges` : sql``}`.execute(
    db,
  );
  const [{ created, merges, ...page }] = rows as [(typeof rows)[number]];
  if (page.changes.length === 0 && !created) throw new AppError("not_found");
  return { ...cut(page), created, ...(merges && { merges }) };
}

/** The doctors who were merged into one, newest first, as JSON, for a person; null if there are none. */
function mergesInto(id: string, actor: Actor): RawBuilder<DoctorMerge[] | null> {
  const moved = sql<
    string[]
  >`array(select (visit ->> 'id')::uuid from jsonb_array_elements(moved -> 'visits') as visit)`;
  return sql`(select json_agg(merge) from (
    select merges.id, ${isoMoment("merges.at")} as at, ${knownName} as by, merges.by as by_id, merges.merged,
      merges.name, jsonb_array_length(moved -> 'visits') as visits,
      ${haveVisitsOfOthersThan(actor, moved)} as visits_of_others, undone_at is not null as is_undone
    from directory.doctor_merges as merges left join auth.users as users on users.id = merges.by
    where kept = ${id}::uuid order by merges.at desc limit ${sql.lit(historyPageSize)}) as merge)`;
}

/** A page of all changes, newest first; its days are those of the time zone. */
export async function listChanges(
  db: Database,
  wanted: z.output<typeof changesQuery>,
  time_zone: string,
): Promise<ChangeList> {
  const { rows } = await sql<Page>`${pageOf(
    sql`${changesUnder(wanted, time_zone)} and ${earlierThan(wanted.before)} ${newestFirst} limit ${historyPageSize + 1}`,
    nounsUnder(wanted),
  )}`.execute(db);
  return cut(rows[0] as Page);
}

/** All changes under the filters, newest first, as a query. */
export function allChanges(wanted: ChangesFilter, time_zone: string): RawBuilder<HistoryChange> {
  return sql<HistoryChange>`${changesUnder(wanted, time_zone)} ${newestFirst}`;
}

/** Earlier than the change with this id; all if there is none. */
function earlierThan(before?: number): RawBuilder<boolean> {
  if (before === undefined) return sql`true`;
  return sql`(changes.at, changes.id) < ((select at from history.changes where id = ${before}), ${before})`;
}

const newestFirst = sql`order by changes.at desc, changes.id desc`;

function nounsUnder({ noun }: ChangesFilter): readonly HistoryChange["noun"][] {
  if (!noun) return shownNouns;
  return noun === "visits" ? ["visits", "sales"] : [noun];
}

function changesUnder(wanted: ChangesFilter, time_zone: string) {
  const { by, start_date, end_date } = wanted;
  const ranged = start_date && end_date;
  const conditions = [
    sql`changes.noun in (${sql.join(nounsUnder(wanted))})`,
    ...(by ? [sql`changes.by = ${by}`] : []),
    ...(ranged
      ? [
          sql`changes.at >= ${start_date}::timestamp at time zone ${time_zone}`,
          sql`changes.at < ${addDays(end_date, 1)}::timestamp at time zone ${time_zone}`,
        ]
      : []),
  ];
  return sql`select ${columns} from ${from} where ${sql.join(conditions, sql` and `)}`;
}

/** What is written beside these is needed to restore, and follows from them. */
const shownNouns = [...recordNouns, "sales", ...settingNouns] as const;

type Page = Pick<ChangeList, "changes" | "names">;

/** The start of a query that reads some changes of these nouns, one more than a page has, with the names that they need. */
function pageOf(changes: RawBuilder<unknown>, nouns: readonly HistoryChange["noun"][]): RawBuilder<Page> {
  return sql`with shown as materialized (${changes})
    select (
      select coalesce(json_agg(json_build_object('id', id, 'at', ${isoMoment("at")}, 'noun', noun, 'op', op,
        'row_id', row_id, 'by', by, 'by_id', by_id, 'batch_id', batch_id, 'before', before, 'after', after)), '[]')
      from shown) as changes, ${namesOf(nouns)} as names`;
}

function cut({ changes, names }: Page): ChangeList {
  return { changes: changes.slice(0, historyPageSize), has_more: changes.length > historyPageSize, names };
}

/** A moment within JSON as it is elsewhere: ISO 8601 in UTC with milliseconds. Sessions run in UTC. */
function isoMoment(column: string): RawBuilder<string> {
  return sql`to_char(${sql.ref(column)}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** The names of the doctors, products and people whom changes name by their ids. */
export async function readNames(
  db: Database,
  changes: readonly HistoryChange[],
): Promise<Record<string, string>> {
  const { rows } = await sql<Pick<Page, "names">>`
    with shown as materialized (
      select row_id, noun, before, after from history.changes where id = any(${changes.map(({ id }) => id)}::bigint[]))
    select ${namesOf(shownNouns)} as names`.execute(db);
  return rows[0]?.names ?? {};
}

/**
 * A page of what was deleted within the last `days`, is still gone and can come back, newest first. What went with its doctor
 * is no row.
 */
export async function listDeleted(
  db: Database,
  { today, days, time_zone }: Reach,
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
      and changes.at >= ${firstRestorableDay({ today, days })}::timestamp at time zone ${time_zone}
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
