import { z } from "zod";
import { exportFormats } from "./export-file.ts";
import { printLimit } from "./whole-list.ts";

export { clampPage, pageCount, pageSize } from "./page.ts";

/** A page number in a query, from 1. A page beyond the last one gives the last one. */
export const pageNumber = z.coerce.number<number>().int().min(1).max(100_000_000).default(1);

/** How many rows a page has in a query: as many as the screen shows, or up to `printLimit` for printing. */
export function rowsPerPage(shown: number) {
  return z.coerce.number<number>().int().min(1).max(printLimit).default(shown);
}

/** One page of rows: `total` counts all rows that match the filters, `page` is the number of this page. */
export function pageOf<Row extends z.ZodType>(row: Row) {
  return z.object({
    rows: z.array(row),
    total: z.int().min(0),
    page: z.int().min(1),
    page_size: z.int().min(1),
  });
}

/** In which kind of file a list is exported. */
export const exportFormat = z.enum(exportFormats).default("csv");
