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
] as const;
export type Figure = (typeof figures)[number];

/** The name of the file with a month's figures. */
export function monthFileName(month: string): string {
  return `coverage-${month}.csv`;
}

/** The name of the file with the doctors of a figure. */
export function doctorsFileName(month: string, figure: Figure): string {
  return `coverage-${month}-${figure.replace("_", "-")}.csv`;
}
