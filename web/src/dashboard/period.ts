import { type Day, formatMonth } from "@rounds/domain/calendar/calendar.ts";
import { periodRange } from "@rounds/domain/dashboard/periods.ts";
import { describeDays } from "../table/filter/describe-days.ts";

export const thisMonth = "this-month";
export const allTime = "all-time";

/** The name of a period: "This Month", "All Time" or "October 2026". */
export function periodLabel(period: string): string {
  if (period === thisMonth) return "This Month";
  if (period === allTime) return "All Time";
  return formatMonth(`${period}-01`);
}

/** The period in an address: the current month, or none, is this month. */
export function chosenPeriod(period: string | undefined, today: Day): string {
  return period === undefined || period === today.slice(0, 7) ? thisMonth : period;
}

/** The days of a period in words: "Nov 01, 2026 to Nov 30, 2026". */
export function periodDays(period: string, today: Day): string {
  const { from, to } = periodRange(period, today);
  return from && to ? describeDays({ from, to }) : "Everything recorded so far";
}
