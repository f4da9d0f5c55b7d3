import type { DayRange } from "@rounds/domain/calendar/calendar.ts";
import { type Dashboard, recentVisitCount } from "@rounds/domain/dashboard/dashboard.ts";
import { sql } from "kysely";
import type { Database } from "../database/connect.ts";
import { countAll } from "../database/select.ts";
import { newestFirst, readVisitRows } from "../visits/queries.ts";

/** The figures of a period and its latest visits. */
export async function readDashboard(db: Database, { from, to }: DayRange): Promise<Dashboard> {
  let visits = db.selectFrom("visits");
  if (from) visits = visits.where("visit_date", ">=", from);
  if (to) visits = visits.where("visit_date", "<=", to);
  const sales = visits
    .innerJoin("sales", "sales.visit_id", "visits.id")
    .select(sql<string>`coalesce(sum(total_amount), 0.00)`.as("sales"));
  const latest = newestFirst(visits.select("visits.id")).limit(recentVisitCount);
  const [doctors, visitCount, products, sum, recent_visits] = await Promise.all([
    countAll(db.selectFrom("doctors")),
    countAll(visits),
    countAll(db.selectFrom("products")),
    sales.executeTakeFirstOrThrow(),
    readVisitRows(db, latest),
  ]);
  return { doctors, visits: visitCount, products, sales: sum.sales, recent_visits };
}
