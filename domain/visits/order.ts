import type { Day } from "../calendar/calendar.ts";

/** The order of lists of visits, newest first: whether one that was just added comes before another. */
export function isNotOlder(visit: { visit_date: Day }, other: { visit_date: Day }): boolean {
  return visit.visit_date >= other.visit_date;
}

/** The most chips of the frequency card; `frequency_doctors` counts them all. */
export const maxFrequencies = 100;
