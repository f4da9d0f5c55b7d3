import { formatCount } from "@rounds/domain/money/count.ts";

/** A number with its noun: "1 visit", "1,200 visits". */
export function counted(number: number, noun: string): string {
  return `${formatCount(number)} ${noun}${number === 1 ? "" : "s"}`;
}
