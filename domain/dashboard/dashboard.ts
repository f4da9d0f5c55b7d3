import { z } from "zod";
import { isDay } from "../calendar/calendar.ts";
import { doctorSales } from "../sales/sales.ts";
import { visitRow } from "../visits/visit-list.ts";

export { earlierMonths, periodBefore, periodRange } from "./periods.ts";

/** A period of the dashboard: this month, all time, or a month `yyyy-MM`. */
export const dashboardPeriod = z
  .union([z.enum(["this-month", "all-time"]), z.string().refine((month) => isDay(`${month}-01`))])
  .default("this-month");

export const dashboardQuery = z.object({ period: dashboardPeriod });

/** What was sold on one day, in rupees. */
const daySales = z.object({ day: z.iso.date(), revenue: z.string() });

/**
 * What a period is compared with: visits and sales of the period up to today, and of the days before it. Visits in the
 * future count only in the period's own figure.
 */
const dashboardComparison = z.object({
  visits: z.int(),
  sales: z.string(),
  before: z.object({ from: z.iso.date(), to: z.iso.date(), visits: z.int(), sales: z.string() }),
});

/**
 * The four figures (sales in rupees), the charts and the latest visits of a period. Doctors and products are counted
 * in total.
 */
export const dashboard = z.object({
  doctors: z.int(),
  visits: z.int(),
  sales: z.string(),
  products: z.int(),
  /** Whether any visit was completed yet, in whatever period. A server of the release before does not say it. */
  has_visits: z.boolean().optional(),
  comparison: dashboardComparison.nullable(),
  /**
   * Consecutive days up to today or the period's end, at most `dailySalesCount`, all within the period. If nothing was
   * sold on them, they end with the last day that had sales; empty if there is no such day.
   */
  daily_sales: z.array(daySales),
  /** Largest first, then by name; at most `topDoctorCount`. */
  top_doctors: z.array(doctorSales),
  /** The latest visits up to today; at most `recentVisitCount`. */
  recent_visits: z.array(visitRow),
  /**
   * The next visits after today, soonest first, whatever the period; at most `recentVisitCount`. Cancelled ones are
   * left out.
   */
  planned_visits: z.array(visitRow),
});

export type DaySales = z.output<typeof daySales>;
export type DashboardComparison = z.output<typeof dashboardComparison>;
export type Dashboard = z.output<typeof dashboard>;

/** How many visits the dashboard lists. */
export const recentVisitCount = 5;

/** How many days the chart of daily sales covers. */
export const dailySalesCount = 10;

/** How many doctors the dashboard ranks. */
export const topDoctorCount = 5;
