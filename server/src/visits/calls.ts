import type { Day } from "@rounds/domain/calendar/calendar.ts";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { byDay } from "./order.ts";

// What a call is, as domain/visits/calls.ts says it; calls.random.test.ts compares the two. `of` is the name that a query
// gives its visits.

/** Whether a visit took place. On a day after today it is no call: see `isCall`. */
export function tookPlace(of = "visits"): RawBuilder<SqlBool> {
  return sql`${sql.ref(`${of}.status`)} = 'completed'`;
}

/** Whether a visit is a call up to a day: it took place by then. */
export function isCall(until: Day | RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql`(${tookPlace()} and visits.visit_date <= ${until}::date)`;
}

/** Whether a visit is planned. On a day before today it is one that nobody recorded: see `isToCome`. */
export function isPlanned(of = "visits"): RawBuilder<SqlBool> {
  return sql`${sql.ref(`${of}.status`)} = 'scheduled'`;
}

/** Whether a visit is still to be made: planned for today or a later day. */
export function isToCome(today: Day): RawBuilder<SqlBool> {
  return sql`(${isPlanned()} and visits.visit_date >= ${today}::date)`;
}

/** The day of the last call up to a day among the visits of a condition on `visits`; null if there was none. */
export function lastCall(
  which: RawBuilder<unknown>,
  until: Day | RawBuilder<unknown>,
): RawBuilder<Day | null> {
  return sql`(
    select visits.visit_date from visits where ${which} and ${isCall(until)} ${byDay("desc")} limit 1)`;
}
