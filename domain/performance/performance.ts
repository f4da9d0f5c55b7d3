import { z } from "zod";
import { callAverage, isMonth } from "../coverage/report-month.ts";
import { toPaise } from "../money/money.ts";
import { type ExportFormat, exportFileName } from "../paging/export-file.ts";
import { exportFormat } from "../paging/paging.ts";
import { type PerformanceOrder, performanceOrders } from "./orders.ts";

/**
 * The month whose figures stand beside those of the month before; that of today if not given, or if it has not begun. `person` has a
 * row even without figures and with an account that is not in use, such as a disabled one.
 */
export const performanceQuery = z.object({
  month: z.string().refine(isMonth, "Please enter a month such as 2025-06").optional(),
  person: z.uuid().optional(),
});
/** The rows of the file are in the order that the screen shows: by name if none is given. */
export const performanceExportQuery = performanceQuery.omit({ person: true }).extend({
  format: exportFormat,
  sort: z.enum(performanceOrders).optional(),
});

const count = z.int().min(0);

/**
 * The figures of a month, of one person or of all: target doctors and those met (a person's are their own and the shared
 * ones, those of all are each counted once), own calls with their days, and the revenue of own visits, in rupees.
 */
const figures = z.object({
  doctors: count,
  met: count,
  calls: count,
  days_worked: count,
  sales: z.string(),
});

const months = z.object({ present: figures, before: figures });

/** A person with the figures of the month and of the month before. */
const performer = months.extend({
  id: z.uuid(),
  name: z.string(),
  /** Whether the account was deleted. */
  is_gone: z.boolean(),
  /** Doctors who are late today: their calls no longer fit into the month. Null once the month is over. */
  late: count.nullable(),
  /** The last day up to today of a call that the person recorded. */
  last_call: z.iso.date().nullable(),
});

const monthOf = z.object({ month: z.string(), from: z.iso.date(), until: z.iso.date() });

/** Everybody's figures, by name. */
export const performance = z.object({
  /** The days whose calls count: `until` is today in the present month. */
  present: monthOf.extend({ is_over: z.boolean() }),
  before: monthOf,
  rows: z.array(performer),
  /** What belongs to nobody: visits without an author with doctors who were shared. Null if there are none. */
  nobody: months.nullable(),
  /** All rows with what belongs to nobody; days worked are those of people, and each doctor counts once. */
  total: months.extend({ late: count.nullable() }),
});

/** Calls for each day that the people worked, in whose calls those of nobody have no part; null if nobody worked. */
export function teamAverage(
  total: PerformanceFigures,
  nobody: PerformanceFigures | undefined,
): string | null {
  return callAverage({ calls: total.calls - (nobody?.calls ?? 0), days_worked: total.days_worked });
}

/** People in an order: of each figure, first those to whom an owner would look; equal ones, and all without an order, stay by name. */
export function inOrder(rows: Performer[], order: PerformanceOrder | undefined): Performer[] {
  return order ? rows.toSorted(orders[order]) : rows;
}

const orders: Record<PerformanceOrder, (left: Performer, right: Performer) => number> = {
  coverage: (left, right) => shareOf(left) - shareOf(right),
  calls: (left, right) => right.present.calls - left.present.calls,
  sales: (left, right) => Number(toPaise(right.present.sales) - toPaise(left.present.sales)),
  late: (left, right) => (right.late ?? 0) - (left.late ?? 0),
  last_call: (left, right) => (left.last_call ?? "").localeCompare(right.last_call ?? ""),
};

/** Who has no target doctors comes last. */
const shareOf = ({ present: { met, doctors } }: Performer) => (doctors === 0 ? 2 : met / doctors);

/** The name of the file with a month's figures. */
export function performanceFileName(month: string, format: ExportFormat = "csv"): string {
  return exportFileName("performance", month, format);
}

export type PerformanceQuery = z.input<typeof performanceQuery>;
export type PerformanceFilters = z.output<typeof performanceQuery>;
export type PerformanceExportFilters = z.output<typeof performanceExportQuery>;
export type PerformanceExport = z.input<typeof performanceExportQuery>;
export type PerformanceFigures = z.output<typeof figures>;
export type Performer = z.output<typeof performer>;
export type Performance = z.output<typeof performance>;
