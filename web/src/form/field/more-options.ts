import { formatCount } from "@rounds/domain/money/count.ts";

/** Says that more options match than a list offers: "20 of 134, type more to find the others"; nothing if all are offered. */
export function moreOptions(offered: number, total: number, all = formatCount(total)): string | undefined {
  return total > offered ? `${offered} of ${all}, type more to find the others` : undefined;
}
