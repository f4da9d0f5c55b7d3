import type { DashboardComparison } from "@rounds/domain/dashboard/dashboard.ts";
import { periodRange } from "@rounds/domain/dashboard/periods.ts";
import { formatCount } from "@rounds/domain/money/count.ts";
import { formatRupees } from "@rounds/domain/money/money.ts";
import { useQuery } from "@tanstack/react-query";
import { CalendarCheck, IndianRupee, Package, Plus, UserPlus, Users } from "lucide-react";
import { useToday } from "../api/clock.ts";
import { allDates, paths } from "../paths.ts";
import { dashboardSearch } from "../search.ts";
import { useListSearch } from "../table/filter/useListSearch.ts";
import { later } from "../ui/browser/later.tsx";
import { ButtonLink } from "../ui/control/ButtonLink.tsx";
import { type Comparison, compareCounts, compareRupees } from "../ui/figure/comparison.ts";
import { StatCard, StatCards } from "../ui/figure/StatCard.tsx";
import { PageHeader } from "../ui/navigation/PageHeader.tsx";
import { DashboardCharts } from "./DashboardCharts.tsx";
import { PeriodSelect } from "./PeriodSelect.tsx";
import { allTime, chosenPeriod, periodDays, periodLabel, thisMonth } from "./period.ts";
import { dashboardQuery } from "./queries.ts";
import { PlannedVisits, RecentVisits } from "./RecentVisits.tsx";

/** If its code can't be loaded, the figures say enough. */
const FirstSteps = later(
  () => import("./FirstSteps.tsx").then((module) => module.FirstSteps),
  () => null,
);

/** Read after the dashboard. Without it, the dashboard is whole. */
const LaterDashboard = later(
  () => import("./LaterDashboard.tsx").then((module) => module.LaterDashboard),
  () => null,
);

/** The screen /. */
export function DashboardPage() {
  const today = useToday();
  const [search, change] = useListSearch(dashboardSearch);
  const period = chosenPeriod(search.period, today);
  const { data, error, refetch, isPlaceholderData, isRefetching } = useQuery(dashboardQuery(period, today));
  const whole = period === allTime;
  const days = periodRange(period, today);
  const within = { start_date: days.from, end_date: days.to };
  const comparison = data?.comparison;
  const isNew = data?.has_visits === false;
  // The items of a planned visit are sales, even before the first one took place.
  const hasSales = data && data.daily_sales.length + data.top_doctors.length > 0;
  const awaited = data || whole ? undefined : "loading";
  const refreshing = isPlaceholderData || isRefetching;
  return (
    <div className="flex flex-col gap-5">
      <PageHeader
        title={`Dashboard · ${periodLabel(period)}`}
        summary={periodDays(period, today)}
        actions={
          <PeriodSelect
            period={period}
            today={today}
            onChange={(next) => change({ period: next === thisMonth ? undefined : next })}
          />
        }
        primary={
          <>
            <ButtonLink icon={UserPlus} target={paths.addDoctor()}>
              Add Doctor
            </ButtonLink>
            <ButtonLink variant="primary" icon={Plus} target={paths.addVisit()}>
              Add Visit
            </ButtonLink>
          </>
        }
      />
      {(data || !error) && (
        <>
          <StatCards outdated={isPlaceholderData}>
            <StatCard
              title="Total Doctors"
              value={data && formatCount(data.doctors)}
              icon={Users}
              target={paths.doctors()}
            />
            <StatCard
              title={whole ? "Total Visits" : "Visits This Period"}
              value={data && formatCount(data.visits)}
              icon={CalendarCheck}
              comparison={comparison ? compareVisits(comparison, data.visits) : awaited}
              target={paths.visits(whole ? allDates : within)}
            />
            <StatCard
              title={whole ? "Total Sales" : "Sales This Period"}
              value={data && formatRupees(data.sales)}
              icon={IndianRupee}
              comparison={
                comparison
                  ? compareRupees(comparison.sales, comparison.before.sales, comparison.before)
                  : awaited
              }
              target={paths.sales(within)}
            />
            <StatCard
              title="Total Products"
              value={data && formatCount(data.products)}
              icon={Package}
              target={paths.products()}
            />
          </StatCards>
          {isNew && <FirstSteps doctors={data.doctors} products={data.products} replacesCharts={!hasSales} />}
          {(!isNew || hasSales) && <DashboardCharts data={data} days={days} outdated={isPlaceholderData} />}
        </>
      )}
      <RecentVisits
        visits={data?.recent_visits}
        current={period === thisMonth}
        refreshing={refreshing}
        error={error}
        onRetry={() => void refetch()}
      />
      <PlannedVisits visits={data?.planned_visits} today={today} />
      {data && <LaterDashboard />}
    </div>
  );
}

/** Visits up to today; if more are scheduled, the compared number is given too. */
function compareVisits({ visits, before }: DashboardComparison, all: number): Comparison | null {
  const compared = compareCounts(visits, before.visits, before);
  return visits === all || !compared
    ? compared
    : { ...compared, words: `${formatCount(visits)} up to today: ${compared.words}` };
}
