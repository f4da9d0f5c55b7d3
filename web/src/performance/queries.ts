import type { PerformanceExport, PerformanceQuery } from "@rounds/domain/performance/performance.ts";
import { performanceRoutes } from "@rounds/domain/performance/routes.ts";
import { download } from "../api/client.ts";
import { acrossFilters, readQuery } from "../api/reading.ts";

/** Everybody's figures. `today` changes a month that is not over. */
export const performanceQueries = {
  month: (query: PerformanceQuery, today: string) =>
    readQuery(["performance", "month", query, today], performanceRoutes.read, { query }, acrossFilters),
};

/** The same as a file. */
export function readPerformanceFile(query: PerformanceExport): Promise<Blob> {
  return download(performanceRoutes.export, { query });
}
