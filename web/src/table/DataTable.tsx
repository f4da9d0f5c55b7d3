import { useRef } from "react";
import { RetryPanel } from "../ui/RetryPanel.tsx";
import { usePhone } from "../ui/useMediaQuery.ts";
import { usePrinting } from "../ui/usePrinting.ts";
import { useAdapted } from "./adapted-lists.ts";
import { CardList } from "./CardList.tsx";
import type { DataTableProps } from "./columns.ts";
import { PrintedPart } from "./PrintedPart.tsx";
import { RowTable } from "./RowTable.tsx";
import { SkeletonRows } from "./SkeletonRows.tsx";
import { useRoom } from "./useRoom.ts";
import { useRowFocus } from "./useRowFocus.ts";
import { useSteadyRows } from "./useSteadyRows.ts";
import { useWholeList } from "./useWholeList.ts";

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
  const room = useRoom(box, shown !== undefined, label);
  useRowFocus(box, shown?.map(props.rowKey) ?? []);
  const rowsOnPaper = useWholeList(props.whole, shown);
  if (shown === undefined) {
    if (error) return <RetryPanel message={errorText} onRetry={onRetry} retrying={refreshing} />;
    return <SkeletonRows label={label} columns={phone ? 1 : columns.length} rows={props.expected} />;
  }
  const rows = printing ? rowsOnPaper() : shown;
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
          <RetryPanel message={errorText} onRetry={onRetry} retrying={refreshing} />
        </div>
      )}
      {props.whole && <PrintedPart printed={rows.length} total={props.whole.total} />}
      {rows.length === 0 ? (
        empty
      ) : phone ? (
        <CardList {...props} rows={rows} />
      ) : (
        <RowTable {...props} rows={rows} room={printing ? "paper" : room} />
      )}
    </div>
  );
}
