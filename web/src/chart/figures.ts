import type { Day } from "@rounds/domain/calendar/calendar.ts";
import type { Span, Step } from "@rounds/domain/calendar/spans.ts";
import type { Target } from "../paths.ts";

/** One mark of a chart, and one row of the table beside it. */
export type Figure = {
  /** Tells it from the others of its chart. */
  key: string;
  /** Its name in full: "Dr. Asha Rao", "Nov 21, 2026". */
  label: string;
  /** Its name on an axis: "Nov 21". It breaks at a space where there is little room. */
  short?: string;
  /** How large the mark is drawn; never shown, so an amount of rupees may pass through a float here. */
  value: number;
  /** The exact figure as people read it: "₹12,34,567.50". */
  text: string;
  /** The list that the figure sums. */
  target?: Target | undefined;
};

/** What a day, week or month of a line comes to. Those without one are zero. */
export type SpanFigure = {
  /** The first day of its span. */
  from: Day;
  /** How high the point is drawn. */
  value: number;
  /** The exact figure as people read it: "1,250". */
  text: string;
  /** The list that the figure sums. */
  target?: Target | undefined;
};

/** One line of a chart over days, weeks or months. */
export type SpanSeries = {
  key: string;
  /** What the line counts: "Purchases". */
  label: string;
  figures: readonly SpanFigure[];
};

/** What the figures count: the axis says "₹1.5L" or "1,50,000". */
export type Unit = "rupees" | "units";

/** The head of the table's two columns: what the marks are, and what is counted. */
export type Headings = { name: string; value: string };

export type BarChartProps = {
  /** What the chart shows: "Daily Sales". Its name for screen readers, and the table's caption. */
  label: string;
  headings: Headings;
  /** In the order in which they are drawn. */
  figures: readonly Figure[];
  unit: Unit;
  /** Upright bars for a few days or kinds (the default); lying ones for ranked names. */
  direction?: "vertical" | "horizontal";
};

export type PieChartProps = {
  label: string;
  headings: Headings;
  /** In the order in which they are drawn, clockwise from the top. Figures that are not above zero get no slice. */
  figures: readonly Figure[];
  /** Slices carry their percentage only above this share in percent; without it, every one does. */
  labelsOver?: number;
  /** The exact sum of all, for the middle of the ring: "₹12,34,567.50". */
  total?: string;
  /** What the sum is called there, "Total" when not given. */
  totalLabel?: string;
  /** For figures that are only some of a whole: what they are, and what they are shares of beside each other. */
  among?: Among;
};

/** Some figures of a larger whole: percentages are said to be "of these five", with the share of the whole beside. */
export type Among = {
  /** "of these five" */
  these: string;
  /** What all figures sum to, as the figures' `value` does. */
  whole: number;
  /** "of all sales" */
  all: string;
};

export type LineChartProps = {
  label: string;
  /** What each point stands for, and all of them in order: what `spansBetween` gives. */
  step: Step;
  spans: readonly Span[];
  /** At most two lines. Figures of other spans are left out. */
  series: readonly SpanSeries[];
};
