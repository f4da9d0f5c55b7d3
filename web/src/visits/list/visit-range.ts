import { type Day, formatDay, startOfMonth } from "@rounds/domain/calendar/calendar.ts";
import type { VisitListQuery } from "@rounds/domain/visits/visit-list.ts";
import type { VisitsSearch } from "../../search.ts";
import { rangeProblem } from "../../table/filter/range-problem.ts";

/** The days of the visit list; an empty one is not set. */
export type VisitRange = { start_date: Day | ""; end_date: Day | "" };

/**
 * The days that the list's address asks for. If it names none: from the start of the month to today. A day that the
 * reader cleared stays empty.
 */
export function rangeOf(search: VisitsSearch, today: Day): VisitRange {
  if (search.start_date === undefined && search.end_date === undefined) {
    return { start_date: startOfMonth(today), end_date: today };
  }
  return { start_date: search.start_date ?? "", end_date: search.end_date ?? "" };
}

/** The request for an address. */
export function listQuery(
  { search, status, city, representative, page }: VisitsSearch,
  range: VisitRange,
): VisitListQuery {
  return { search, status, city, representative, page, ...range };
}

/** The days in words: "Jan 01, 2025 to Jan 21, 2025"; all days if the range can't be used. */
export function describeRange({ start_date, end_date }: VisitRange): string {
  if (start_date === "" || end_date === "") return "All dates";
  // The filter says what to do about it.
  if (rangeProblem(start_date, end_date)) return "The end lies before the start";
  if (start_date === end_date) return formatDay(start_date);
  return `${formatDay(start_date)} to ${formatDay(end_date)}`;
}
