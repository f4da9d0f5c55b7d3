import { z } from "zod";
import { visitRow } from "../visits/visit-list.ts";

export { earlierMonths, periodRange } from "./periods.ts";

/** A period of the dashboard: this month, all time, or a month `yyyy-MM`. */
export const dashboardPeriod = z
  .union([z.enum(["this-month", "all-time"]), z.string().regex(/^(19|2\d)\d{2}-(0[1-9]|1[0-2])$/)])
  .default("this-month");

export const dashboardQuery = z.object({ period: dashboardPeriod });

/** The four figures (sales in rupees) and the latest visits of a period. Doctors and products are counted whole. */
export const dashboard = z.object({
  doctors: z.int(),
  visits: z.int(),
  sales: z.string(),
  products: z.int(),
  recent_visits: z.array(visitRow),
});

export type Dashboard = z.output<typeof dashboard>;

/** How many visits the dashboard lists. */
export const recentVisitCount = 5;
