import type { Day } from "@rounds/domain/calendar/calendar.ts";
import type { Span, Step } from "@rounds/domain/calendar/spans.ts";
import { formatRupees } from "@rounds/domain/money/money.ts";
import type { Target } from "../paths.ts";

/** One mark of a chart, and one row of the table beside it. */
export type Figure = {
  /** Unique in its chart. */
  key: string;
  /** Its full name: "Dr. Asha Rao", "Nov 21, 2026". */
  label: string;
  /** Its name on an axis: "Nov 21". It breaks at a space if there is little room. */
  short?: string;
  /** The size of the mark; never shown, so an amount of rupees may be a float here. */
  value: number;
  /** The exact figure as people read it: "₹12,34,567.50". */
  text: string;
  /** The list whose rows the figure sums. */
  target?: Target | undefined;
};

/** The figure of an amount of rupees. */
export function rupeesFigure(key: string, label: string, amount: string, target: Target | undefined): Figure {
  return { key, label, value: Number(amount), text: formatRupees(amount), target };
}

/** The figure of a day, week or month of a line. Missing ones are zero. */
export type SpanFigure = {
  /** The first day of its span. */
  from: Day;
  /** The height of the point. */
  value: number;
  /** The exact figure as people read it: "1,250". */
  text: string;
  /** The list whose rows the figure sums. */
  target?: Target | undefined;
};

/** One line of a chart over days, weeks or months. */
export type SpanSeries = {
  key: string;
  /** What the line counts: "Purchases". */
  label: string;
  figures: readonly SpanFigure[];
};

/** The unit of the figures: the axis shows "₹1.5L" or "1,50,000". */
export type Unit = "rupees" | "units";

/** The headings of the table's two columns: what the marks are, and what is counted. */
type Headings = { name: string; value: string };

export type BarChartProps = {
  /** What the chart shows: "Daily Sales". It is the name for screen readers and the table's caption. */
  label: string;
  headings: Headings;
  /** In drawing order. */
  figures: readonly Figure[];
  unit: Unit;
  /** Upright bars for a few days or kinds (the default); horizontal ones for ranked names. */
  direction?: "vertical" | "horizontal";
};

export type PieChartProps = {
  label: string;
  headings: Headings;
  /** In drawing order, clockwise from the top. Figures that are not above zero get no slice. */
  figures: readonly Figure[];
  /** Slices show their percentage only above this share in percent; without it, every slice does. */
  labelsOver?: number;
  /** The exact sum of all, for the middle of the ring: "₹12,34,567.50". */
  total?: string;
  /** The label of the sum, "Total" by default. */
  totalLabel?: string;
  /** For figures that are only part of a whole: what they are, and what they are shares of. */
  among?: Among;
};

/** Figures of a larger whole: percentages are labelled "of these five", with the share of the whole beside them. */
type Among = {
  /** "of these five" */
  these: string;
  /** The sum of all figures, in the same unit as the figures' `value`. */
  whole: number;
  /** "of all sales" */
  all: string;
};

export type LineChartProps = {
  label: string;
  unit: Unit;
  /** The span of each point, in order, as from `spansBetween`. */
  step: Step;
  spans: readonly Span[];
  /** At most two lines. Figures of other spans are left out. */
  series: readonly SpanSeries[];
};
