import { formatCount } from "@rounds/domain/money/count.ts";
import { formatRupees, type Rupees, toPaise } from "@rounds/domain/money/money.ts";

/** The exact sum of the rows' amounts, as shown. */
export function sumOfRupees<Row>(of: (row: Row) => Rupees) {
  return (rows: readonly Row[]) => formatRupees(rows.reduce((sum, row) => sum + toPaise(of(row)), 0n));
}

/** The sum of the rows' numbers, as shown. */
export function sumOfCounts<Row>(of: (row: Row) => number, format: (sum: number) => string = formatCount) {
  return (rows: readonly Row[]) => format(rows.reduce((sum, row) => sum + of(row), 0));
}
