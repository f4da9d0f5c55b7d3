import type { Database } from "@rounds/database/connect.ts";
import { onePage, onlyRow } from "@rounds/database/select.ts";
import { plannedOnce } from "@rounds/database/statement-names.ts";
import { snapshot } from "@rounds/database/transaction.ts";
import { addDays, type Day, type DayRange } from "@rounds/domain/calendar/calendar.ts";
import type { Days } from "@rounds/domain/calendar/compared.ts";
import {
  type Dashboard,
  type DaySales,
  dailySalesCount,
  periodBefore,
  periodRange,
  recentVisitCount,
  topDoctorCount,
} from "@rounds/domain/dashboard/dashboard.ts";
import { sql } from "kysely";
import { readDays, readTotalsOf, widen, within } from "../rollups/queries.ts";
import { readTopDoctors } from "../sales/queries.ts";
import { tookPlace } from "../visits/calls.ts";
import { inOrder, type VisitOrder } from "../visits/order.ts";
import { readVisitRows } from "../visits/queries.ts";

/**
 * The figures of a period, its charts and its latest visits, all from one moment. Visits count by their date, sales by
 * the day on which they count, as in the sales list.
 */
export async function readDashboard(db: Database, chosen: string, today: Day): Promise<Dashboard> {
  const period = periodRange(chosen, today);
  return await snapshot(db, async (tx) => {
    const latest = tx
      .selectFrom("visits")
      .select("visits.id")
      .where(within("visit_date", period))
      .where("visit_date", "<=", today);
    const planned = tx
      .selectFrom("visits")
      .select("visits.id")
      .where("visit_date", ">", today)
      .where("status", "<>", "cancelled");
    const few = (visits: typeof latest, order: VisitOrder) =>
      readVisitRows(tx, onePage(inOrder(visits, order), recentVisitCount).modifyEnd(plannedOnce), order);
    const [counts, sums, daily_sales, top_doctors, recent_visits, planned_visits] = await Promise.all([
      readCounts(tx),
      readSums(tx, period, periodBefore(chosen, today), today),
      readDailySales(tx, period, today),
      widen(tx, period).then((range) => readTopDoctors(tx, range, topDoctorCount)),
      few(latest, "desc"),
      few(planned, "asc"),
    ]);
    return { ...counts, ...sums, daily_sales, top_doctors, recent_visits, planned_visits };
  });
}

async function readCounts(db: Database): Promise<Pick<Dashboard, "doctors" | "products" | "has_visits">> {
  const answer = await sql<{ doctors: number; products: number; has_visits: boolean }>`
    select (select count(*) from doctors) as doctors, (select count(*) from products) as products,
      exists (select from visits where ${tookPlace()}) as has_visits`.execute(db);
  return onlyRow(answer);
}

/** The sums of a period, and those that compare it with the one before. */
async function readSums(
  db: Database,
  period: DayRange,
  before: Days | null,
  today: Day,
): Promise<Pick<Dashboard, "visits" | "sales" | "comparison">> {
  const { from, to } = period;
  const upToToday = { from, to: to && to < today ? to : today };
  const [whole, now, then] = await readTotalsOf(db, before ? [period, upToToday, before] : [period]);
  const comparison =
    before && now && then
      ? {
          visits: now.visits,
          sales: now.revenue,
          before: { ...before, visits: then.visits, sales: then.revenue },
        }
      : null;
  return { visits: whole.visits, sales: whole.revenue, comparison };
}

/** The sales of each of the last days of a period, or of the last days with sales. */
async function readDailySales(db: Database, period: DayRange, today: Day): Promise<DaySales[]> {
  const latest = await readSoldDays(db, daysUpTo(period.to && period.to < today ? period.to : today, period));
  if (latest.some((day) => day.sold)) return latest.map(({ day, revenue }) => ({ day, revenue }));
  const { last } = await db
    .selectFrom("sales")
    .select(sql<Day | null>`max(transaction_date)`.as("last"))
    .where(within("transaction_date", period))
    .executeTakeFirstOrThrow();
  if (last === null) return [];
  return (await readSoldDays(db, daysUpTo(last, period))).map(({ day, revenue }) => ({ day, revenue }));
}

/** The days of a period in the chart if it ends on one of them; none if the period begins later. */
function daysUpTo(last: Day, { from }: DayRange): Day[] {
  const days = Array.from({ length: dailySalesCount }, (_, n) => addDays(last, n + 1 - dailySalesCount));
  return days.filter((day) => from === undefined || day >= from);
}

async function readSoldDays(db: Database, days: readonly Day[]) {
  const [from, to] = [days.at(0), days.at(-1)];
  if (from === undefined || to === undefined) return [];
  const known = new Map((await readDays(db, { from, to })).map((totals) => [totals.day, totals]));
  return days.map((day) => {
    const { revenue = "0.00", transactions = 0 } = known.get(day) ?? {};
    return { day, revenue, sold: transactions > 0 };
  });
}
