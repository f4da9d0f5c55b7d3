import { type Day, type DayRange, endOfMonth, formatMonth, startOfMonth } from "../calendar/calendar.ts";
import { type Days, monthBefore } from "../calendar/compared.ts";

/** The days of a period, both ends included; all time has no ends. */
export function periodRange(period: string, today: Day): DayRange {
  if (period === "all-time") return {};
  const first = period === "this-month" ? startOfMonth(today) : `${period}-01`;
  return { from: first, to: endOfMonth(first) };
}

/** The days with which a period is compared; none for all time and for months in the future. */
export function periodBefore(period: string, today: Day): Days | null {
  const { from } = periodRange(period, today);
  return from === undefined || from > today ? null : monthBefore(from, today);
}

/** The earlier months of the current year, latest first: the choices of the group "{year} Months". */
export function earlierMonths(today: Day): { value: string; label: string }[] {
  const months = [];
  for (let month = Number(today.slice(5, 7)) - 1; month >= 1; month--) {
    const value = `${today.slice(0, 4)}-${String(month).padStart(2, "0")}`;
    months.push({ value, label: formatMonth(`${value}-01`) });
  }
  return months;
}
