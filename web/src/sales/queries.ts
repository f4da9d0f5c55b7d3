import { wholeList } from "@rounds/domain/paging/whole-list.ts";
import { salesRoutes } from "@rounds/domain/sales/routes.ts";
import type { SalesQuery, SalesSummaryQuery } from "@rounds/domain/sales/sales.ts";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../api/client.ts";

/** The queries of sales. */
export const salesQueries = {
  list: (query: SalesQuery) =>
    queryOptions({
      queryKey: ["sales", "list", query],
      queryFn: ({ signal }) => call(salesRoutes.list, { query }, signal),
      placeholderData: keepPreviousData,
    }),

  /** All sales under some filters, for printing. */
  whole: async (query: SalesSummaryQuery) =>
    (await call(salesRoutes.list, { query: { ...query, ...wholeList } })).rows,

  /** Cards and charts for the same filters. */
  summary: (query: SalesSummaryQuery) =>
    queryOptions({
      queryKey: ["sales", "summary", query],
      queryFn: ({ signal }) => call(salesRoutes.summary, { query }, signal),
      placeholderData: keepPreviousData,
    }),
};
