import { dashboardRoutes } from "@rounds/domain/dashboard/routes.ts";
import { acrossFilters, readQuery } from "../api/reading.ts";

/** The figures and latest visits of a period. `day` is today: tomorrow the same period has other days. */
export function dashboardQuery(period: string, day: string) {
  return readQuery(["dashboard", period, day], dashboardRoutes.read, { query: { period } }, acrossFilters);
}
