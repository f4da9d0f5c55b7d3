import { formatCount } from "@rounds/domain/money/count.ts";
import type { Column } from "./columns.ts";

type Props<Row> = { columns: readonly Column<Row>[]; rows: readonly Row[] };

/** The sums under a list on paper. */
export function TotalRow<Row>({ columns, rows }: Props<Row>) {
  if (!columns.some(({ total }) => total)) return null;
  return (
    <tbody>
      <tr className="font-semibold">
        {columns.map((column, index) => (
          <td
            key={column.header}
            className={`border-t-2 border-line-strong px-3 py-2 first:pl-5 last:pr-5 ${column.align === "right" ? "text-right" : ""}`}
          >
            {index === 0 ? `Total of ${formatCount(rows.length)}` : column.total?.(rows)}
          </td>
        ))}
      </tr>
    </tbody>
  );
}
