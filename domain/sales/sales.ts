import { z } from "zod";
import { dayFilter } from "../calendar/day-filter.ts";
import { steps } from "../calendar/spans.ts";
import { doctor } from "../doctors/doctor.ts";
import { exportFormat, pageNumber, pageOf, pageSize, rowsPerPage } from "../paging/paging.ts";
import { product, productCategories } from "../products/product.ts";
import { whoseFilter } from "../records/whose.ts";
import { changedById, sale, visit } from "../visits/visit.ts";

/** An id to filter by; an empty text does not filter. */
const idFilter = z.union([z.literal(""), z.uuid().overwrite((id) => id.toLowerCase())]).default("");

/**
 * Filters of the sales analytics; an empty one does not filter. A range applies only if both dates are set; if its end
 * is before its start, nothing matches. `category` "Other" includes products without a category. A sale is
 * `representative`'s if its visit is.
 */
export const salesFilters = z.object({
  start_date: dayFilter,
  end_date: dayFilter,
  doctor_id: idFilter,
  product_id: idFilter,
  category: z.enum(["", ...productCategories]).default(""),
  representative: whoseFilter,
});

export const salesQuery = salesFilters.extend({ page: pageNumber, page_size: rowsPerPage(pageSize) });

/** The filters, for a file with all sales. */
export const salesExportQuery = salesFilters.extend({ format: exportFormat });

/** Sales to one doctor, in rupees. */
export const doctorSales = z.object({ doctor_id: z.uuid(), name: z.string(), revenue: z.string() });

/** Sales of one category, in rupees. */
const categorySales = z.object({ category: z.enum(productCategories), revenue: z.string() });

/**
 * Revenue over time, in rupees. The sums, in order, are those of the days, weeks or months from `from` to `to` that have
 * sales; the first and the last have only the days within.
 */
const salesTrend = z.object({
  step: z.enum(steps),
  from: z.iso.date(),
  to: z.iso.date(),
  sums: z.array(z.object({ from: z.iso.date(), to: z.iso.date(), revenue: z.string() })),
});

/** Cards and charts for some filters: sums of the rows in the sales list with the same filters. */
export const salesSummary = z.object({
  revenue: z.string(),
  items_sold: z.int(),
  transactions: z.int(),
  /** Largest first; categories without sales are left out. */
  by_category: z.array(categorySales),
  /** Largest first, then by name; at most `topDoctorCount`. */
  top_doctors: z.array(doctorSales),
  /** Up to today, from the first sale on without a range; `null` without sales. */
  trend: salesTrend.nullable(),
  /** The same figures for the days right before the range, equally many; `null` without a range. */
  before: z
    .object({
      from: z.iso.date(),
      to: z.iso.date(),
      revenue: z.string(),
      items_sold: z.int(),
      transactions: z.int(),
    })
    .nullable(),
});

/**
 * A sale in the list. `transaction_date` is the day on which it counts: the visit's day, or the day of entry if the
 * visit was in the future.
 */
const saleRow = sale
  .pick({ id: true, visit_id: true, quantity: true, unit_price: true, total_amount: true })
  .extend({
    transaction_date: z.iso.date(),
    visit_date: z.iso.date(),
    /** Who recorded the visit. */
    created_by: visit.shape.created_by,
    changed_by_id: changedById,
    doctor: doctor.pick({ id: true, name: true, specialization: true }),
    product: product.pick({ id: true, name: true, category: true }),
  });

/** One page of sales, latest day first; within a day, latest entry first. */
export const salesPage = pageOf(saleRow);

/** How many doctors the sales analytics rank. */
export const topDoctorCount = 10;

export type SalesFilters = z.output<typeof salesFilters>;
export type SalesExportQuery = z.input<typeof salesExportQuery>;
export type SalesQuery = z.input<typeof salesQuery>;
export type SalesSummaryQuery = z.input<typeof salesFilters>;
export type DoctorSales = z.output<typeof doctorSales>;
export type SalesTrend = z.output<typeof salesTrend>;
export type SalesSummary = z.output<typeof salesSummary>;
export type SaleRow = z.output<typeof saleRow>;
export type SalesPage = z.output<typeof salesPage>;
