import type { Database } from "@rounds/database/connect.ts";
import { onlyRow } from "@rounds/database/select.ts";
import { plannedOnce } from "@rounds/database/statement-names.ts";
import { addDays, type Day } from "@rounds/domain/calendar/calendar.ts";
import { mostShown } from "@rounds/domain/today/limits.ts";
import { type UsualLoad, usualDays, usualLoad } from "@rounds/domain/today/load.ts";
import type { PlanDay, PlannedOrDone } from "@rounds/domain/today/plan-days.ts";
import type { TodayDoctor } from "@rounds/domain/today/today.ts";
import { sql } from "kysely";
import { isPlanned, lastCall, tookPlace } from "../visits/calls.ts";
import { doctorColumns, isOwnCall, type Person, visitsOf, withDoctor } from "./queries.ts";

/** A day with its visits, without what kind of day it is for the person. */
export type DayOfPlan = Omit<PlanDay, "kind">;

/** What every row of a day repeats, and one visit; a day without any is one row of nulls. */
type Row = Omit<DayOfPlan, "visits"> &
  TodayDoctor & {
    visit_id: string | null;
    status: PlannedOrDone["status"];
    notes: string | null;
    created_by: string | null;
    last_visit: Day | null;
  };

/**
 * The days from `from` to `to` with the person's planned visits and own calls, near one another by city, and the names of
 * holidays. Planned ones first.
 */
export async function readDays(db: Database, person: Person, from: Day, to: Day): Promise<DayOfPlan[]> {
  const { rows } = await sql<Row>`
    with mine as materialized (${visitsOf(person, { from, to, done_from: from })}),
      shown as (
        select mine.* from mine cross join lateral (select ${isOwnCall(person)} as own) as calls
        where ${isPlanned("mine")} or ${tookPlace("mine")} and own
      ),
      counts as (
        select visit_date, count(*) filter (where ${isPlanned("shown")}) as planned_total,
          count(*) filter (where ${tookPlace("shown")}) as done_total
        from shown group by visit_date
      ),
      ranked as (
        select shown.id as visit_id, visit_date, status, notes, shown.created_by, doctor_id, city_key, name_key,
          row_number() over (
            partition by visit_date order by status desc, city_key, name_key, shown.id
          ) as place
        from shown join doctors on doctors.id = doctor_id
      )
    select days.day::text, holidays.name as holiday, coalesce(planned_total, 0) as planned_total,
      coalesce(done_total, 0) as done_total,
      visit_id, ranked.status, ranked.notes, ranked.created_by, ${doctorColumns},
      case when ${isPlanned("ranked")} then ${lastCall(sql`visits.doctor_id = ranked.doctor_id`, sql`days.day`)} end as last_visit
    from (
        select ${from}::date + n as day from generate_series(0, ${to}::date - ${from}::date) as n
      ) as days
      left join holidays on holidays.day = days.day
      left join counts on counts.visit_date = days.day
      left join (ranked join doctors on doctors.id = ranked.doctor_id)
        on ranked.visit_date = days.day and place <= ${sql.lit(mostShown)}
    order by days.day, place ${plannedOnce}`.execute(db);
  return [...new Set(rows.map(({ day }) => day))].map((day) => {
    const ofDay = rows.filter((row) => row.day === day);
    const { holiday, planned_total, done_total } = onlyRow({ rows: ofDay.slice(0, 1) });
    const visits = ofDay.flatMap((row) => {
      const { visit_id, notes, status, created_by, last_visit } = row;
      return visit_id ? [{ id: visit_id, notes, status, created_by, last_visit, ...withDoctor(row) }] : [];
    });
    return { day, holiday, planned_total, done_total, visits };
  });
}

/**
 * How many calls the person makes on a day, by the last days before `today`. Found by the person and by the person's
 * doctors: the calls of a whole month, as coverage counts them, are those of everybody first.
 */
export async function readUsual(db: Database, person: Person): Promise<UsualLoad> {
  const [from, to] = [addDays(person.today, -usualDays), addDays(person.today, -1)];
  return usualLoad(
    onlyRow(
      await sql<{ calls: number; days_worked: number }>`
        with mine as materialized (${visitsOf(person, { from, to, done_from: from })})
        select count(distinct (mine.doctor_id, mine.visit_date))::integer as calls,
          count(distinct mine.visit_date)::integer as days_worked
        from mine cross join lateral (select ${isOwnCall(person)} as own) as calls
        where ${tookPlace("mine")} and own ${plannedOnce}`.execute(db),
    ),
  );
}
