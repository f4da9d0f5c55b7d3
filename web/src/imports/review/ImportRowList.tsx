import type { Import } from "@rounds/domain/imports/import.ts";
import { importPageSize } from "@rounds/domain/imports/limits.ts";
import { importRoutes } from "@rounds/domain/imports/routes.ts";
import { formatCount } from "@rounds/domain/money/count.ts";
import { exportFileName } from "@rounds/domain/paging/export-file.ts";
import { entriesOf } from "@rounds/domain/records/entries.ts";
import { useQuery } from "@tanstack/react-query";
import { Check, Download } from "lucide-react";
import { useRef, useState } from "react";
import { download } from "../../api/client.ts";
import { today } from "../../api/clock.ts";
import { useSaveExport } from "../../exports/save-export.ts";
import { Unread } from "../../history/Unread.tsx";
import { Pagination } from "../../table/Pagination.tsx";
import { useRowFocus } from "../../table/rows/useRowFocus.ts";
import { Button } from "../../ui/control/Button.tsx";
import { Card } from "../../ui/figure/Card.tsx";
import { outcomeWords, verdictWords } from "../import-words.ts";
import { importQueries, type Shown } from "../queries.ts";
import { DecideAll } from "./DecideAll.tsx";
import { ImportRowItem } from "./ImportRowItem.tsx";

/** What a person has to see first. */
const first: readonly Shown[] = [
  "failed",
  "kept",
  "look",
  "refused",
  "applied",
  "undone",
  "create",
  "update",
];

/** The rows of an import, filtered by what happens to them. */
export function ImportRowList({ state }: { state: Import }) {
  const { counts } = state;
  const [shown, setShown] = useState<Shown>(
    () => first.find((name) => name !== "" && counts[name] > 0) ?? "",
  );
  const [page, setPage] = useState(1);
  const rows = useQuery(importQueries.rows(state.id, shown, page));
  const list = useRef<HTMLUListElement>(null);
  useRowFocus(list);
  const isOver = state.state !== "checked";
  const named = [...(isOver ? entriesOf(outcomeWords) : []), ...entriesOf(verdictWords)];
  const filters = [
    { name: "" as Shown, label: "All", count: state.total },
    ...named.map(([name, { label }]) => ({ name, label, count: counts[name] })),
  ]
    .filter(({ name, count }) => count > 0 || name === shown)
    // The outcome shows what was created or updated then.
    .filter(({ name }) => !isOver || (name !== "create" && name !== "update"));
  const show = (name: Shown) => {
    setShown(name);
    setPage(1);
  };
  return (
    <Card flush title="Rows">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has a frame of its own */}
      <div role="group" aria-label="Show" className="flex flex-wrap gap-2 px-4 pb-3 sm:px-5">
        {filters.map(({ name, label, count }) => (
          <button
            key={name}
            type="button"
            aria-pressed={name === shown}
            onClick={() => show(name)}
            className="inline-flex min-h-11 items-center gap-1.5 rounded-full border border-line px-3 text-small font-medium hover:bg-hover sm:min-h-8 touch:min-h-11 aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent-strong"
          >
            {name === shown && <Check size={14} aria-hidden="true" className="shrink-0" />}
            {label} <span className="tabular-nums">{formatCount(count)}</span>
          </button>
        ))}
      </div>
      {shown !== "" && counts[shown] > 0 && (
        <div className="flex flex-wrap gap-2 px-4 pb-3 sm:px-5">
          <SaveRows id={state.id} shown={shown} count={counts[shown]} />
          {/* Of a list of visits, names wait: they are decided about one by one. */}
          {shown === "look" && counts.look > 1 && !isOver && state.noun !== "visits" && (
            <DecideAll state={state} count={counts.look} />
          )}
        </div>
      )}
      {rows.data ? (
        rows.data.rows.length === 0 ? (
          <p className="border-t border-line px-4 py-8 text-center text-muted">
            There are no such rows any more.
          </p>
        ) : (
          <ul ref={list} aria-label="Rows" className="divide-y divide-line border-t border-line">
            {rows.data.rows.map((row) => (
              <ImportRowItem key={row.line} state={state} row={row} />
            ))}
          </ul>
        )
      ) : (
        <div className="border-t border-line p-4">
          <Unread query={rows} what="the rows" lines={8} />
        </div>
      )}
      {rows.data && (
        <Pagination
          list={{ ...rows.data, page, page_size: importPageSize }}
          asked={page}
          itemName="rows"
          onPage={setPage}
        />
      )}
    </Card>
  );
}

/** Saves the rows that are shown, with what is wrong with them, to be corrected in a sheet. */
function SaveRows({ id, shown, count }: { id: string; shown: Shown; count: number }) {
  const { busy, save } = useSaveExport();
  const start = () => {
    const read = () =>
      download(importRoutes.export, { params: { id }, query: { verdict: shown, format: "xlsx" } });
    void save("xlsx", read, exportFileName("import", today(), "xlsx"), { done: "Rows saved successfully" });
  };
  return (
    <Button icon={Download} busy={busy !== undefined} busyLabel="Saving..." onClick={start}>
      {count === 1 ? "Save this row" : `Save these ${formatCount(count)} rows`} as Excel
    </Button>
  );
}
