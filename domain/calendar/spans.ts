import { addDays, type Day, type DayRange, endOfMonth, epochDays, startOfMonth } from "./calendar.ts";

/** The unit in which days are summed. A week starts on Monday. */
export const steps = ["day", "week", "month"] as const;
export type Step = (typeof steps)[number];

/**
 * A day, week or month of a range. At the ends of the range it contains only the days within the range, and is then
 * not `whole`.
 */
export type Span = { from: Day; to: Day; whole: boolean };

/** The most days shown one by one, and the most shown by week. */
const mostDays = 60;
const mostDaysByWeek = 366;

/** The unit for a chart of these days: days up to 60, weeks up to a year, months beyond. */
export function stepFor(from: Day, to: Day): Step {
  const days = epochDays(to) - epochDays(from) + 1;
  if (days <= mostDays) return "day";
  return days <= mostDaysByWeek ? "week" : "month";
}

/** The first day of the day, week or month that contains a day. */
export function startOfStep(day: Day, step: Step): Day {
  if (step === "day") return day;
  if (step === "month") return startOfMonth(day);
  // 1970-01-01 was a Thursday.
  const sinceMonday = (((epochDays(day) + 3) % 7) + 7) % 7;
  return addDays(day, -sinceMonday);
}

/** The Monday of a day's week. */
export function mondayOf(day: Day): Day {
  return startOfStep(day, "week");
}

function endOfStep(day: Day, step: Step): Day {
  if (step === "day") return day;
  return step === "month" ? endOfMonth(day) : addDays(startOfStep(day, step), 6);
}

/** The spans that together contain exactly the days of a range, in order. */
export function spansBetween(from: Day, to: Day, step: Step): Span[] {
  const spans: Span[] = [];
  for (let first = from; first <= to; first = addDays(spans.at(-1)?.to ?? to, 1)) {
    const end = endOfStep(first, step);
    const last = end < to ? end : to;
    spans.push({ from: first, to: last, whole: first === startOfStep(first, step) && last === end });
  }
  return spans;
}

/** The spans of a chart that hold days with a figure, and what they span together. */
type DaysInSpans<Of> = { step: Step; from: Day; to: Day; spans: { from: Day; to: Day; days: Of[] }[] };

/**
 * Days with a figure, in order, in the spans of a chart over a range: days, weeks or months, as its length asks for. If
 * the range `isOpen`, it has no beginning of its own, and what lies before the first day's span is left out.
 */
export function inSpans<Of extends { day: Day }>(
  days: readonly Of[],
  { from, to }: Required<DayRange>,
  isOpen: boolean,
): DaysInSpans<Of> {
  const first = days[0]?.day;
  const shown = first !== undefined && isOpen ? first : from;
  const step = stepFor(shown, to);
  const whole = startOfStep(shown, step);
  const begin = whole > from ? whole : from;
  const spans: DaysInSpans<Of>["spans"] = [];
  let next = 0;
  for (const span of spansBetween(begin, to, step)) {
    const start = next;
    for (let day = days[next]; day && day.day <= span.to; day = days[next]) next++;
    if (next > start) spans.push({ from: span.from, to: span.to, days: days.slice(start, next) });
  }
  return { step, from: begin, to, spans };
}
