/** Rows on one page of the doctor, visit and sales lists. */
export const pageSize = 10;

/** The number of pages for that many rows; at least 1. */
export function pageCount(total: number, size: number): number {
  return Math.max(1, Math.ceil(total / size));
}

/** The page to show if `wanted` is beyond the last one, because rows were deleted since. */
export function clampPage(wanted: number, total: number, size: number): number {
  return Math.min(wanted, pageCount(total, size));
}

/** One page of rows that are all at hand; a page beyond the last one gives the last one. */
export function pageAtHand<Row>(all: readonly Row[], wanted: number, page_size: number) {
  const page = clampPage(wanted, all.length, page_size);
  return { rows: all.slice((page - 1) * page_size, page * page_size), total: all.length, page, page_size };
}
