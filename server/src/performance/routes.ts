import { monthDaysOf } from "@rounds/domain/coverage/report-month.ts";
import {
  performanceExportQuery,
  performanceFileName,
  performanceQuery,
  performance as performanceShape,
} from "@rounds/domain/performance/performance.ts";
import { view } from "../api/endpoint.ts";
import { exportOf } from "../api/export.ts";
import { exportPerformance } from "./export-performance.ts";
import { readPerformance } from "./read-performance.ts";

export const performance = {
  read: view({ query: performanceQuery, response: performanceShape }, ({ query }, { db, ...asker }) =>
    readPerformance(db, query, asker),
  ),
  export: exportOf({ query: performanceExportQuery }, ({ query }, asker) => ({
    file_name: performanceFileName(monthDaysOf(query.month, asker.today).month, query.format),
    sheet: (db) => exportPerformance(db, query, asker),
  })),
};
