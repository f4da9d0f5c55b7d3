import { addDays, type Day, endOfMonth, epochDays, startOfMonth } from "../calendar/calendar.ts";

/** The days of a span on which nobody works, and those on which one person does not. */
export type WorkCalendar = {
  /** The company's holidays. */
  holidays: Iterable<Day>;
  /** One person's leave; left out where the days of everybody count. */
  leave?: Iterable<Day>;
};

/** Whether the day is a Sunday. 1970-01-01 was a Thursday. */
export function isSunday(day: Day): boolean {
  return (((epochDays(day) + 4) % 7) + 7) % 7 === 0;
}

/**
 * The field days from `from` to `to`, both included and in order: Monday to Saturday without holidays, and without the
 * person's leave if it is given. Source: "field days = days − Sundays − holidays − leave", the usual six-day week of
 * field work in India (docs/decisions/0034-whose-doctor-and-what-a-call-is.md).
 */
export function fieldDays(from: Day, to: Day, { holidays, leave = [] }: WorkCalendar): Day[] {
  const off = new Set([...holidays, ...leave]);
  const days: Day[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) if (!isSunday(day) && !off.has(day)) days.push(day);
  return days;
}

/** The field days of the month of `day`, for norms: leave is not subtracted there. */
export function fieldDaysOfMonth(day: Day, holidays: Iterable<Day>): Day[] {
  return fieldDays(startOfMonth(day), endOfMonth(day), { holidays });
}
