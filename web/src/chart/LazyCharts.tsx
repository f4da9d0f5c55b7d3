import { type ComponentType, useEffect, useState } from "react";
import { RetryPanel } from "../ui/RetryPanel.tsx";
import { type ChartShape, ChartSkeleton } from "./ChartSkeleton.tsx";
import type { BarChartProps, LineChartProps, PieChartProps } from "./figures.ts";

const bars = later(async () => (await import("./BarChart.tsx")).BarChart);
const pie = later(async () => (await import("./PieChart.tsx")).PieChart);
const line = later(async () => (await import("./LineChart.tsx")).LineChart);

/** Starts to load a chart's code while its figures are still loading. */
export function preloadChart(shape: ChartShape): void {
  const loads = { bars: bars.load, ranking: bars.load, pie: pie.load, line: line.load };
  loads[shape]().catch(() => {
    // Showing the chart tries again, and reports the error.
  });
}

/** Bars for a few days or kinds, upright or horizontal. Loaded when the first one is shown. */
export function BarChart(props: BarChartProps) {
  const shape = props.direction === "horizontal" ? "ranking" : "bars";
  return <Later chart={bars} props={props} shape={shape} marks={props.figures.length} />;
}

/** Shares of a whole as a ring with its legend. Loaded when the first one is shown. */
export function PieChart(props: PieChartProps) {
  return <Later chart={pie} props={props} shape="pie" marks={props.figures.length} />;
}

/** Up to two lines over the days of a range. Loaded when the first one is shown. */
export function LineChart(props: LineChartProps) {
  return <Later chart={line} props={props} shape="line" marks={0} />;
}

type LaterChart<Props> = { load: () => Promise<void>; loaded: () => ComponentType<Props> | undefined };

/** A component that is loaded once; after a failure it is requested again. */
function later<Props>(ask: () => Promise<ComponentType<Props>>): LaterChart<Props> {
  let component: ComponentType<Props> | undefined;
  return {
    load: async () => {
      component ??= await ask();
    },
    loaded: () => component,
  };
}

type LaterProps<Props> = { chart: LaterChart<Props>; props: Props; shape: ChartShape; marks: number };

/** The chart; until its code is loaded, a skeleton of the same height, or Retry after a failure. */
function Later<Props extends { label: string }>({ chart, props, shape, marks }: LaterProps<Props>) {
  const [state, setState] = useState<"loading" | "loaded" | "failed">("loading");
  const Chart = chart.loaded();

  useEffect(() => {
    if (state !== "loading") return;
    let gone = false;
    const tell = (next: "loaded" | "failed") => () => !gone && setState(next);
    chart.load().then(tell("loaded"), tell("failed"));
    return () => {
      gone = true;
    };
  }, [chart, state]);

  if (Chart) return <Chart {...props} />;
  if (state === "failed") {
    return <RetryPanel message="The chart could not be loaded." onRetry={() => setState("loading")} />;
  }
  return <ChartSkeleton shape={shape} marks={marks} label={props.label} />;
}
