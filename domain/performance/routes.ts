import { route } from "../contract/route.ts";
import type { Performance, PerformanceExport, PerformanceQuery } from "./performance.ts";

export const performanceRoutes = {
  read: route<{ query: PerformanceQuery; response: Performance }>("GET", "/api/performance"),
  /** CSV (`text/csv`, UTF-8 with a byte order mark) or an Excel workbook: a row for each person, nobody's and the total. */
  export: route<{ query: PerformanceExport; response: string }>("GET", "/api/performance/export"),
};
