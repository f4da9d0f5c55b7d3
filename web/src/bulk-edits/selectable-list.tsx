import type { ReactNode } from "react";
import type { DataTableProps } from "../table/rows/columns.ts";
import { isSelected, type SelectableRow, toggleRow, useSelection } from "./selection.ts";

/**
 * A list whose rows are selected: a tick box in each row, which its name belongs to, and each card as a whole. Rows lead
 * nowhere meanwhile.
 */
export function selectable<Row>({
  rowTarget: _,
  actions: __,
  card,
  columns: [name, ...columns],
  ...list
}: DataTableProps<Row>): DataTableProps<Row> {
  // Only lists of doctors are adapted by this.
  const rowOf = (row: Row) => row as SelectableRow;
  return {
    ...list,
    columns: [
      { header: "Select", width: "w-16", screenOnly: true, cell: (row) => <TickBox row={rowOf(row)} /> },
      ...(name
        ? [{ ...name, cell: (row: Row) => <label htmlFor={boxOf(rowOf(row))}>{name.cell(row)}</label> }]
        : []),
      ...columns,
    ],
    ...(card && { card: (row: Row) => <SelectCard row={rowOf(row)}>{card(row)}</SelectCard> }),
  };
}

const boxOf = ({ id }: SelectableRow) => `select-${id}`;

/** The box of a row; with Shift it selects all rows from the last one to this. */
function TickBox({ row }: { row: SelectableRow }) {
  const selection = useSelection();
  return (
    <span className="-my-2 -ml-3 inline-grid size-11 place-items-center">
      <input
        type="checkbox"
        id={boxOf(row)}
        aria-label={`Select ${row.name}`}
        className="size-5 accent-accent"
        checked={isSelected(selection, row)}
        disabled={Boolean(row.waiting)}
        onChange={({ nativeEvent }) =>
          toggleRow(row, "shiftKey" in nativeEvent && nativeEvent.shiftKey === true)
        }
      />
    </span>
  );
}

/** A card that is selected by a tap anywhere on it. */
function SelectCard({ row, children }: { row: SelectableRow; children: ReactNode }) {
  return (
    <label htmlFor={boxOf(row)} className="-my-2 flex items-center gap-2 py-2">
      <TickBox row={row} />
      <div inert data-selecting="" className="min-w-0 flex-1">
        {children}
      </div>
    </label>
  );
}
