import type { ComponentType } from "react";
import { later } from "../ui/browser/later.tsx";
import { RetryPanel } from "../ui/message/RetryPanel.tsx";
import { type ChartShape, ChartSkeleton } from "./ChartSkeleton.tsx";
import type { BarChartProps, LineChartProps, PieChartProps } from "./figures.ts";

/** Bars for a few days or kinds, upright or horizontal. Loaded when the first one is shown. */
export const BarChart = laterChart<BarChartProps>(
  () => import("./bar/BarChart.tsx").then((module) => module.BarChart),
  ({ direction }) => (direction === "horizontal" ? "ranking" : "bars"),
  ({ figures }) => figures.length,
);

/** Shares of a whole as a ring with its legend. Loaded when the first one is shown. */
export const PieChart = laterChart<PieChartProps>(
  () => import("./pie/PieChart.tsx").then((module) => module.PieChart),
  () => "pie",
  ({ figures }) => figures.length,
);

/** Up to two lines over the days of a range. Loaded when the first one is shown. */
export const LineChart = laterChart<LineChartProps>(
  () => import("./line/LineChart.tsx").then((module) => module.LineChart),
  () => "line",
  () => 0,
);

/** Starts to load a chart's code while its figures are still loading. */
export function preloadChart(shape: ChartShape): void {
  void { bars: BarChart, ranking: BarChart, pie: PieChart, line: LineChart }[shape].preload();
}

/** The chart; until its code is loaded, a skeleton of the same height, or Retry after a failure. */
function laterChart<Props extends { label: string }>(
  load: () => Promise<ComponentType<Props>>,
  shapeOf: (props: Props) => ChartShape,
  marksOf: (props: Props) => number,
) {
  return later(load, (props, { failed, retrying, retry }) =>
    failed ? (
      <RetryPanel message="The chart could not be loaded." onRetry={retry} retrying={retrying} />
    ) : (
      <ChartSkeleton shape={shapeOf(props)} marks={marksOf(props)} label={props.label} />
    ),
  );
}
