import type { PerformanceExport, PerformanceQuery } from "@rounds/domain/performance/performance.ts";
import { performanceRoutes } from "@rounds/domain/performance/routes.ts";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call, download } from "../api/client.ts";

/** Everybody's figures. `today` changes a month that is not over. */
export const performanceQueries = {
  month: (query: PerformanceQuery, today: string) =>
    queryOptions({
      queryKey: ["performance", "month", query, today],
      queryFn: ({ signal }) => call(performanceRoutes.read, { query }, signal),
      placeholderData: keepPreviousData,
    }),
};

/** The same as a file. */
export function readPerformanceFile(query: PerformanceExport): Promise<Blob> {
  return download(performanceRoutes.export, { query });
}
