import { Link } from "@tanstack/react-router";
import type { Column, DataTableProps } from "./columns.ts";
import { useOpenRow } from "./useOpenRow.ts";

type Props<Row> = DataTableProps<Row> & { rows: readonly Row[] };

function cellClass<Row>(column: Column<Row>): string {
  return [
    "px-3 first:pl-4 last:pr-4 sm:first:pl-5 sm:last:pr-5",
    column.align === "right" ? "text-right" : "text-left",
    column.priority === 3 ? "hidden @[60rem]:table-cell print:table-cell" : "",
    column.width ?? "",
  ].join(" ");
}

/** The rows as a table. Its head stays under the top bar while the page scrolls. */
export function RowTable<Row>({ label, columns, rows, rowKey, rowTarget, actions }: Props<Row>) {
  const openRow = useOpenRow();
  const named = columns.find((column) => column.priority === 1) ?? columns[0];
  return (
    <table className="w-full border-separate border-spacing-0">
      <caption className="sr-only">{label}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th
              key={column.header}
              scope="col"
              className={`sticky top-(--bar) z-10 h-10 border-b border-line bg-surface text-small font-medium whitespace-nowrap text-muted print:static first:rounded-tl-card last:rounded-tr-card ${cellClass(column)}`}
            >
              {column.header}
            </th>
          ))}
          {actions && (
            <th
              scope="col"
              className="sticky top-(--bar) z-10 h-10 rounded-tr-card border-b border-line bg-surface px-3 pr-4 text-right text-small font-medium text-muted sm:pr-5 print:hidden"
            >
              Actions
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr
            key={rowKey(row)}
            data-row
            {...openRow(rowTarget?.(row))}
            className={`group/row ${rowTarget ? "cursor-pointer hover:bg-hover focus-within:bg-hover" : ""} [&:last-child>td]:border-b-0`}
          >
            {columns.map((column) => (
              <td
                key={column.header}
                className={`h-11 border-b border-line py-2 align-middle ${cellClass(column)} ${column === named ? "font-medium" : ""}`}
              >
                {rowTarget && column === named ? (
                  <Link {...rowTarget(row)} className="rounded-sm hover:text-accent">
                    {column.cell(row)}
                  </Link>
                ) : (
                  column.cell(row)
                )}
              </td>
            ))}
            {actions && (
              <td className="h-11 border-b border-line py-1 pr-3 pl-3 text-right whitespace-nowrap sm:pr-4 print:hidden">
                <span className="opacity-0 transition-opacity duration-120 group-hover/row:opacity-100 group-focus-within/row:opacity-100 touch:opacity-100">
                  {actions(row)}
                </span>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
