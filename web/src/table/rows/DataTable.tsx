import { formatCount } from "@rounds/domain/money/count.ts";
import { printLimit } from "@rounds/domain/paging/whole-list.ts";
import { useEffect, useRef, useState } from "react";
import { usePhone } from "../../ui/browser/useMediaQuery.ts";
import { usePrinting } from "../../ui/browser/usePrinting.ts";
import { RetryPanel } from "../../ui/message/RetryPanel.tsx";
import { useAdapted } from "../adapted-lists.ts";
import { printsWhole } from "../printing.ts";
import { CardList } from "./CardList.tsx";
import type { DataTableProps } from "./columns.ts";
import { RowTable } from "./RowTable.tsx";
import { useRoom } from "./useRoom.ts";
import { useRowFocus } from "./useRowFocus.ts";
import { useSteadyRows } from "./useSteadyRows.ts";

/**
 * The rows of a list: a table, and below 640 px a card for each row. It always shows its state: grey rows while
 * loading, Retry after an error, a text if empty.
 */
export function DataTable<Row>(list: DataTableProps<Row>) {
  const props = useAdapted(list);
  const { rows: given, error, errorText, onRetry, refreshing = false, empty, label, columns } = props;
  const printing = usePrinting();
  const phone = usePhone() && !printing;
  const box = useRef<HTMLDivElement>(null);
  const { shown, Newer, show } = useSteadyRows({ rows: given, rowKey: props.rowKey, box });
  // Measured while the rows are loading, so that the table is not built again for the width that it turns out to have.
  const room = useRoom(box, shown ? (phone ? "cards" : "rows") : error ? "nothing" : "grey rows", label);
  useRowFocus(box);
  const rowsOnPaper = useWholeList(props.whole, shown);
  if (shown === undefined) {
    if (error)
      return <RetryPanel error={error} message={errorText} onRetry={onRetry} retrying={refreshing} />;
    return (
      <div ref={box} className="@container">
        <SkeletonRows label={label} columns={phone ? 1 : columns.length} rows={props.expected} />
      </div>
    );
  }
  const rows = printing ? rowsOnPaper() : shown;
  const tableRoom = printing ? "paper" : room;
  return (
    <div ref={box} tabIndex={-1} aria-busy={refreshing || undefined} className="@container rounded-card">
      <p role="status" className="sr-only">
        {Newer && "This list has changed."}
      </p>
      {Newer && (
        <Newer
          onShow={() => {
            show();
            box.current?.scrollIntoView();
            box.current?.focus({ preventScroll: true });
          }}
        />
      )}
      {Boolean(error) && (
        <div className="border-b border-line">
          <RetryPanel error={error} message={errorText} onRetry={onRetry} retrying={refreshing} />
        </div>
      )}
      {props.whole && <PrintedPart printed={rows.length} total={props.whole.total} />}
      {rows.length === 0 ? (
        empty
      ) : phone ? (
        <CardList {...props} rows={rows} />
      ) : (
        tableRoom !== undefined && <RowTable {...props} rows={rows} room={tableRoom} />
      )}
    </div>
  );
}

/**
 * The rows for paper: everything that matches the filters, once it was loaded, otherwise the visible ones. They are
 * kept until they were printed, or the list shows others.
 */
function useWholeList<Row>(
  whole: DataTableProps<Row>["whole"],
  shown: readonly Row[] | undefined,
): () => readonly Row[] {
  const read = useRef<{ of: readonly Row[] | undefined; rows: readonly Row[] }>(undefined);
  const latest = useRef({ whole, shown });
  latest.current = { whole, shown };
  const hasMore = whole !== undefined && shown !== undefined && shown.length < whole.total;

  useEffect(() => {
    if (!hasMore) return;
    const takeBack = printsWhole(async () => {
      const { whole: asked, shown: of } = latest.current;
      if (asked) read.current = { of, rows: await asked.read() };
    });
    const drop = () => {
      read.current = undefined;
    };
    window.addEventListener("afterprint", drop);
    return () => {
      takeBack();
      window.removeEventListener("afterprint", drop);
    };
  }, [hasMore]);

  return () => (read.current?.of === shown && read.current?.rows) || shown || [];
}

/** On paper: which part of the list this is, if it is not the whole list. */
function PrintedPart({ printed, total }: { printed: number; total: number }) {
  if (printed >= total) return null;
  return (
    <p className="hidden px-5 py-2 font-medium print:block">
      {printed >= printLimit
        ? `Only the first ${formatCount(printed)} of ${formatCount(total)} rows are printed. Narrow the filters to print the rest.`
        : `Only these ${formatCount(printed)} of ${formatCount(total)} rows are printed: those that were on the screen. The Print button prints all.`}
    </p>
  );
}

type Props = { label: string; columns: number; rows?: number | undefined };

/** Grey rows in place of those that are loading; they appear only after 150 ms, and are built only then. */
function SkeletonRows({ label, columns, rows = 6 }: Props) {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 150);
    return () => clearTimeout(timer);
  }, []);
  const cells = Array.from({ length: isLate ? columns : 0 }, (_, index) => index);
  return (
    <div role="status" className="animate-late">
      <span className="sr-only">Loading {label}</span>
      {Array.from({ length: rows }, (_, row) => row).map((row) => (
        <div
          key={row}
          className="flex h-13 items-center gap-6 border-t border-line px-4 first:border-t-0 sm:px-5"
        >
          {cells.map((cell) => (
            <div key={cell} className="flex-1">
              <div className={`h-3 rounded bg-sunken ${(row + cell) % 3 === 0 ? "w-4/5" : "w-3/5"}`} />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
