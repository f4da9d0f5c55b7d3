import type { Day } from "../calendar/calendar.ts";
import { type ExportFormat, exportFileName } from "../paging/export-file.ts";
import { isLowStock } from "../products/low-stock.ts";

/** First day of the report unless one is chosen. It ends today. */
export const firstReportDay: Day = "2020-01-01";

/** Rows on one page of the report's table. */
export const inventoryPageSize = 25;

/** The most products that the low stock alert names. */
export const lowStockShown = 50;

/**
 * The name of the report's file: it ends with today for the report's usual days, and with the first and last day for
 * any others.
 */
export function exportName(
  { from, to }: { from: Day; to: Day },
  today: Day,
  format: ExportFormat = "csv",
): string {
  const days = from === firstReportDay && to === today ? today : `${from}-to-${to}`;
  return exportFileName("inventory-report", days, format);
}

/** How a closing stock stands, in the words of the report. */
export function inventoryStatus(closing: number): "Low Stock" | "Normal" | "Good Stock" {
  if (isLowStock(closing)) return "Low Stock";
  return closing > 50 ? "Good Stock" : "Normal";
}

/** The colour of a closing stock in the report: red up to 10 units, yellow up to 25, green above. */
export function stockTone(closing: number): "red" | "yellow" | "green" {
  if (isLowStock(closing)) return "red";
  return closing <= 25 ? "yellow" : "green";
}
