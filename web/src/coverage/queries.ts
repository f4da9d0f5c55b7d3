import type {
  CoverageDoctorsExport,
  CoverageDoctorsQuery,
  CoverageExport,
  CoverageQuery,
} from "@rounds/domain/coverage/coverage.ts";
import { coverageRoutes } from "@rounds/domain/coverage/routes.ts";
import { wholeList } from "@rounds/domain/paging/whole-list.ts";
import { call, download } from "../api/client.ts";
import { acrossFilters, readQuery } from "../api/reading.ts";

/** The queries of the coverage. `today` changes a month that is not over. */
export const coverageQueries = {
  month: (query: CoverageQuery, today: string) =>
    readQuery(["coverage", "month", query, today], coverageRoutes.month, { query }, acrossFilters),
  doctors: (query: CoverageDoctorsQuery, today: string) =>
    readQuery(["coverage", "doctors", query, today], coverageRoutes.doctors, { query }, acrossFilters),
  /** All doctors of a figure, for printing. */
  wholeDoctors: async (query: CoverageDoctorsExport) =>
    (await call(coverageRoutes.doctors, { query: { ...query, ...wholeList } })).rows,
};

/** The figures of a month, as a file. */
export function readMonthFile(query: CoverageExport): Promise<Blob> {
  return download(coverageRoutes.exportMonth, { query });
}

/** All doctors of a figure, as a file. */
export function readDoctorsFile(query: CoverageDoctorsExport): Promise<Blob> {
  return download(coverageRoutes.exportDoctors, { query });
}
