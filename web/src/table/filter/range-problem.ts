import type { Day } from "@rounds/domain/calendar/calendar.ts";

/**
 * The message for a range of days that can't be used; `null` if it can be used or none is set. With `today`, it begins at
 * the latest then: that comes first, because an end that is today by itself is no mistake.
 */
export function rangeProblem(from: Day | "", to: Day | "", today?: Day): string | null {
  if (today !== undefined && from > today) return "Start date cannot be after today.";
  if (from === "" && to === "") return null;
  if (from === "") return "Select start date to apply the date range.";
  if (to === "") return "Select end date to apply the date range.";
  return to < from ? "End date cannot be earlier than start date." : null;
}
