import { dashboardRoutes } from "@rounds/domain/dashboard/routes.ts";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../api/client.ts";

/** The figures and latest visits of a period. `day` is today: tomorrow the same period has other days. */
export function dashboardQuery(period: string, day: string) {
  return queryOptions({
    queryKey: ["dashboard", period, day],
    queryFn: ({ signal }) => call(dashboardRoutes.read, { query: { period } }, signal),
    placeholderData: keepPreviousData,
  });
}
