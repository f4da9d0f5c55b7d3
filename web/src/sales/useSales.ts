import type { SalesPage, SalesSummary } from "@rounds/domain/sales/sales.ts";
import { useQuery } from "@tanstack/react-query";
import { known, type Reading, readingOf } from "../api/reading.ts";
import type { SalesSearch } from "../search.ts";
import { salesQueries } from "./queries.ts";
import { askedFilters, isImpossible } from "./sales-filters.ts";

const noSummary: SalesSummary = {
  revenue: "0.00",
  items_sold: 0,
  transactions: 0,
  by_category: [],
  top_doctors: [],
  trend: null,
  before: null,
};
const noSales: SalesPage = { rows: [], total: 0, page: 1, page_size: 10 };

/** The figures and rows for an address, and a way to load again what failed. */
export function useSales(search: SalesSearch): {
  summary: Reading<SalesSummary>;
  list: Reading<SalesPage>;
  retry: () => void;
} {
  const impossible = isImpossible(search);
  const asked = askedFilters(search);
  const summary = useQuery({ ...salesQueries.summary(asked), enabled: !impossible });
  const list = useQuery({ ...salesQueries.list({ ...asked, page: search.page }), enabled: !impossible });
  const retry = () => {
    for (const query of [summary, list]) if (query.error) void query.refetch();
  };
  if (impossible) return { summary: known(noSummary), list: known(noSales), retry };
  return { summary: readingOf(summary), list: readingOf(list), retry };
}
