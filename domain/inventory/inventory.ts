import { z } from "zod";
import { isDay } from "../calendar/calendar.ts";
import { steps } from "../calendar/spans.ts";
import { exportFormat, pageNumber, pageOf, rowsPerPage } from "../paging/paging.ts";
import { product, productCategories } from "../products/product.ts";
import { firstReportDay, inventoryPageSize } from "./report.ts";

/**
 * Filters of the report. A missing start or end, or one after today, means today; an empty product or category does
 * not filter. `category` "Other" includes products without a category.
 */
export const inventoryFilters = z
  .object({
    start_date: z.string().refine(isDay, "Please enter a date").default(firstReportDay),
    end_date: z.string().refine(isDay, "Please enter a date").optional(),
    product_id: z.union([z.literal(""), z.uuid().overwrite((id) => id.toLowerCase())]).default(""),
    category: z.enum(["", ...productCategories]).default(""),
  })
  .refine(({ start_date, end_date }) => end_date === undefined || start_date <= end_date, {
    path: ["end_date"],
    message: "End date cannot be earlier than start date.",
  });

export const inventoryExportQuery = inventoryFilters.extend({ format: exportFormat });
export const inventoryQuery = z.intersection(
  inventoryFilters,
  z.object({ page: pageNumber, page_size: rowsPerPage(inventoryPageSize) }),
);

/**
 * A product's units over the days of the report: opening + purchases − sales + adjustments + sold before received =
 * closing, always. `opening_entries` is what of the opening stock was entered as such within the days; the rest was there before
 * them. `sales` are net of edits and deletions of visits. Stock is never shown below 0, even on a past day
 * on which more had been sold than received (a sale dated before its purchase). `sold_before_received` is the hidden
 * difference: positive if the shortage begins within the days, negative if it is made good, usually 0. `price` and
 * `stock_value` (closing × price) are rupees.
 */
const inventoryRow = product.pick({ category: true, price: true }).extend({
  product_id: z.uuid(),
  product_name: z.string(),
  opening_stock: z.int(),
  opening_entries: z.int(),
  purchases: z.int(),
  sales: z.int(),
  adjustments: z.int(),
  sold_before_received: z.int(),
  closing_stock: z.int(),
  stock_value: z.string(),
});

/** One page of products by name. */
export const inventoryPage = pageOf(inventoryRow);

/**
 * Units bought and sold (net) by day, week or month, over the days `from` to `to`: the first and last week or month
 * contain only the days within. Spans without any are left out.
 */
const movement = z.object({
  step: z.enum(steps),
  from: z.iso.date(),
  to: z.iso.date(),
  sums: z.array(z.object({ from: z.iso.date(), to: z.iso.date(), purchases: z.int(), sales: z.int() })),
});

/** Cards and charts of the report: sums of the rows that its table has on all pages. */
export const inventorySummary = z.object({
  products: z.int(),
  purchases: z.int(),
  sales: z.int(),
  stock_value: z.string(),
  movement,
  /**
   * The same figures for the days right before, equally many: their units, and the value of the stock at their end.
   * `null` for a report that starts on the default first day.
   */
  before: z
    .object({
      from: z.iso.date(),
      to: z.iso.date(),
      purchases: z.int(),
      sales: z.int(),
      stock_value: z.string(),
    })
    .nullable(),
  /** In rupees, largest first; categories without value are left out. */
  value_by_category: z.array(z.object({ category: z.enum(productCategories), value: z.string() })),
  /**
   * The products with the least closing stock among those that are low, least first; at most `lowStockShown`.
   * `current_stock` is today's stock, which "Add Stock" adds to.
   */
  low_stock: z.array(
    inventoryRow
      .pick({ product_id: true, product_name: true, category: true, closing_stock: true })
      .extend({ current_stock: z.int() }),
  ),
  /** How many are low on stock, shown or not. */
  low_stock_products: z.int(),
});

export type InventoryExportQuery = z.input<typeof inventoryExportQuery>;
export type InventoryFilters = z.output<typeof inventoryFilters>;
export type InventorySummaryQuery = z.input<typeof inventoryFilters>;
export type InventoryQuery = z.input<typeof inventoryQuery>;
export type InventoryRow = z.output<typeof inventoryRow>;
export type InventoryPage = z.output<typeof inventoryPage>;
export type InventorySummary = z.output<typeof inventorySummary>;
export type Movement = z.output<typeof movement>;
