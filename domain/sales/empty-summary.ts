import type { SalesSummary } from "./sales.ts";

/** The figures of no sales. */
export const emptySummary: SalesSummary = {
  revenue: "0.00",
  items_sold: 0,
  transactions: 0,
  by_category: [],
  top_doctors: [],
  trend: null,
  before: null,
};
