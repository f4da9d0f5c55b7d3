import { formatDay, formatMoment } from "@rounds/domain/calendar/calendar.ts";
import type { Deletion } from "@rounds/domain/history/history.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { ArchiveRestore, Trash2 } from "lucide-react";
import { useState } from "react";
import { businessTimeZone } from "../api/page-settings.ts";
import { useRefusals } from "../api/permissions.ts";
import { paths } from "../paths.ts";
import { useListSearch } from "../table/filter/useListSearch.ts";
import { Button } from "../ui/control/Button.tsx";
import { refused } from "../ui/control/refused.ts";
import { Card } from "../ui/figure/Card.tsx";
import { counted } from "../ui/figure/counted.ts";
import { Tag } from "../ui/figure/Tag.tsx";
import { EmptyState } from "../ui/message/EmptyState.tsx";
import { BackHeader } from "../ui/navigation/BackHeader.tsx";
import { BringBackDialog } from "./BringBackDialog.tsx";
import { comesBackWords } from "./history-words.ts";
import { historyQueries } from "./queries.ts";
import { ShowOlder } from "./ShowOlder.tsx";
import { deletedSearch } from "./search.ts";
import { Unread } from "./Unread.tsx";

const nouns = { doctors: "Doctor", products: "Product", visits: "Visit" } as const;

/** The screen /deleted: what was deleted lately and can come back, newest first. */
export function DeletedPage() {
  const query = useInfiniteQuery(historyQueries.deleted());
  const [search, change] = useListSearch(deletedSearch);
  // The address names it, so that a message can lead here.
  const [chosen, setChosen] = useState<Deletion>();
  const rows = query.data?.pages.flatMap((page) => page.rows) ?? [];
  const days = query.data?.pages[0]?.days;
  const asked = chosen ?? rows.find(({ id }) => id === search.record);
  const close = () => {
    setChosen(undefined);
    if (search.record) change({ record: undefined });
  };
  return (
    <div className="flex flex-col gap-5">
      <BackHeader title="Recently deleted" back={paths.data()} backLabel="Back to data" />
      <p className="text-muted">
        Doctors, products and visits that were deleted{days && ` in the last ${counted(days, "day")}`}. What
        you bring back is as it was.
      </p>
      <Card>
        {query.data && rows.length === 0 ? (
          <EmptyState
            icon={Trash2}
            title="Nothing was deleted lately."
            hint="What somebody deletes appears here and can be brought back."
          />
        ) : query.data ? (
          <>
            <ul aria-label="Recently deleted" className="divide-y divide-line">
              {rows.map((row) => (
                <DeletedRow key={row.change} row={row} onAsk={() => setChosen(row)} />
              ))}
            </ul>
            <ShowOlder query={query} />
          </>
        ) : (
          <Unread query={query} what="what was deleted" lines={6} />
        )}
      </Card>
      {asked && (
        <BringBackDialog
          key={asked.id}
          record={{ ...asked, name: nameOf(asked) }}
          effect={comesBackWords(asked)}
          onClose={close}
        />
      )}
    </div>
  );
}

function DeletedRow({ row, onAsk }: { row: Deletion; onAsk: () => void }) {
  const effect = comesBackWords(row);
  const refusal = useRefusals().ofRestoring(row.noun);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-medium wrap-anywhere">{nameOf(row)}</span>
          <Tag>{nouns[row.noun]}</Tag>
        </p>
        <p className="text-small wrap-anywhere text-muted">
          Deleted by {row.by ?? "a deleted account or the database"} ·{" "}
          {formatMoment(row.at, businessTimeZone)}
        </p>
        {effect && <p className="text-small">Comes back: {effect}</p>}
      </div>
      <Button
        icon={ArchiveRestore}
        aria-haspopup="dialog"
        aria-label={`Bring back ${nameOf(row)}`}
        onClick={onAsk}
        {...refused(refusal)}
      >
        Bring back
      </Button>
    </li>
  );
}

function nameOf({ name, visit_date }: Deletion): string {
  return visit_date ? `${name || "Visit"}, ${formatDay(visit_date)}` : name;
}
