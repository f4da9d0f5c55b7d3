import { type Day, firstDay, formatDay } from "@rounds/domain/calendar/calendar.ts";

/** Days in words: "Jan 01, 2025 to Jan 21, 2025", a single day, or "Up to Jan 21, 2025" from the first day on. */
export function describeDays({ from, to }: { from: Day; to: Day }): string {
  if (from === to) return formatDay(from);
  return from === firstDay ? `Up to ${formatDay(to)}` : `${formatDay(from)} to ${formatDay(to)}`;
}
