import { addDays } from "@rounds/domain/calendar/calendar.ts";
import { type RawBuilder, sql } from "kysely";
import { dayOf, endOf } from "./moments.ts";
import type { Scope } from "./queries.ts";

/**
 * Whose doctors were before they were given to another, as spans of days within the report's month and after it: from
 * `since` (null: always) to the day before `until`. On a day without a span a doctor is whose it is now. That is the rule
 * of `heldOn` in domain/coverage.
 */
function formerRepresentatives(report: Scope): RawBuilder<unknown> {
  const { from, today } = report;
  return sql`
    select doctor_id, representative_id, lag(until) over (partition by doctor_id order by moment) as since, until
    from (
      select doctor_id, representative_id, until as moment,
        least(${dayOf(report, sql`until`)}, ${today}::date) as until
      from doctor_representatives where until >= ${endOf(report, addDays(from, -1))}
    ) as changes`;
}

/** Joins the span in which the day of a row of `visits` began, if there is one, as `former`: `heldAtStartOf` in domain/coverage. */
export function joinFormer(report: Scope): RawBuilder<unknown> {
  return sql`left join (${formerRepresentatives(report)}) as former
    on former.doctor_id = doctors.id and visit_date <= former.until and (since is null or visit_date > since)`;
}

/** Whose a doctor was when the day of the visit began. */
export const representative = sql<
  string | null
>`case when former.doctor_id is null then doctors.representative_id
  else former.representative_id end`;

/**
 * The doctors with whose they were at the end of the report's month, or are today, as `doctors`. Two lists, so that
 * PostgreSQL finds a person's by the index: those who are still whose they were, and the others, who are few.
 */
export function doctorsThen(report: Scope): RawBuilder<unknown> {
  const { is_over, to } = report;
  if (!is_over) return sql`doctors`;
  const columns = sql`doctors.id, doctors.doctor_class, doctors.norm, doctors.created_at`;
  return sql`(
    with former as materialized (
      select doctor_id, representative_id from (${formerRepresentatives(report)}) as spans
      where ${to}::date < until and (since is null or ${to}::date >= since)
    )
    select ${columns}, doctors.representative_id from doctors where id not in (select doctor_id from former)
    union all
    select ${columns}, former.representative_id from former join doctors on doctors.id = former.doctor_id
  ) as doctors`;
}
