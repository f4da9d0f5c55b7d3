import type { Column } from "./columns.ts";

/** Columns that don't fit into a narrow table: labelled, below the row that they belong to. */
export function SecondLine<Row>({ columns, row }: { columns: readonly Column<Row>[]; row: Row }) {
  return (
    <dl className="flex flex-wrap gap-x-5 gap-y-0.5 text-small">
      {columns.map((column) => (
        <div key={column.header} className="flex min-w-0 items-baseline gap-x-1.5">
          <dt className="shrink-0 text-muted">{column.header}</dt>
          <dd className="min-w-0 *:max-w-none! *:min-w-0!">{column.cell(row)}</dd>
        </div>
      ))}
    </dl>
  );
}
