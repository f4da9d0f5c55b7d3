import type { Day } from "../calendar/calendar.ts";
import type { VisitFacts } from "./calls.ts";
import type { VisitListQuery } from "./visit-list.ts";

/**
 * Whether the range of a list holds a day. Without both ends it holds every day; a range that ends before it begins holds
 * none.
 */
export function isInRange(
  day: Day,
  { start_date, end_date }: Pick<VisitListQuery, "start_date" | "end_date">,
): boolean {
  return !(start_date && end_date) || (start_date <= day && day <= end_date);
}

/** Whether the status filter of a list lets a visit through. */
export function isOfStatus({ status }: Pick<VisitFacts, "status">, asked: VisitListQuery["status"]): boolean {
  return !asked || (asked === "completed") === (status === "completed");
}

/**
 * Whether range and status let a visit through: the filters that its own row decides. The same in SQL, with all other
 * filters: server/src/visits/list-visits.ts.
 */
export function passesByRow(
  visit: VisitFacts,
  filters: Pick<VisitListQuery, "start_date" | "end_date" | "status">,
): boolean {
  return isInRange(visit.visit_date, filters) && isOfStatus(visit, filters.status);
}
