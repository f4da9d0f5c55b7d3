import type { Database } from "@rounds/database/connect.ts";
import { columnsOf, onlyRow } from "@rounds/database/select.ts";
import { plannedOnce } from "@rounds/database/statement-names.ts";
import { addDays, type Day, endOfMonth, startOfMonth } from "@rounds/domain/calendar/calendar.ts";
import type { MonthOfDoctor } from "@rounds/domain/coverage/slipping.ts";
import {
  type DoneVisit,
  mostShown,
  type PlannedVisit,
  type SkippedDoctor,
  type Today,
  type TodayDoctor,
  todayDoctor,
  unrecordedDays,
} from "@rounds/domain/today/today.ts";
import { type RawBuilder, sql } from "kysely";

/** Whose day it is, and which. */
export type Person = { id: string | null; today: Day; time_zone: string };

const doctorColumns = sql.join(Object.keys(todayDoctor.shape).map((key) => sql.ref(`doctors.${key}`)));

/** A row with the columns of its doctor beside its own, as the answer has them. */
function withDoctor<Row extends TodayDoctor>(row: Row): { doctor: TodayDoctor } {
  const { id, name, specialization, hospital, address, contact_number, doctor_class } = row;
  return { doctor: { id, name, specialization, hospital, address, contact_number, doctor_class } };
}

/** The visits of some days that the person entered, and those to the doctors who are assigned to the person. */
function visitsOf({ id }: Person, from: Day, to: Day): RawBuilder<unknown> {
  const columns = sql`visits.id, visits.doctor_id, visits.visit_date, visits.status, visits.notes, visits.updated_at,
    visits.created_by, visits.updated_by`;
  return sql`
    select ${columns} from visits
      where created_by = ${id}::uuid and visit_date between ${from}::date and ${to}::date
    union
    select ${columns} from doctors
      join visits on visits.doctor_id = doctors.id and visit_date between ${from}::date and ${to}::date
      where doctors.representative_id = ${id}::uuid`;
}

/** The doctors whom the person skips today. */
function skipsOf({ id, today }: Person): RawBuilder<unknown> {
  return sql`select doctor_id, reason, note, created_at from visit_skips
    where user_id = ${id}::uuid and day = ${today}::date`;
}

type DayCounts = Pick<
  Today,
  "planned_total" | "done_total" | "calls" | "total_sales" | "unrecorded" | "holiday"
>;

/** What the day's lists count, the planned visits of earlier days that nobody recorded, and the holiday's name. */
export async function readDayCounts(db: Database, person: Person): Promise<DayCounts> {
  const { today } = person;
  const row = onlyRow(
    await sql<Omit<DayCounts, "unrecorded"> & { open: number; open_day: Day | null }>`
      with mine as materialized (${visitsOf(person, addDays(today, -unrecordedDays), today)}),
        done as (select id, doctor_id from mine where visit_date = ${today}::date and status = 'completed')
      select
        (select count(*) from mine where visit_date = ${today}::date and status = 'scheduled'
          and doctor_id not in (select doctor_id from (${skipsOf(person)}) as skips)) as planned_total,
        (select count(*) from done) as done_total,
        (select count(distinct doctor_id) from done) as calls,
        (select coalesce(sum(total_amount), 0.00) from done join sales on sales.visit_id = done.id) as total_sales,
        (select name from holidays where day = ${today}::date) as holiday,
        count(*) as open, max(visit_date) as open_day
      from mine where status = 'scheduled' and visit_date < ${today}::date ${plannedOnce}`.execute(db),
  );
  const { open, open_day, ...counts } = row;
  return { ...counts, unrecorded: { visits: open, day: open_day } };
}

/** What was done and planned this month at the doctors of a person and those shared by everybody. */
type Activity = { id: string } & Pick<MonthOfDoctor, "calls" | "scheduled" | "last_visit">;

/**
 * The month's calls of each doctor up to today, the planned ones from today on, and the day of the last visit. A day
 * with a visit of both kinds is a call.
 */
export async function readActivity(db: Database, { id, today }: Person): Promise<Map<string, Activity>> {
  const met = sql`status = 'completed' and visit_date <= ${today}::date`;
  const planned = sql`status = 'scheduled' and visit_date >= ${today}::date`;
  const { rows } = await sql<Activity>`
    select doctors.id, calls, scheduled, last.visit_date as last_visit
    from doctors
      cross join lateral (
        select count(distinct visit_date) filter (where ${met}) as calls,
          count(distinct visit_date) filter (where ${planned})
            - coalesce(max(1) filter (where ${planned} and visit_date = ${today}::date)
              * max(1) filter (where ${met} and visit_date = ${today}::date), 0) as scheduled
        from visits
        where visits.doctor_id = doctors.id
          and visit_date between ${startOfMonth(today)}::date and ${endOfMonth(today)}::date
      ) as month
      left join lateral (
        select visit_date from visits
        where visits.doctor_id = doctors.id and visit_date <= ${today}::date and status = 'completed'
        order by visit_date desc, visits.id desc limit 1
      ) as last on true
    where representative_id = ${id}::uuid or representative_id is null ${plannedOnce}`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The visits planned for today, without those to doctors who are skipped; near one another by city, then by name. */
export async function readPlanned(db: Database, person: Person): Promise<PlannedVisit[]> {
  const { today } = person;
  const { rows } = await sql<
    TodayDoctor & { visit_id: string; notes: string | null; last_visit: Day | null }
  >`
    with mine as (${visitsOf(person, today, today)})
    select ${doctorColumns}, mine.id as visit_id, mine.notes, last.visit_date as last_visit
    from mine join doctors on doctors.id = mine.doctor_id
      left join lateral (
        select visit_date from visits
        where visits.doctor_id = mine.doctor_id and visit_date <= ${today}::date and status = 'completed'
        order by visit_date desc, visits.id desc limit 1
      ) as last on true
    where mine.status = 'scheduled'
      and mine.doctor_id not in (select doctor_id from (${skipsOf(person)}) as skips)
    order by doctors.city nulls last, doctors.name_key, mine.id
    limit ${sql.lit(mostShown)} ${plannedOnce}`.execute(db);
  return rows.map((row) => {
    const { visit_id: id, notes, last_visit } = row;
    return { id, notes, last_visit, ...withDoctor(row) };
  });
}

/** The visits that took place today, the one that was saved last first. */
export async function readDone(db: Database, person: Person): Promise<DoneVisit[]> {
  const { id: me, today } = person;
  type Row = TodayDoctor &
    Pick<DoneVisit, "notes" | "item_count" | "total_sales" | "own"> & { visit_id: string };
  const { rows } = await sql<Row>`
    with mine as (${visitsOf(person, today, today)})
    select ${doctorColumns}, mine.id as visit_id, mine.notes, lines.item_count, lines.total_sales,
      coalesce(${me}::uuid in (mine.created_by, mine.updated_by), false) as own
    from mine join doctors on doctors.id = mine.doctor_id
      cross join lateral (
        select count(*) as item_count, coalesce(sum(total_amount), 0.00) as total_sales
        from sales where sales.visit_id = mine.id
      ) as lines
    where mine.status = 'completed'
    order by mine.updated_at desc, mine.id desc
    limit ${sql.lit(mostShown)} ${plannedOnce}`.execute(db);
  return rows.map((row) => {
    const { visit_id: id, notes, item_count, total_sales, own } = row;
    return { id, notes, item_count, total_sales, own, ...withDoctor(row) };
  });
}

/** The doctors whom the person skips today, the latest first, with the visit that is planned. */
export async function readSkipped(db: Database, person: Person): Promise<SkippedDoctor[]> {
  const { id: me, today } = person;
  const { rows } = await sql<TodayDoctor & Pick<SkippedDoctor, "reason" | "note" | "visit_id">>`
    select ${doctorColumns}, skips.reason, skips.note, planned.id as visit_id
    from (${skipsOf(person)}) as skips join doctors on doctors.id = skips.doctor_id
      left join lateral (
        select id from visits
        where visits.doctor_id = skips.doctor_id and visit_date = ${today}::date and status = 'scheduled'
          and (created_by = ${me}::uuid or doctors.representative_id = ${me}::uuid)
        order by id limit 1
      ) as planned on true
    order by skips.created_at desc, doctors.id
    limit ${sql.lit(mostShown)} ${plannedOnce}`.execute(db);
  return rows.map((row) => {
    const { reason, note, visit_id } = row;
    return { reason, note, visit_id, ...withDoctor(row) };
  });
}

/** Of these doctors, those who are met or planned today, by anybody. */
export async function readBusy(db: Database, ids: readonly string[], today: Day): Promise<string[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ doctor_id: string }>`
    select distinct doctor_id from visits
    where visit_date = ${today}::date and status in ('completed', 'scheduled') and doctor_id = any (${ids}::uuid[])
    ${plannedOnce}`.execute(db);
  return rows.map(({ doctor_id }) => doctor_id);
}

/** What rows show of these doctors. */
export async function readTodayDoctors(db: Database, ids: string[]): Promise<Map<string, TodayDoctor>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("doctors")
    .select(columnsOf(todayDoctor, "doctors"))
    .where("id", "=", sql<string>`any (${ids}::uuid[])`)
    .modifyEnd(plannedOnce)
    .execute();
  return new Map(rows.map((doctor) => [doctor.id, doctor]));
}
