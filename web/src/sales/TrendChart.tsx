import { spansBetween } from "@rounds/domain/calendar/spans.ts";
import { formatRupees } from "@rounds/domain/money/money.ts";
import type { SalesTrend } from "@rounds/domain/sales/sales.ts";
import { useMemo } from "react";
import { LineChart } from "../chart/LazyCharts.tsx";
import { paths } from "../paths.ts";
import type { SalesSearch } from "../search.ts";

type Props = { label: string; trend: SalesTrend; search: SalesSearch };

/** The revenue by day, week or month; each links to its sales under the same filters. */
export function TrendChart({ label, trend, search }: Props) {
  const { step, from, to, sums } = trend;
  const spans = useMemo(() => spansBetween(from, to, step), [from, to, step]);
  const { page: _, ...filters } = search;
  return (
    <LineChart
      label={label}
      unit="rupees"
      step={step}
      spans={spans}
      series={[
        {
          key: "revenue",
          label: "Revenue",
          figures: sums.map(({ from: start_date, to: end_date, revenue }) => ({
            from: start_date,
            value: Number(revenue),
            text: formatRupees(revenue),
            target: paths.sales({ ...filters, start_date, end_date }),
          })),
        },
      ]}
    />
  );
}
