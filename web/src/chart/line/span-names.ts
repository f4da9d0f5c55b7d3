import { type Day, epochDays, formatDay, formatMonth } from "@rounds/domain/calendar/calendar.ts";
import { type Span, type Step, spansBetween } from "@rounds/domain/calendar/spans.ts";

/** The name of a span: "Nov 21, 2026", "Nov 16, 2026 to Nov 22, 2026", "November 2026". A partial one says so. */
export function spanName({ from, to, whole }: Span, step: Step): string {
  if (step === "day") return formatDay(from);
  if (step === "month" && whole) return formatMonth(from);
  const days = from === to ? formatDay(from) : `${formatDay(from)} to ${formatDay(to)}`;
  return whole ? days : `${days} (part of a ${step})`;
}

/**
 * How a chart sums its spans, and what its ends leave out: "per week, Monday to Sunday. The first has 5 days, the last
 * 2."
 */
export function describeSpans({ from, to, step }: { from: Day; to: Day; step: Step }): string {
  const spans = spansBetween(from, to, step);
  const [first, last] = [spans[0], spans.at(-1)];
  const words = { day: "per day", week: "per week, Monday to Sunday", month: "per month" }[step];
  if (!first || !last || (first.whole && last.whole)) return words;
  const days = ({ from, to }: Span) => {
    const count = epochDays(to) - epochDays(from) + 1;
    return count === 1 ? "1 day" : `${count} days`;
  };
  if (first === last) return `${words}. There are only ${days(first)} of one.`;
  if (first.whole) return `${words}. The last has ${days(last)}.`;
  return `${words}. The first has ${days(first)}${last.whole ? "" : `, the last ${days(last)}`}.`;
}
