import type { Day } from "@rounds/domain/calendar/calendar.ts";

/** The days of a list's address; a missing or empty one is not set. */
type NamedDays = { start_date?: Day | "" | undefined; end_date?: Day | "" | undefined };

/** The message for a range of days that can't be used; `null` if it can be used or none is set. */
export function rangeProblem(from: Day | "", to: Day | ""): string | null {
  if (from === "" && to === "") return null;
  if (from === "") return "Select start date to apply the date range.";
  if (to === "") return "Select end date to apply the date range.";
  return to < from ? "End date cannot be earlier than start date." : null;
}

/** The days that filter a list: both must be set and in order, otherwise none do. */
export function filteringDays({ start_date = "", end_date = "" }: NamedDays): { from: Day; to: Day } | null {
  if (start_date === "" || end_date === "" || rangeProblem(start_date, end_date)) return null;
  return { from: start_date, to: end_date };
}

/** Whether the end is before the start: then nothing matches, and no request is needed. */
export function isImpossible({ start_date = "", end_date = "" }: NamedDays): boolean {
  return start_date !== "" && end_date !== "" && rangeProblem(start_date, end_date) !== null;
}
