import { formatDay } from "@rounds/domain/calendar/calendar.ts";
import { useMemo } from "react";
import { ChartFrame } from "./ChartFrame.tsx";
import { daysWithFigures, layDays } from "./days.ts";
import type { LineChartProps } from "./figures.ts";
import { LinePlot } from "./LinePlot.tsx";

/** Up to two lines over the days of a range, each day of each line leading to the list behind it. */
export function LineChart({ label, dayHeading = "Day", from, to, series }: LineChartProps) {
  const days = useMemo(() => layDays(series, from, to), [series, from, to]);
  return (
    <ChartFrame
      label={label}
      kind="line chart"
      rows={() => ({
        heads: [dayHeading, ...series.map(({ label }) => label)],
        rows: daysWithFigures(series, from, to).map((day) => ({
          key: day,
          cells: [{ text: formatDay(day) }, ...series.map((_, line) => days.figureOn(line, day))],
        })),
      })}
    >
      <LinePlot days={days} series={series} from={from} to={to} />
    </ChartFrame>
  );
}
