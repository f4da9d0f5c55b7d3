import type { Database } from "@rounds/database/connect.ts";
import { onlyRow } from "@rounds/database/select.ts";
import { plannedOnce } from "@rounds/database/statement-names.ts";
import { addDays, type Day, startOfMonth } from "@rounds/domain/calendar/calendar.ts";
import { knownDays } from "@rounds/domain/today/current-month.ts";
import type { DayBasis, SkippedOnDay } from "@rounds/domain/today/day-basis.ts";
import { mostShown, unrecordedDays } from "@rounds/domain/today/limits.ts";
import {
  type DoneVisit,
  type SkippedDoctor,
  type Today,
  type TodayDoctor,
  todayDoctor,
} from "@rounds/domain/today/today.ts";
import { caredForUntil, type VisitOfDoctor } from "@rounds/domain/visits/calls.ts";
import { type RawBuilder, sql } from "kysely";
import { endOf } from "../api/business-days.ts";
import { readNamedBasis } from "../coverage/queries.ts";
import { representativeThen } from "../team/representative-then.ts";
import { isPlanned, lastCall, tookPlace } from "../visits/calls.ts";
import { byDay } from "../visits/order.ts";

/** Whose day it is, and which; `planned_since` as in a `Scope`, if it is a day to come. */
export type Person = { id: string | null; today: Day; time_zone: string; planned_since?: Day };

/** What rows show of their doctor. */
export const doctorColumns = sql.join(Object.keys(todayDoctor.shape).map((key) => sql.ref(`doctors.${key}`)));

/** A row with the columns of its doctor beside its own, as the answer has them. */
export function withDoctor<Row extends TodayDoctor>(row: Row): { doctor: TodayDoctor } {
  const { id, name, specialization, hospital, address, contact_number, doctor_class } = row;
  return { doctor: { id, name, specialization, hospital, address, contact_number, doctor_class } };
}

/**
 * The visits of some days that the person entered, those to the doctors who are assigned to the person, or (from `done_from`
 * on, to look at what was done) were on that day, and those to shared doctors that nobody of the accounts entered, such
 * as the demo's: where they are planned, somebody has to make them.
 */
export function visitsOf(
  person: Person,
  { from, to, done_from }: Record<"from" | "to" | "done_from", Day>,
): RawBuilder<unknown> {
  const { id } = person;
  const columns = sql`visits.id, visits.doctor_id, visits.visit_date, visits.status, visits.notes, visits.updated_at,
    visits.created_by`;
  return sql`
    select ${columns} from visits
      where created_by = ${id}::uuid and visit_date between ${from}::date and ${to}::date
    union
    select ${columns} from doctors
      join visits on visits.doctor_id = doctors.id and visit_date between ${from}::date and ${to}::date
      where doctors.representative_id = ${id}::uuid
    union
    select ${columns} from doctors
      join visits on visits.doctor_id = doctors.id and visit_date between ${from}::date and ${to}::date
      where doctors.representative_id is null and visits.created_by is null
    union
    select ${columns} from doctor_representatives as former
      join visits on visits.doctor_id = former.doctor_id and visit_date between ${done_from}::date and ${to}::date
      where until >= ${endOf(person, addDays(done_from, -1))} and former.representative_id = ${id}::uuid
        and visits.created_by is null and ${tookPlace()}`;
}

/** Whether a visit of `mine` is the person's call: its author's, or without one of whose the doctor was when the day began. */
export function isOwnCall(person: Person): RawBuilder<boolean> {
  return sql`coalesce(case when mine.created_by is null then ${representativeThen(person, "mine")}
    else mine.created_by end = ${person.id}::uuid, false)`;
}

/** The doctors whom the person skips today. */
export function skipsOf({ id, today }: Pick<Person, "id" | "today">): RawBuilder<unknown> {
  return sql`select doctor_id, reason, note, created_at from visit_skips
    where user_id = ${id}::uuid and day = ${today}::date`;
}

type DayOfVisits = Pick<
  Today,
  "planned" | "planned_total" | "unrecorded" | "done" | "done_total" | "calls" | "total_sales" | "holiday"
>;

/** What every row of the answer repeats. */
type Counts = Pick<Today, "planned_total" | "done_total" | "calls" | "total_sales" | "holiday"> & {
  open: number;
  open_day: Day | null;
};
/** One visit of today; without any there is one row of nulls. */
type VisitRow = TodayDoctor &
  Pick<DoneVisit, "notes" | "item_count" | "own"> & {
    created_by: string | null;
    visit_id: string | null;
    status: string;
    amount: string;
    last_visit: Day | null;
  };

/**
 * The person's visits of today with their counts, the planned visits of earlier days that nobody recorded, and the name
 * of today's holiday. Planned visits near one another by city, without those to doctors who are skipped; done ones with
 * the one that was saved last first. One statement, because each further one would look at all doctors again.
 */
export async function readVisitsOfDay(db: Database, person: Person): Promise<DayOfVisits> {
  const { today } = person;
  const isOpen = isPlanned("of_today");
  const isDone = sql`${tookPlace("of_today")} and own`;
  const { rows } = await sql<Counts & VisitRow>`
    with mine as materialized (${visitsOf(person, { from: addDays(today, -unrecordedDays), to: today, done_from: today })}),
      of_today as materialized (
        select mine.*, own, lines.item_count, lines.amount,
          row_number() over (partition by status order by updated_at desc, id desc) as place
        from mine
          cross join lateral (select ${isOwnCall(person)} as own) as calls
          cross join lateral (
            select count(*) as item_count, coalesce(sum(total_amount), 0.00) as amount
            from sales where sales.visit_id = mine.id
          ) as lines
        where visit_date = ${today}::date and (${tookPlace("mine")} and (own or created_by is not null)
          or ${isPlanned("mine")} and doctor_id not in (select doctor_id from (${skipsOf(person)}) as skips))
      ),
      counts as (
        select count(*) filter (where ${isPlanned("of_today")}) as planned_total,
          count(*) filter (where ${isDone}) as done_total,
          count(distinct doctor_id) filter (where ${isDone}) as calls,
          coalesce(sum(amount) filter (where ${isDone}), 0.00) as total_sales
        from of_today
      ),
      open as (
        select count(*) as open, max(visit_date) as open_day
        from mine where ${isPlanned("mine")} and visit_date < ${today}::date
      )
    select counts.*, open.*, (select name from holidays where day = ${today}::date) as holiday,
      of_today.id as visit_id, of_today.status, of_today.notes, of_today.item_count, of_today.amount,
      of_today.created_by,
      coalesce(own, false) as own,
      case when ${isOpen} then ${lastCall(sql`visits.doctor_id = of_today.doctor_id`, today)} end as last_visit,
      ${doctorColumns}
    from counts cross join open
      left join (of_today join doctors on doctors.id = of_today.doctor_id) on place <= ${sql.lit(mostShown)}
    order by case when ${isOpen} then doctors.city_key end, case when ${isOpen} then doctors.name_key end,
      of_today.updated_at desc, of_today.id desc ${plannedOnce}`.execute(db);
  const { planned_total, done_total, calls, total_sales, holiday, open, open_day } = onlyRow({
    rows: rows.slice(0, 1),
  });
  const visits = rows.flatMap((row) => (row.visit_id ? [{ ...row, visit_id: row.visit_id }] : []));
  return {
    planned: visits
      .filter(({ status }) => status === "scheduled")
      .map((row) => ({
        id: row.visit_id,
        notes: row.notes,
        created_by: row.created_by,
        last_visit: row.last_visit,
        ...withDoctor(row),
      })),
    planned_total,
    unrecorded: { visits: open, day: open_day },
    done: visits
      .filter(({ status }) => status === "completed")
      .map((row) => ({
        id: row.visit_id,
        notes: row.notes,
        total_sales: row.amount,
        item_count: row.item_count,
        own: row.own,
        ...withDoctor(row),
      })),
    done_total,
    calls,
    total_sales,
    holiday,
  };
}

/**
 * The visits of the month, and those planned soon after it (`caredForUntil`), to the doctors of a person and those shared by
 * everybody, and of each doctor the last one before the month that took place. Two looks into an index for each doctor, whatever the planner thinks of the number.
 */
export async function readActivity(db: Database, { id, today }: Person): Promise<VisitOfDoctor[]> {
  const first = startOfMonth(today);
  const { rows } = await sql<VisitOfDoctor>`
    select doctors.id as doctor_id, days.visit_date, days.status
    from doctors cross join lateral (
      select visit_date, status from visits
      where visits.doctor_id = doctors.id and visit_date between ${first}::date and ${caredForUntil(today)}::date
        and status in ('completed', 'scheduled')
      union all
      (select visit_date, status from visits
      where visits.doctor_id = doctors.id and visit_date < ${first}::date and ${tookPlace()}
      ${byDay("desc")} limit 1)
    ) as days
    where representative_id = ${id}::uuid or representative_id is null ${plannedOnce}`.execute(db);
  return rows;
}

/** The doctors whom the person skips today, the latest first, with the visit that is planned. */
export async function readSkipped(db: Database, person: Person): Promise<SkippedDoctor[]> {
  const { id: me, today } = person;
  const { rows } = await sql<
    TodayDoctor & Pick<SkippedDoctor, "reason" | "note" | "visit_id" | "created_by">
  >`
    select ${doctorColumns}, skips.reason, skips.note, planned.id as visit_id, planned.created_by
    from (${skipsOf(person)}) as skips join doctors on doctors.id = skips.doctor_id
      left join lateral (
        select id, created_by from visits
        where visits.doctor_id = skips.doctor_id and visit_date = ${today}::date and ${isPlanned()}
          and (created_by = ${me}::uuid or doctors.representative_id = ${me}::uuid
            or created_by is null and doctors.representative_id is null)
        order by id limit 1
      ) as planned on true
    order by skips.created_at desc, doctors.id
    limit ${sql.lit(mostShown)} ${plannedOnce}`.execute(db);
  return rows.map((row) => {
    const { reason, note, visit_id, created_by } = row;
    return { reason, note, visit_id, created_by, ...withDoctor(row) };
  });
}

/** The doctors who are met or planned on a day, by anybody. */
export async function readBusy(db: Database, day: Day): Promise<string[]> {
  const { rows } = await sql<{ doctor_id: string }>`
    select distinct doctor_id from visits
    where visit_date = ${day}::date and status in ('completed', 'scheduled') ${plannedOnce}`.execute(db);
  return rows.map(({ doctor_id }) => doctor_id);
}

/** More than anybody skips on a day. */
const mostSkips = 1000;

/** What a person's day depends on besides doctors and visits, for a phone to work it out. */
export async function readDayBasis(db: Database, person: Pick<Person, "id" | "today">): Promise<DayBasis> {
  const { id, today } = person;
  const { from, to } = knownDays(today);
  const [basis, skips] = await Promise.all([
    readNamedBasis(db, { day: today, from, to, user_id: id }),
    sql<SkippedOnDay>`
      select doctor_id, ${today} as day, reason, note, created_at from (${skipsOf(person)}) as skips
      limit ${sql.lit(mostSkips)}`.execute(db),
  ]);
  return { ...basis, skips: skips.rows };
}
