import { type Day, formatDay } from "@rounds/domain/calendar/calendar.ts";
import type { InventorySummary } from "@rounds/domain/inventory/inventory.ts";
import { formatCount } from "@rounds/domain/money/count.ts";
import { formatRupees } from "@rounds/domain/money/money.ts";
import { IndianRupee, Package, PackagePlus, ShoppingCart } from "lucide-react";
import { ChartCard } from "../chart/ChartCard.tsx";
import { rupeesFigure } from "../chart/figures.ts";
import { PieChart } from "../chart/LazyCharts.tsx";
import { describeSpans } from "../chart/line/span-names.ts";
import { usePhone } from "../ui/browser/useMediaQuery.ts";
import { compareCounts, compareRupees } from "../ui/figure/comparison.ts";
import { StatCard, StatCards } from "../ui/figure/StatCard.tsx";
import { LowStockAlert } from "./LowStockAlert.tsx";
import { MovementChart } from "./MovementChart.tsx";
import { type ReportDays, sumWords } from "./report-days.ts";
import type { ReportLinks } from "./report-links.ts";

/** What panels show while the days can't be used; the reason is at their fields and in the table. */
const nothing = "Nothing to show";

type Props = {
  /** `undefined` until they are loaded for the first time. */
  summary: InventorySummary | undefined;
  days: ReportDays;
  today: Day;
  links: ReportLinks;
  category: string | undefined;
  /** Figures of an earlier filter are still shown. */
  outdated: boolean;
  /** Links to the rows that the cards sum. */
  onOpenRows: () => void;
};

/** The figures of the report: cards, charts and the alert. */
export function InventoryFigures({ summary, days, today, links, category, outdated, onOpenRows }: Props) {
  const charts = { data: summary, refreshing: outdated };
  const before = summary?.before;
  const summed = days.problem ? "" : ` ${sumWords(days, today)}`;
  // In a corridor, people look for what must be ordered.
  const phone = usePhone();
  const lowStock = (
    <LowStockAlert
      products={summary?.low_stock}
      total={summary?.low_stock_products ?? 0}
      day={days.to}
      isNow={days.to === today}
      nothing={days.problem ? nothing : undefined}
    />
  );
  return (
    <>
      {phone && lowStock}
      <StatCards outdated={outdated}>
        <StatCard
          title="Total Products"
          value={summary && formatCount(summary.products)}
          hint="active inventory items"
          icon={Package}
          onOpen={onOpenRows}
        />
        <StatCard
          title="Total Purchases"
          value={summary && formatCount(summary.purchases)}
          hint={`units purchased${summed}`}
          comparison={before && compareCounts(summary.purchases, before.purchases, before)}
          icon={PackagePlus}
          target={links.purchases}
          onOpen={onOpenRows}
        />
        <StatCard
          title="Total Sales"
          value={summary && formatCount(summary.sales)}
          hint={`units sold${summed}`}
          comparison={before && compareCounts(summary.sales, before.sales, before)}
          icon={ShoppingCart}
          target={links.sales}
        />
        <StatCard
          title="Stock Value"
          value={summary && formatRupees(summary.stock_value)}
          hint={`on ${formatDay(days.to)}, at today's prices`}
          icon={IndianRupee}
          comparison={
            before &&
            compareRupees(summary.stock_value, before.stock_value, { from: before.to, to: before.to })
          }
          onOpen={onOpenRows}
        />
      </StatCards>
      <ChartCard
        {...charts}
        title="Stock Movement Over Time"
        summary={`Units purchased and sold ${summary ? describeSpans(summary.movement) : ""}`}
        shape="line"
        isEmpty={({ movement }) => movement.sums.length === 0}
        emptyText={days.problem ? nothing : "No purchases or sales in these days"}
      >
        {({ movement }) => <MovementChart movement={movement} links={links} />}
      </ChartCard>
      <div className="grid gap-5 xl:grid-cols-2 print:grid-cols-1">
        <ChartCard
          {...charts}
          title="Stock Value by Category"
          shape="pie"
          isEmpty={({ value_by_category }) => value_by_category.length === 0}
          emptyText={days.problem ? nothing : "No stock of any value"}
        >
          {({ value_by_category, stock_value }) => (
            <PieChart
              label="Stock Value by Category"
              headings={{ name: "Category", value: "Stock value" }}
              figures={value_by_category.map(({ category: name, value }) =>
                rupeesFigure(name, name, value, name === category ? undefined : links.ofCategory(name)),
              )}
              labelsOver={5}
              total={formatRupees(stock_value)}
            />
          )}
        </ChartCard>
        {!phone && lowStock}
      </div>
    </>
  );
}
