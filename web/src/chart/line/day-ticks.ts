import { addDays, type Day, epochDays, formatDay } from "@rounds/domain/calendar/calendar.ts";
import { type Span, type Step, startOfStep } from "@rounds/domain/calendar/spans.ts";

/** A mark of the axis of days: its distance from the first day in days, and its one or two lines. */
export type DayTick = { index: number; text: string; below?: string };

const daySteps = [1, 2, 7, 14];
const monthSteps = [1, 2, 3, 6, 12, 24, 60, 120, 240, 600, 1200, 2400, 6000];

/** The width in pixels of a day ("21"), and of a month ("Nov") or year. */
const dayRoom = 36;
const monthRoom = 41;

/**
 * Evenly spaced marks for a range of days, as many as fit into this many pixels: days with their month below, months
 * with their year, or years. The lower line appears at the first mark and where it changes. `least` days lie between
 * marks.
 */
export function dayTicks(from: Day, to: Day, width: number, least = 1): DayTick[] {
  const days = epochDays(to) - epochDays(from) + 1;
  const step = daySteps.find(
    (size) => size >= least && Math.ceil(days / size) * dayRoom <= Math.max(width, 2 * dayRoom),
  );
  if (step) {
    const indexes = Array.from({ length: Math.ceil(days / step) }, (_, index) => index * step);
    return indexes.map((index) => {
      const day = addDays(from, index);
      const isNews = index === 0 || day.slice(0, 7) !== addDays(day, -step).slice(0, 7);
      return { index, text: String(Number(day.slice(8))), ...(isNews && { below: shortMonth(day) }) };
    });
  }
  const months = monthsBetween(from, to);
  for (const size of monthSteps) {
    const marks = months.filter((month) => month % size === 0);
    if (marks.length * monthRoom <= Math.max(width, 2 * monthRoom)) {
      const found = marks.map((month) => dayOfMonth(month, from));
      return size % 12 === 0
        ? found.map(({ index, day }) => ({ index, text: day.slice(0, 4) }))
        : found.map(({ index, day }, place) => {
            const year = day.slice(0, 4);
            const isNews = year !== found[place - 1]?.day.slice(0, 4);
            return { index, text: shortMonth(day), ...(isNews && { below: year }) };
          });
    }
  }
  return [];
}

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
    return { ...tick, index: monthNumber(addDays(from, tick.index)) - monthNumber(from) };
  });
}

function monthNumber(day: Day): number {
  return Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
}

/** The months (year × 12 + month − 1) whose first day is in the range. */
function monthsBetween(from: Day, to: Day): number[] {
  const first = from.endsWith("-01") ? monthNumber(from) : monthNumber(from) + 1;
  return Array.from({ length: Math.max(0, monthNumber(to) - first + 1) }, (_, index) => first + index);
}

function dayOfMonth(month: number, from: Day) {
  const day = `${String(Math.floor(month / 12)).padStart(4, "0")}-${String((month % 12) + 1).padStart(2, "0")}-01`;
  return { day, index: epochDays(day) - epochDays(from) };
}

function shortMonth(day: Day): string {
  return formatDay(day).slice(0, 3);
}
