import type { Day } from "@rounds/domain/calendar/calendar.ts";
import { spansBetween } from "@rounds/domain/calendar/spans.ts";
import type { Movement } from "@rounds/domain/inventory/inventory.ts";
import { formatCount } from "@rounds/domain/money/count.ts";
import { useMemo } from "react";
import type { SpanFigure } from "../chart/figures.ts";
import { LineChart } from "../chart/LazyCharts.tsx";
import type { Target } from "../paths.ts";
import type { ReportLinks } from "./report-links.ts";

/** What came in and what was sold by day, week or month; each links to its rows. */
export function MovementChart({ movement, links }: { movement: Movement; links: ReportLinks }) {
  const { step, from, to, sums } = movement;
  const spans = useMemo(() => spansBetween(from, to, step), [from, to, step]);
  return (
    <LineChart
      label="Stock Movement Over Time"
      unit="units"
      step={step}
      spans={spans}
      series={[
        {
          key: "purchases",
          label: "Purchases",
          figures: sums.flatMap(({ purchases, ...span }) =>
            purchases === 0 ? [] : [figure(span.from, purchases, links.purchasesIn(span))],
          ),
        },
        {
          key: "sales",
          label: "Sales",
          figures: sums.flatMap(({ sales, ...span }) =>
            sales === 0 ? [] : [figure(span.from, sales, links.salesIn(span))],
          ),
        },
      ]}
    />
  );
}

function figure(from: Day, units: number, target: Target): SpanFigure {
  return { from, value: units, text: formatCount(units), target };
}
