import { type ExportFormat, exportFileName } from "../paging/export-file.ts";

/** The figures of a month whose doctors can be listed. */
export const figures = [
  "doctors",
  "met",
  "not_met",
  "compliance",
  "remaining",
  "to_plan",
  "no_target",
  "calls",
  "late",
] as const;
export type Figure = (typeof figures)[number];

/** The name of the file with a month's figures. */
export function monthFileName(month: string, format: ExportFormat = "csv"): string {
  return exportFileName("coverage", month, format);
}

/** The name of the file with the doctors of a figure. */
export function doctorsFileName(month: string, figure: Figure, format: ExportFormat = "csv"): string {
  return exportFileName("coverage", `${month}-${figure.replace("_", "-")}`, format);
}
