import { addDays, type Day, endOfMonth, epochDays, startOfMonth } from "./calendar.ts";

/** What days are summed by. A week begins on Monday. */
export const steps = ["day", "week", "month"] as const;
export type Step = (typeof steps)[number];

/** A day, week or month of a range; at the ends only as much of it as lies in the range, and then not `whole`. */
export type Span = { from: Day; to: Day; whole: boolean };

/** The most days that are shown one by one, and the most that are shown by week. */
const mostDays = 60;
const mostDaysByWeek = 366;

/** What the days of a chart are summed by: each by itself up to 60, by week up to a year, by month beyond. */
export function stepFor(from: Day, to: Day): Step {
  const days = epochDays(to) - epochDays(from) + 1;
  if (days <= mostDays) return "day";
  return days <= mostDaysByWeek ? "week" : "month";
}

/** The first day of the day, week or month that a day lies in. */
export function startOfStep(day: Day, step: Step): Day {
  if (step === "day") return day;
  if (step === "month") return startOfMonth(day);
  // 1970-01-01 was a Thursday.
  const sinceMonday = (((epochDays(day) + 3) % 7) + 7) % 7;
  return addDays(day, -sinceMonday);
}

function endOfStep(day: Day, step: Step): Day {
  if (step === "day") return day;
  return step === "month" ? endOfMonth(day) : addDays(startOfStep(day, step), 6);
}

/** The spans that together hold exactly the days from one to another, in order. */
export function spansBetween(from: Day, to: Day, step: Step): Span[] {
  const spans: Span[] = [];
  for (let first = from; first <= to; first = addDays(spans.at(-1)?.to ?? to, 1)) {
    const end = endOfStep(first, step);
    const last = end < to ? end : to;
    spans.push({ from: first, to: last, whole: first === startOfStep(first, step) && last === end });
  }
  return spans;
}
