import { mostPicked } from "@rounds/domain/bulk-edits/limits.ts";
import type { DoctorListQuery } from "@rounds/domain/doctors/doctor-list.ts";
import { formatCount } from "@rounds/domain/money/count.ts";
import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { adaptList } from "../table/adapted-lists.ts";
import { isComposing } from "../ui/browser/is-composing.ts";
import { Button } from "../ui/control/Button.tsx";
import { hasOpenDialog } from "../ui/dialog/dialog-stack.ts";
import { ChangeDoctorsDialog } from "./ChangeDoctorsDialog.tsx";
import { DeleteDoctorsDialog } from "./DeleteDoctorsDialog.tsx";
import { LatestBulkEdits } from "./LatestBulkEdits.tsx";
import { selectable } from "./selectable-list.tsx";
import {
  clearSelection,
  isSelected,
  type SelectableRow,
  selectAll,
  selectRows,
  showRows,
  useSelection,
} from "./selection.ts";

type Props = {
  /** The rows of the page. */
  rows: readonly SelectableRow[];
  /** How many the filters let through. */
  total: number;
  matching: Omit<DoctorListQuery, "page" | "page_size">;
  /** Ends selecting. */
  onEnd: () => void;
};

/** How many are selected and what can be done with them, at the foot of the window. */
export function SelectionBar({ rows, total, matching, onEnd }: Props) {
  const selection = useSelection();
  const [open, setOpen] = useState<"change" | "delete" | "latest">();
  const change = useRef<HTMLButtonElement>(null);
  const count = selection.all ? total : selection.picked.size;
  const choosable = rows.filter(({ waiting }) => !waiting);
  const isPage = choosable.length > 0 && choosable.every((row) => isSelected(selection, row));
  const tooMany = !selection.all && count > mostPicked;

  showRows(rows);
  useEffect(() => {
    const restore = adaptList("Doctors", selectable);
    return () => {
      restore();
      clearSelection();
    };
  }, []);
  const wanted = JSON.stringify(matching);
  // What is selected and can't be seen any more would be changed unseen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with other filters nothing is selected
  useEffect(clearSelection, [wanted]);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (isComposing(event)) return;
      // What has used the key, such as a search that it empties, is all that it does.
      if (event.key === "Escape" && !event.defaultPrevented && !hasOpenDialog()) onEnd();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [onEnd]);

  const selected = {
    count,
    selection: selection.all
      ? { matching }
      : { rows: [...selection.picked].map(([id, version]) => ({ id, version })) },
    onClose: (done: boolean) => {
      setOpen(undefined);
      if (done) onEnd();
    },
  };
  return (
    <>
      <section
        aria-label="Selection"
        data-selecting
        data-bar=""
        className="fixed inset-x-0 bottom-(--tabs) z-30 flex flex-wrap items-center gap-2 border-t border-line bg-surface p-3 pb-[max(0.75rem,env(safe-area-inset-bottom)-var(--tabs))] sm:px-6 lg:left-60 lg:px-8"
      >
        <p role="status" className="min-w-24 font-medium whitespace-nowrap">
          {formatCount(count)} selected
        </p>
        <Button size="small" disabled={choosable.length === 0} onClick={() => selectRows(choosable, !isPage)}>
          <span className="max-sm:sr-only">{isPage ? "Clear " : "Select "}</span>
          <span className="max-sm:capitalize">this</span> page
        </Button>
        {!selection.all && total > choosable.length && (
          <Button
            size="small"
            onClick={() => {
              // This button goes; the next step is to change what is selected.
              flushSync(selectAll);
              change.current?.focus();
            }}
          >
            <span className="max-sm:sr-only">Select </span>
            <span className="max-sm:capitalize">all</span> {formatCount(total)}
            <span className="max-sm:sr-only"> that match</span>
          </Button>
        )}
        <span className="flex flex-1 flex-wrap justify-end gap-2 max-sm:basis-full">
          <Button size="small" variant="quiet" onClick={() => setOpen("latest")}>
            Latest changes
          </Button>
          <Button
            ref={change}
            size="small"
            disabled={count === 0 || tooMany}
            onClick={() => setOpen("change")}
          >
            Change…
          </Button>
          <Button
            size="small"
            variant="danger-quiet"
            disabled={count === 0 || tooMany}
            onClick={() => setOpen("delete")}
          >
            Delete…
          </Button>
        </span>
        {tooMany && (
          <p className="w-full text-small text-muted">
            At most {formatCount(mostPicked)} can be selected one by one. Filter the list and select all that
            match.
          </p>
        )}
      </section>
      {open === "latest" && <LatestBulkEdits onClose={() => setOpen(undefined)} />}
      {open === "change" && <ChangeDoctorsDialog {...selected} />}
      {open === "delete" && <DeleteDoctorsDialog {...selected} />}
    </>
  );
}
