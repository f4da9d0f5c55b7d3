import { ChartFrame } from "../ChartFrame.tsx";
import type { BarChartProps } from "../figures.ts";
import { RankedBars } from "./RankedBars.tsx";
import { UprightBars } from "./UprightBars.tsx";

/** Bars for a few days or kinds: upright, or horizontal for ranked names. Each links to its list. */
export function BarChart({ label, headings, figures, unit, direction = "vertical" }: BarChartProps) {
  return (
    <ChartFrame
      label={label}
      kind="bar chart"
      rows={() => ({
        heads: [headings.name, headings.value],
        rows: figures.map(({ key, label, text, target }) => ({
          key,
          cells: [{ text: label, target }, { text }],
        })),
      })}
    >
      {direction === "vertical" ? (
        <UprightBars figures={figures} unit={unit} />
      ) : (
        <RankedBars figures={figures} />
      )}
    </ChartFrame>
  );
}
