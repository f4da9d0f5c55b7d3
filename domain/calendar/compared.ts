import {
  addDays,
  type Day,
  type DayRange,
  endOfMonth,
  epochDays,
  firstDay,
  startOfMonth,
} from "./calendar.ts";

/** Both ends of some days. */
export type Days = { from: Day; to: Day };

/**
 * The days right before a range and as many, to compare it with. Of a range that reaches beyond today only what has
 * been counts. `null` where there is nothing to compare: an open range, one that lies ahead, or too long a one.
 */
export function daysBefore({ from, to }: DayRange, today: Day): Days | null {
  if (!from || !to || to < from || from > today) return null;
  const length = epochDays(to < today ? to : today) - epochDays(from) + 1;
  const before = { from: addDays(from, -length), to: addDays(from, -1) };
  return before.from < firstDay ? null : before;
}

/** What a month is compared with: the month before, and of the running month up to the same day. */
export function monthBefore(month: Day, today: Day): Days {
  const last = addDays(startOfMonth(month), -1);
  const from = startOfMonth(last);
  if (startOfMonth(month) !== startOfMonth(today)) return { from, to: last };
  const sameDay = `${from.slice(0, 8)}${today.slice(8)}`;
  return { from, to: sameDay < endOfMonth(from) ? sameDay : last };
}
