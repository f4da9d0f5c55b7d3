import { type DayRange, formatDay } from "@rounds/domain/calendar/calendar.ts";
import type { Dashboard } from "@rounds/domain/dashboard/dashboard.ts";
import { formatRupees, toPaise } from "@rounds/domain/money/money.ts";
import { ChartCard } from "../chart/ChartCard.tsx";
import { type Figure, rupeesFigure } from "../chart/figures.ts";
import { BarChart, PieChart } from "../chart/LazyCharts.tsx";
import { paths } from "../paths.ts";
import { describeDays } from "../table/filter/describe-days.ts";

type Props = {
  /** `undefined` until they are loaded for the first time. */
  data: Dashboard | undefined;
  /** The days of the period. */
  days: DayRange;
  /** Figures of another period are still shown. */
  outdated: boolean;
};

/** Sales by day and by doctor. An error is shown beside the visits, which come with the same answer. */
export function DashboardCharts({ data, days, outdated }: Props) {
  const panel = { data, refreshing: outdated };
  return (
    <div className="grid gap-5 xl:grid-cols-2 print:grid-cols-1">
      <ChartCard
        {...panel}
        title="Daily Sales"
        summary={data && daysOf(data.daily_sales)}
        shape="bars"
        isEmpty={({ daily_sales }) => daily_sales.length === 0}
        emptyText="No sales data for this period"
      >
        {({ daily_sales }) => (
          <BarChart
            label="Daily Sales"
            headings={{ name: "Day", value: "Sales" }}
            figures={daily_sales.map(dayFigure)}
            unit="rupees"
          />
        )}
      </ChartCard>
      <ChartCard
        {...panel}
        title="Top Doctors by Sales"
        summary={data && data.top_doctors.length > 0 && `Percentages ${ofThese(data.top_doctors.length)}`}
        shape="pie"
        isEmpty={({ top_doctors }) => top_doctors.length === 0}
        emptyText="No doctor sales data for this period"
      >
        {({ top_doctors, sales }) => (
          <PieChart
            label="Top Doctors by Sales"
            headings={{ name: "Doctor", value: "Sales" }}
            figures={top_doctors.map((sold) => doctorFigure(sold, days))}
            total={formatRupees(top_doctors.reduce((sum, { revenue }) => sum + toPaise(revenue), 0n))}
            totalLabel={these(top_doctors.length)}
            among={{ these: ofThese(top_doctors.length), whole: Number(sales), all: "of all sales" }}
          />
        )}
      </ChartCard>
    </div>
  );
}

const numbers = ["", "one", "two", "three", "four", "five"];

/** The name of the largest: "These five". */
function these(count: number): string {
  return `${count === 1 ? "This" : "These"} ${numbers[count] ?? count}`;
}

function ofThese(count: number): string {
  return `of ${these(count).toLowerCase()}`;
}

function daysOf(sales: Dashboard["daily_sales"]): string | undefined {
  const [first, last] = [sales[0], sales.at(-1)];
  return first && last && describeDays({ from: first.day, to: last.day });
}

/** A bar; it links to the sales of its day. */
function dayFigure({ day, revenue }: Dashboard["daily_sales"][number]): Figure {
  const label = formatDay(day);
  const target = paths.sales({ start_date: day, end_date: day });
  return { ...rupeesFigure(day, label, revenue, target), short: label.split(",")[0] };
}

/** A slice; it links to the doctor's sales within the period. */
function doctorFigure(
  { doctor_id, name, revenue }: Dashboard["top_doctors"][number],
  { from, to }: DayRange,
): Figure {
  const target = paths.sales({ doctor_id, start_date: from, end_date: to });
  return rupeesFigure(doctor_id, name || "Unknown", revenue, target);
}
