import {
  addDays,
  type Day,
  type DayRange,
  endOfMonth,
  epochDays,
  firstDay,
  startOfMonth,
} from "./calendar.ts";

/** The first and last day of a range. */
export type Days = { from: Day; to: Day };

/**
 * The days right before a range, equally many, to compare it with. If the range extends beyond today, only its days up
 * to today count. `null` if there is nothing to compare: an open range, one in the future, or one that is too long.
 */
export function daysBefore({ from, to }: DayRange, today: Day): Days | null {
  if (!from || !to || to < from || from > today) return null;
  const length = epochDays(to < today ? to : today) - epochDays(from) + 1;
  const before = { from: addDays(from, -length), to: addDays(from, -1) };
  return before.from < firstDay ? null : before;
}

/** What a month is compared with: the month before; for the current month, the month before up to the same day. */
export function monthBefore(month: Day, today: Day): Days {
  const last = addDays(startOfMonth(month), -1);
  const from = startOfMonth(last);
  if (startOfMonth(month) !== startOfMonth(today)) return { from, to: last };
  const sameDay = `${from.slice(0, 8)}${today.slice(8)}`;
  return { from, to: sameDay < endOfMonth(from) ? sameDay : last };
}
