import type { Day } from "@rounds/domain/calendar/calendar.ts";
import { type RawBuilder, sql } from "kysely";

type Zone = { time_zone: string };

/** The business day of a moment. */
export function dayOf({ time_zone }: Zone, moment: RawBuilder<unknown>): RawBuilder<Day> {
  return sql`(${moment} at time zone ${time_zone})::date`;
}

/** The moment at which a business day ends. Comparing moments is faster than computing the day of each. */
export function endOf({ time_zone }: Zone, day: Day): RawBuilder<unknown> {
  return sql`((${day}::date + 1)::timestamp at time zone ${time_zone})`;
}
