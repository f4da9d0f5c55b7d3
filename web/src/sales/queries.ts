import type { Day } from "@rounds/domain/calendar/calendar.ts";
import { wholeList } from "@rounds/domain/paging/whole-list.ts";
import { salesRoutes } from "@rounds/domain/sales/routes.ts";
import type { SalesQuery, SalesSummaryQuery } from "@rounds/domain/sales/sales.ts";
import { call } from "../api/client.ts";
import { acrossFilters, readQuery } from "../api/reading.ts";

/** The queries of sales. */
export const salesQueries = {
  list: (query: SalesQuery) =>
    readQuery(["sales", "list", query], salesRoutes.list, { query }, acrossFilters),

  /** All sales under some filters, for printing. */
  whole: async (query: SalesSummaryQuery) =>
    (await call(salesRoutes.list, { query: { ...query, ...wholeList } })).rows,

  /** Cards and charts for the same filters; the trend and the days compared with end `today`, and tomorrow a day later. */
  summary: (query: SalesSummaryQuery, today: Day) =>
    readQuery(["sales", "summary", query, today], salesRoutes.summary, { query }, acrossFilters),
};
