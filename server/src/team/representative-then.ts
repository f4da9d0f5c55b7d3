import { addDays, type Day } from "@rounds/domain/calendar/calendar.ts";
import { type RawBuilder, sql } from "kysely";
import { dayOf, endOf } from "../api/business-days.ts";

// Whose a doctor was on a day, by the rules of domain/coverage/held-on.ts, for one visit after another and for all of a
// month at once. Random tests of coverage and performance compare both with those rules.

/** Which day the business has, and in which zone. */
export type Zone = { today: Day; time_zone: string };
/** A month that is looked at. */
type Month = Zone & { from: Day; to: Day; is_over: boolean };

/** Until which day a change counts; no change is later than today, whatever clock stored it. */
function lastDay(zone: Zone): RawBuilder<Day> {
  return sql`least(${dayOf(zone, sql`until`)}, ${zone.today}::date)`;
}

/** Whose the doctor of a visit was when its day began: `heldAtStartOf`. `visits` is the name that a query gives its visits. */
export function representativeThen(zone: Zone, visits = "visits"): RawBuilder<unknown> {
  const [doctor_id, visit_date] = [sql.ref(`${visits}.doctor_id`), sql.ref(`${visits}.visit_date`)];
  return sql`(
    select representative_id from (
      select representative_id, ${lastDay(zone)} as until, until as moment
      from doctor_representatives where doctor_id = ${doctor_id}
      union all
      select representative_id, 'infinity', 'infinity' from doctors where id = ${doctor_id}
    ) as held
    where held.until >= ${visit_date} order by held.moment limit 1)`;
}

/**
 * Whose doctors were before they were given to another, as spans of days within the report's month and after it: from
 * `since` (null: always) to the day before `until`. On a day without a span a doctor is whose it is now: `heldOn`.
 */
function formerRepresentatives(report: Month): RawBuilder<unknown> {
  return sql`
    select doctor_id, representative_id, lag(until) over (partition by doctor_id order by moment) as since, until
    from (
      select doctor_id, representative_id, until as moment, ${lastDay(report)} as until
      from doctor_representatives where until >= ${endOf(report, addDays(report.from, -1))}
    ) as changes`;
}

/** Joins the span in which the day of a row of `visits` began, if there is one, as `former`: `heldAtStartOf`. */
export function joinFormer(report: Month): RawBuilder<unknown> {
  return sql`left join (${formerRepresentatives(report)}) as former
    on former.doctor_id = doctors.id and visit_date <= former.until and (since is null or visit_date > since)`;
}

/** Whose a doctor was when the day of the visit began. */
export const representative = sql<
  string | null
>`case when former.doctor_id is null then doctors.representative_id
  else former.representative_id end`;

/** The doctors who belonged to another, or to nobody, at the end of the report's month than today, with whose they were. */
export function formerAtEnd(report: Month): RawBuilder<unknown> {
  const { is_over, to } = report;
  if (!is_over) return sql`select null::uuid as doctor_id, null::uuid as representative_id where false`;
  return sql`
    select doctor_id, representative_id from (${formerRepresentatives(report)}) as spans
    where ${to}::date < until and (since is null or ${to}::date >= since)`;
}

/**
 * The doctors with whose they were at the end of the report's month, or are today, as `doctors`. Two lists, so that
 * PostgreSQL finds a person's by the index: those who are still whose they were, and the others, who are few.
 */
export function doctorsThen(report: Month): RawBuilder<unknown> {
  if (!report.is_over) return sql`doctors`;
  const columns = sql`doctors.id, rollup_key, doctors.doctor_class, doctors.norm, doctors.created_at`;
  return sql`(
    with former as materialized (${formerAtEnd(report)})
    select ${columns}, doctors.representative_id from doctors where id not in (select doctor_id from former)
    union all
    select ${columns}, former.representative_id from former join doctors on doctors.id = former.doctor_id
  ) as doctors`;
}
