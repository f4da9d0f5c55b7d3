import {
  addDays,
  type Day,
  type DayRange,
  endOfMonth,
  endOfYear,
  firstDay,
  lastDay,
  startOfMonth,
  startOfYear,
} from "@rounds/domain/calendar/calendar.ts";

/** The periods of one level whose first days are from `first` to `last`. */
export type Piece = { level: "day" | "month" | "year" | "all"; first: Day; last: Day };

/** The day under which the total sum is kept. */
const always: Day = "0001-01-01";

/**
 * The periods that together contain exactly the days of a range, the longest that fit: whole years, then whole months,
 * and the rest in days. Sums over years are read from a few of them.
 */
export function piecesOf({ from, to }: DayRange): Piece[] {
  if (from === undefined && to === undefined) return [{ level: "all", first: always, last: always }];
  const first = from ?? firstDay;
  const last = to ?? lastDay;
  const years = {
    first: first === startOfYear(first) ? first : addDays(endOfYear(first), 1),
    last: last === endOfYear(last) ? last : addDays(startOfYear(last), -1),
  };
  if (years.first > years.last) return inMonths(first, last);
  return [
    ...inMonths(first, addDays(years.first, -1)),
    { level: "year", first: years.first, last: startOfYear(years.last) },
    ...inMonths(addDays(years.last, 1), last),
  ];
}

/** The same in whole months and days, for sums of each month. */
export function inMonths(first: Day, last: Day): Piece[] {
  const months = {
    first: first === startOfMonth(first) ? first : addDays(endOfMonth(first), 1),
    last: last === endOfMonth(last) ? last : addDays(startOfMonth(last), -1),
  };
  if (months.first > months.last) return inDays(first, last);
  return [
    ...inDays(first, addDays(months.first, -1)),
    { level: "month", first: months.first, last: startOfMonth(months.last) },
    ...inDays(addDays(months.last, 1), last),
  ];
}

function inDays(first: Day, last: Day): Piece[] {
  return first > last ? [] : [{ level: "day", first, last }];
}
