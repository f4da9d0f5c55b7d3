/** The kinds of file in which a list can be exported: comma-separated values, and an Excel workbook. */
export const exportFormats = ["csv", "xlsx"] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** The name of the file with a list: "doctors-2025-06-15.csv". `days` is today, or whatever the file is about. */
export function exportFileName(list: string, days: string, format: ExportFormat): string {
  return `${list}-${days}.${format}`;
}

/** How many rows a sheet of an Excel workbook holds below its head. A longer list continues on another sheet. */
export const rowsOnSheet = 1_048_575;
