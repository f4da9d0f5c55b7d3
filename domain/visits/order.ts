import type { Day } from "../calendar/calendar.ts";

/**
 * Whether a list of these days begins with the nearest one: the days are still to come. Every other list begins with the
 * newest. A range that begins today and ends later is still to come, so that the order stays when its first day begins.
 */
export function isSoonestFirst(
  { start_date = "", end_date = "" }: { start_date?: Day | undefined; end_date?: Day | undefined },
  today: Day,
): boolean {
  return start_date >= today && end_date > today;
}

type Dated = { visit_date: Day };

/**
 * The order of visits, for `sort`: by day, the newest first, and within a day by entry, the latest first. The same in SQL:
 * server/src/visits/order.ts.
 */
export function newestFirst(one: Dated & { id: string }, other: Dated & { id: string }): number {
  const isLater = one.visit_date === other.visit_date ? one.id > other.id : one.visit_date > other.visit_date;
  return isLater ? -1 : 1;
}

/** Whether a visit that was just added comes before another, in a list that begins with the soonest or the newest. */
export function comesBefore(isSoonestFirst: boolean): (added: Dated, other: Dated) => boolean {
  return (added, other) => added.visit_date < other.visit_date === isSoonestFirst;
}

/** The most chips of the frequency card; `frequency_doctors` counts them all. */
export const maxFrequencies = 100;
