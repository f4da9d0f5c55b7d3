import type { Day } from "@rounds/domain/calendar/calendar.ts";

/** The message for a range of days that can't be used; `null` if it can be used or none is set. */
export function rangeProblem(from: Day | "", to: Day | ""): string | null {
  if (from === "" && to === "") return null;
  if (from === "") return "Select start date to apply the date range.";
  if (to === "") return "Select end date to apply the date range.";
  return to < from ? "End date cannot be earlier than start date." : null;
}
