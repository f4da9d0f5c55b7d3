import { formatCount } from "@rounds/domain/money/count.ts";
import { Fragment, memo, useMemo, useRef } from "react";
import { ScreenLink } from "../../ui/navigation/ScreenLink.tsx";
import { type Column, type DataTableProps, groupRows } from "./columns.ts";
import { SecondLine } from "./SecondLine.tsx";
import { useFittingColumns } from "./useFittingColumns.ts";
import { useOpenRow } from "./useOpenRow.ts";

type Props<Row> = DataTableProps<Row> & {
  rows: readonly Row[];
  /** The maximum width of the table, in rem; on paper it is as wide as necessary. */
  room: number | "paper";
};

function cellClass<Row>(column: Column<Row>): string {
  return [
    "px-3 first:pl-4 last:pr-4 sm:first:pl-5 sm:last:pr-5",
    column.align === "right" ? "text-right" : "text-left",
    column.width ?? "",
  ].join(" ");
}

/**
 * The rows as a table. Its head stays under the top bar while the page scrolls. Columns that don't fit go to a second
 * line of the row, so that everything can be reached at any width.
 */
export function RowTable<Row>(props: Props<Row>) {
  const { label, columns, rows, rowKey, rowTarget, actions, groups, room } = props;
  const named = columns.find((column) => column.priority === 1) ?? columns[0];
  const table = useRef<HTMLTableElement>(null);
  const paper = room === "paper";
  const fitted = useMemo(
    () => (paper ? columns.filter(({ screenOnly }) => !screenOnly) : columns),
    [columns, paper],
  );
  const { across, below } = useFittingColumns(
    fitted,
    rows,
    paper ? Number.POSITIVE_INFINITY : room,
    paper ? undefined : table,
    label,
  );
  // Headings between the rows also take height.
  const height = groups ? "h-8" : "h-10";
  const width = across.length + (actions ? 1 : 0);
  return (
    <table ref={table} className="w-full border-separate border-spacing-0">
      <caption className="sr-only">{label}</caption>
      <thead>
        <tr>
          {across.map((column) => (
            <th
              key={column.header}
              scope="col"
              className={`sticky top-(--top) z-10 ${height} border-b border-line bg-surface text-small font-medium whitespace-nowrap text-muted print:static first:rounded-tl-card last:rounded-tr-card ${cellClass(column)}`}
            >
              {column.header}
            </th>
          ))}
          {actions && (
            <th
              scope="col"
              className={`sticky top-(--top) z-10 ${height} rounded-tr-card border-b border-line bg-surface px-3 pr-4 text-right text-small font-medium text-muted sm:pr-5 print:hidden`}
            >
              Actions
            </th>
          )}
        </tr>
      </thead>
      {groupRows(rows, groups).map(({ key, heading, rows }) => (
        <Fragment key={key}>
          {heading !== undefined && (
            <tbody className="break-after-avoid">
              <tr>
                <th
                  scope="rowgroup"
                  colSpan={width}
                  className="h-7 border-b border-line bg-sunken px-4 py-0.5 text-left text-small font-normal sm:px-5"
                >
                  {heading}
                </th>
              </tr>
            </tbody>
          )}
          {rows.map((row) => (
            <MemoRow key={rowKey(row)} {...{ row, across, below, named, rowTarget, actions }} />
          ))}
        </Fragment>
      ))}
      {paper && <TotalRow columns={across} rows={rows} />}
    </table>
  );
}

type RowProps<Row> = Pick<Props<Row>, "rowTarget" | "actions"> & {
  row: Row;
  /** The columns of its first line, and those of its second. */
  across: readonly Column<Row>[];
  below: readonly Column<Row>[];
  /** The column whose cell is the row's link. */
  named: Column<Row> | undefined;
};

/** A row, in one line or two. */
function BodyRow<Row>({ row, across, below, named, rowTarget, actions }: RowProps<Row>) {
  const openRow = useOpenRow();
  const filled = below.filter((column) => !column.isBlank?.(row));
  const line = filled.length > 0 ? "" : "border-b border-line group-last/row:border-b-0";
  return (
    <tbody
      data-row
      {...openRow(rowTarget?.(row))}
      className={`group/row ${rowTarget ? "cursor-pointer hover:bg-hover focus-within:bg-hover" : ""}`}
    >
      <tr>
        {across.map((column) => (
          <td
            key={column.header}
            className={`h-11 py-2 align-middle ${line} ${cellClass(column)} ${column === named ? "font-medium" : ""}`}
          >
            {rowTarget && column === named ? (
              <ScreenLink {...rowTarget(row)} className="rounded-sm hover:text-accent">
                {column.cell(row)}
              </ScreenLink>
            ) : (
              column.cell(row)
            )}
          </td>
        ))}
        {actions && (
          <td className={`h-11 py-1 pr-3 pl-3 text-right whitespace-nowrap sm:pr-4 print:hidden ${line}`}>
            <span className="opacity-0 transition-opacity duration-120 group-hover/row:opacity-100 group-focus-within/row:opacity-100 touch:opacity-100">
              {actions(row)}
            </span>
          </td>
        )}
      </tr>
      {filled.length > 0 && (
        <tr>
          <td
            colSpan={across.length + (actions ? 1 : 0)}
            className="border-b border-line px-4 pb-2.5 group-last/row:border-b-0 sm:px-5"
          >
            <SecondLine columns={filled} row={row} />
          </td>
        </tr>
      )}
    </tbody>
  );
}

/** Rendered again only for another row: a screen is rendered for many things that its rows don't show. */
const MemoRow = memo(BodyRow) as typeof BodyRow;

type TotalProps<Row> = { columns: readonly Column<Row>[]; rows: readonly Row[] };

/** The sums under a list on paper. */
function TotalRow<Row>({ columns, rows }: TotalProps<Row>) {
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
