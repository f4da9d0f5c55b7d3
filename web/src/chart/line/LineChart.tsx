import { useMemo } from "react";
import { ChartFrame } from "../ChartFrame.tsx";
import type { LineChartProps } from "../figures.ts";
import { LinePlot } from "./LinePlot.tsx";
import { layPoints, pointsWithFigures } from "./points.ts";

const headings = { day: "Day", week: "Week", month: "Month" };

/** Up to two lines over days, weeks or months; each point of each line links to its list. */
export function LineChart({ label, unit, step, spans, series }: LineChartProps) {
  const points = useMemo(() => layPoints(series, spans, step, unit), [series, spans, step, unit]);
  return (
    <ChartFrame
      label={label}
      kind="line chart"
      rows={() => ({
        heads: [headings[step], ...series.map(({ label }) => label)],
        rows: pointsWithFigures(series, spans).map((index) => ({
          key: String(index),
          cells: [{ text: points.nameAt(index) }, ...series.map((_, line) => points.figureAt(line, index))],
        })),
      })}
    >
      <LinePlot points={points} series={series} unit={unit} />
    </ChartFrame>
  );
}
