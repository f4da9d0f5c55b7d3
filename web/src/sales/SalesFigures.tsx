import { formatCount } from "@rounds/domain/money/count.ts";
import { formatRupees } from "@rounds/domain/money/money.ts";
import type { SalesSummary } from "@rounds/domain/sales/sales.ts";
import { IndianRupee, PackageCheck, ReceiptText } from "lucide-react";
import type { Reading } from "../api/reading.ts";
import { ChartCard } from "../chart/ChartCard.tsx";
import { type Figure, rupeesFigure } from "../chart/figures.ts";
import { BarChart, PieChart } from "../chart/LazyCharts.tsx";
import { describeSpans } from "../chart/line/span-names.ts";
import { paths } from "../paths.ts";
import type { SalesSearch } from "../search.ts";
import { compareCounts, compareRupees } from "../ui/figure/comparison.ts";
import { StatCard } from "../ui/figure/StatCard.tsx";
import { TrendChart } from "./TrendChart.tsx";

const emptyText = "No sales to show";
const trendTitle = "Revenue Over Time";

type Props = {
  summary: Reading<SalesSummary>;
  search: SalesSearch;
  errorText: string;
  onRetry: () => void;
  /** Links to the rows that the cards sum. */
  onOpenRows: () => void;
};

/** The cards and the charts. */
export function SalesFigures({ summary, search, errorText, onRetry, onOpenRows }: Props) {
  const { data, error, outdated, refreshing } = summary;
  const before = data?.before;
  const failure = error ? { error, errorText, onRetry } : undefined;
  const panel = { data, failure, refreshing, emptyText };
  const fading = `transition-opacity duration-120 ${outdated ? "opacity-60" : ""}`;
  return (
    <>
      {(data || !error) && (
        <div className={`grid grid-cols-2 gap-3 *:first:max-sm:col-span-2 sm:grid-cols-3 sm:gap-4 ${fading}`}>
          <StatCard
            title="Total Revenue"
            value={data && formatRupees(data.revenue)}
            icon={IndianRupee}
            comparison={before && compareRupees(data.revenue, before.revenue, before)}
            onOpen={onOpenRows}
          />
          <StatCard
            title="Total Items Sold"
            value={data && formatCount(data.items_sold)}
            icon={PackageCheck}
            comparison={before && compareCounts(data.items_sold, before.items_sold, before)}
            onOpen={onOpenRows}
          />
          <StatCard
            title="Total Transactions"
            value={data && formatCount(data.transactions)}
            icon={ReceiptText}
            comparison={before && compareCounts(data.transactions, before.transactions, before)}
            onOpen={onOpenRows}
          />
        </div>
      )}
      <div className={fading}>
        <ChartCard
          {...panel}
          title={trendTitle}
          summary={data?.trend && `Revenue ${describeSpans(data.trend)}`}
          shape="line"
          // An answer that a phone has kept from an earlier version has no trend.
          isEmpty={({ trend }) => !trend}
        >
          {({ trend }) => trend && <TrendChart label={trendTitle} trend={trend} search={search} />}
        </ChartCard>
      </div>
      <div className={`grid gap-4 lg:grid-cols-2 print:grid-cols-1 ${fading}`}>
        <ChartCard
          {...panel}
          title="Sales by Category"
          shape="pie"
          isEmpty={({ by_category }) => by_category.length === 0}
        >
          {({ by_category, revenue }) => (
            <PieChart
              label="Sales by Category"
              headings={{ name: "Category", value: "Sales" }}
              figures={by_category.map((sold) => categoryFigure(sold, search))}
              total={formatRupees(revenue)}
            />
          )}
        </ChartCard>
        <ChartCard
          {...panel}
          title="Top Doctors by Sales"
          shape="ranking"
          marks={10}
          isEmpty={({ top_doctors }) => top_doctors.length === 0}
        >
          {({ top_doctors }) => (
            <BarChart
              label="Top Doctors by Sales"
              headings={{ name: "Doctor", value: "Sales" }}
              figures={top_doctors.map((sold) => doctorFigure(sold, search))}
              unit="rupees"
              direction="horizontal"
            />
          )}
        </ChartCard>
      </div>
    </>
  );
}

/** A slice; it links to the same list with only that category. */
function categoryFigure(
  { category, revenue }: SalesSummary["by_category"][number],
  { page: _, ...filters }: SalesSearch,
): Figure {
  return rupeesFigure(category, category, revenue, paths.sales({ ...filters, category }));
}

/** A bar; it links to the same list with only that doctor. */
function doctorFigure(
  { doctor_id, name, revenue }: SalesSummary["top_doctors"][number],
  { page: _, ...filters }: SalesSearch,
): Figure {
  return rupeesFigure(doctor_id, name || "Unknown", revenue, paths.sales({ ...filters, doctor_id }));
}
