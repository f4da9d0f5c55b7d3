import type { Day } from "@rounds/domain/calendar/calendar.ts";
import type { Span, Step } from "@rounds/domain/calendar/spans.ts";
import { formatRupees } from "@rounds/domain/money/money.ts";
import type { SpanFigure, SpanSeries, Unit } from "../figures.ts";
import { type DayTick, spanTicks } from "./day-ticks.ts";
import { spanName } from "./span-names.ts";

/** The points of a line chart, each with its figures. A mark is one point of one line: `point × lines + line`. */
export type Points = {
  count: number;
  step: Step;
  /** The name of a point: "Nov 21, 2026", "November 2026". */
  nameAt: (index: number) => string;
  /** The values to draw, one list for each line, one value for each point. */
  values: readonly Float64Array[];
  /** The figure of a line at a point: zero if none was given. */
  figureAt: (line: number, index: number) => SpanFigure;
  /** The marks of the axis, as many as fit into this many pixels. */
  ticks: (width: number) => DayTick[];
};

/** How no sum at all is written. */
const zero = { rupees: formatRupees("0.00"), units: "0" } as const;

/** Spreads sparse figures over all the spans of a chart. */
export function layPoints(
  series: readonly SpanSeries[],
  spans: readonly Span[],
  step: Step,
  unit: Unit,
): Points {
  const indexOf = new Map(spans.map(({ from }, index) => [from, index]));
  const given = series.map(
    ({ figures }) => new Map(figures.map((figure) => [indexOf.get(figure.from), figure])),
  );
  const fromOf = (index: number): Day => spans[index]?.from ?? "";
  return {
    count: Math.max(1, spans.length),
    step,
    nameAt: (index) => {
      const span = spans[index];
      return span ? spanName(span, step) : "";
    },
    values: given.map((figures) => {
      const values = new Float64Array(Math.max(1, spans.length));
      for (const [index, { value }] of figures) if (index !== undefined) values[index] = Math.max(0, value);
      return values;
    }),
    figureAt: (line, index) => given[line]?.get(index) ?? { from: fromOf(index), value: 0, text: zero[unit] },
    ticks: (width) => spanTicks(spans, step, width),
  };
}

/** The points at which a line has figures, newest first: the rows of the table. */
export function pointsWithFigures(series: readonly SpanSeries[], spans: readonly Span[]): number[] {
  const held = new Set(series.flatMap(({ figures }) => figures.map(({ from }) => from)));
  return spans.flatMap(({ from }, index) => (held.has(from) ? [index] : [])).reverse();
}

/** How many points PageUp and PageDown move: about a month, or a year. */
const pages = { day: 30, week: 4, month: 12 } as const;

/** Where a key leads among the marks: left and right by points, up and down between the lines. */
export function moveInPoints(lines: number, { count, step }: Pick<Points, "count" | "step">) {
  return (key: string, mark: number): number | undefined => {
    const line = mark % lines;
    const by = (points: number) =>
      Math.min(count - 1, Math.max(0, Math.floor(mark / lines) + points)) * lines + line;
    if (key === "ArrowRight") return by(1);
    if (key === "ArrowLeft") return by(-1);
    if (key === "PageDown") return by(pages[step]);
    if (key === "PageUp") return by(-pages[step]);
    if (key === "Home") return by(-count);
    if (key === "End") return by(count);
    if (key === "ArrowDown") return mark - line + Math.min(lines - 1, line + 1);
    if (key === "ArrowUp") return mark - line + Math.max(0, line - 1);
    return undefined;
  };
}
