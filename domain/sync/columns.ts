import type { PackedAnswer, SyncAnswer } from "./sync.ts";

/** Rows as they travel: each field once, with its value in every row. An eighth less than row by row, once compressed. */
export type Columns<Row> = { [Name in keyof Row]-?: Row[Name][] };

/** Rows as columns of these names. */
export function toColumns<Row extends object>(
  names: readonly (keyof Row)[],
  rows: readonly Row[],
): Columns<Row> {
  return Object.fromEntries(names.map((name) => [name, rows.map((row) => row[name])])) as Columns<Row>;
}

/** The rows of columns of the same length. */
export function fromColumns<Row extends { id: string }>(columns: Columns<Row>): Row[] {
  const fields = Object.entries<unknown[]>(columns);
  return columns.id.map(
    (_, at) => Object.fromEntries(fields.map(([name, values]) => [name, values[at]])) as Row,
  );
}

/** The answer to a pull with its rows one by one. */
export function unpacked(answer: PackedAnswer): SyncAnswer {
  const { doctors, products, visits } = answer;
  return {
    ...answer,
    doctors: { ...doctors, rows: fromColumns(doctors.rows) },
    products: { ...products, rows: fromColumns(products.rows) },
    visits: { ...visits, rows: fromColumns(visits.rows) },
  };
}
