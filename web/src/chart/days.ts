import { addDays, type Day, epochDays } from "@rounds/domain/calendar/calendar.ts";
import type { DayFigure, DaySeries } from "./figures.ts";

/** The days of a line chart, each with its figures. A mark is one day of one line: `day × lines + line`. */
export type Days = {
  count: number;
  dayAt: (index: number) => Day;
  /** The values to draw, one list for each line, one value for each day. */
  values: readonly Float64Array[];
  /** What a line comes to on a day: zero where nothing was given. */
  figureAt: (line: number, index: number) => DayFigure;
  figureOn: (line: number, day: Day) => DayFigure;
};

/** Lays sparse figures out over all the days from one to another. */
export function layDays(series: readonly DaySeries[], from: Day, to: Day): Days {
  const first = epochDays(from);
  const count = Math.max(1, epochDays(to) - first + 1);
  const given = series.map(
    ({ figures }) => new Map(figures.map((figure) => [epochDays(figure.day) - first, figure])),
  );
  const dayAt = (index: number) => addDays(from, index);
  const figureAt = (line: number, index: number) =>
    given[line]?.get(index) ?? { day: dayAt(index), value: 0, text: "0" };
  return {
    count,
    dayAt,
    values: given.map((figures) => {
      const values = new Float64Array(count);
      for (const [index, { value }] of figures) {
        if (index >= 0 && index < count) values[index] = Math.max(0, value);
      }
      return values;
    }),
    figureAt,
    figureOn: (line, day) => figureAt(line, epochDays(day) - first),
  };
}

/** The days on which a line holds anything, the newest first: what a table of the figures lists. */
export function daysWithFigures(series: readonly DaySeries[], from: Day, to: Day): Day[] {
  const days = new Set(series.flatMap(({ figures }) => figures.map(({ day }) => day)));
  return [...days]
    .filter((day) => day >= from && day <= to)
    .sort()
    .reverse();
}

/** Where a key leads among the marks of days: left and right by days, up and down between the lines. */
export function moveInDays(lines: number, days: number) {
  return (key: string, mark: number): number | undefined => {
    const line = mark % lines;
    const by = (count: number) =>
      Math.min(days - 1, Math.max(0, Math.floor(mark / lines) + count)) * lines + line;
    if (key === "ArrowRight") return by(1);
    if (key === "ArrowLeft") return by(-1);
    if (key === "PageDown") return by(30);
    if (key === "PageUp") return by(-30);
    if (key === "Home") return by(-days);
    if (key === "End") return by(days);
    if (key === "ArrowDown") return mark - line + Math.min(lines - 1, line + 1);
    if (key === "ArrowUp") return mark - line + Math.max(0, line - 1);
    return undefined;
  };
}
