import type { Day } from "@rounds/domain/calendar/calendar.ts";
import type {
  InventoryPage,
  InventorySummary,
  InventorySummaryQuery,
} from "@rounds/domain/inventory/inventory.ts";
import { firstReportDay, inventoryPageSize } from "@rounds/domain/inventory/report.ts";
import { useQuery } from "@tanstack/react-query";
import { known, type Reading, readingOf } from "../api/reading.ts";
import type { InventorySearch } from "../search.ts";
import { usePhone } from "../ui/browser/useMediaQuery.ts";
import { inventoryQueries } from "./queries.ts";
import type { ReportDays } from "./report-days.ts";

const noSummary: InventorySummary = {
  products: 0,
  purchases: 0,
  sales: 0,
  stock_value: "0.00",
  movement: { step: "day", from: firstReportDay, to: firstReportDay, sums: [] },
  before: null,
  value_by_category: [],
  low_stock: [],
  low_stock_products: 0,
};
const noRows: InventoryPage = { rows: [], total: 0, page: 1, page_size: inventoryPageSize };

/** The request: days that the reader did not choose are left to the server, so that its own clock counts. */
export function askedFilters(search: InventorySearch, days: ReportDays): InventorySummaryQuery {
  return {
    ...(search.start_date && { start_date: days.from }),
    ...(search.end_date && { end_date: days.to }),
    product_id: search.product_id,
    category: search.category,
  };
}

/** The figures and rows for an address, and ways to load them again: what failed, or everything. */
export function useInventory(
  search: InventorySearch,
  days: ReportDays,
  today: Day,
): {
  summary: Reading<InventorySummary>;
  list: Reading<InventoryPage>;
  retry: () => void;
  /** Returns whether everything could be loaded. */
  refresh: () => Promise<boolean>;
} {
  const asked = askedFilters(search, days);
  const enabled = days.problem === null;
  const summary = useQuery({ ...inventoryQueries.summary(asked, today), enabled });
  // Cards are higher than rows: as many as on other lists.
  const page = { page: search.page ?? 1, ...(usePhone() && { page_size: 10 }) };
  const list = useQuery({ ...inventoryQueries.list({ ...asked, ...page }, today), enabled });
  const retry = () => {
    for (const query of [summary, list]) if (query.error) void query.refetch();
  };
  const refresh = async () => {
    const read = await Promise.all([summary.refetch(), list.refetch()]);
    return read.every(({ error }) => !error);
  };
  if (!enabled) return { summary: known(noSummary), list: known(noRows), retry, refresh };
  return { summary: readingOf(summary), list: readingOf(list), retry, refresh };
}
