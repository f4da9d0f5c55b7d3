import { addDays, type Day } from "@rounds/domain/calendar/calendar.ts";
import { type Span, type Step, startOfStep } from "@rounds/domain/calendar/spans.ts";
import { type DayTick, dayTicks } from "./day-ticks.ts";

/** The smallest distance of two marks, in days, so that none falls within a span. */
const least = { day: 1, week: 7, month: 31 } as const;

/**
 * Marks of the axis of days, weeks or months, as many as fit into this many pixels. Their `index` counts spans, and may be
 * between two of them.
 */
export function spanTicks(spans: readonly Span[], step: Step, width: number): DayTick[] {
  const [first, last] = [spans[0], spans.at(-1)];
  if (!first || !last) return [];
  const from = startOfStep(first.from, step);
  return dayTicks(from, last.to, width, least[step]).map((tick) => {
    if (step === "day") return tick;
    if (step === "week") return { ...tick, index: tick.index / 7 };
    return { ...tick, index: monthOf(addDays(from, tick.index)) - monthOf(from) };
  });
}

function monthOf(day: Day): number {
  return Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
}
