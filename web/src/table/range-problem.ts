import type { Day } from "@rounds/domain/calendar/calendar.ts";

/** Why a range of days does not apply, in the specification's words; `null` when it does or none is set. */
export function rangeProblem(from: Day | "", to: Day | ""): string | null {
  if (from === "" && to === "") return null;
  if (from === "") return "Select start date to apply the date range.";
  if (to === "") return "Select end date to apply the date range.";
  return to < from ? "End date cannot be earlier than start date." : null;
}
