import { formatMoment } from "@rounds/domain/calendar/calendar.ts";
import type { RecordNoun } from "@rounds/domain/history/history.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { ArchiveRestore } from "lucide-react";
import { useState } from "react";
import { businessTimeZone } from "../api/page-settings.ts";
import { useRefusals } from "../api/permissions.ts";
import { Button } from "../ui/control/Button.tsx";
import { refused } from "../ui/control/refused.ts";
import { Card } from "../ui/figure/Card.tsx";
import { BringBackDialog } from "./BringBackDialog.tsx";
import { HistoryCard } from "./HistoryCard.tsx";
import { comesBackByHistory, entriesOf, whoOf } from "./history-words.ts";
import { historyQueries } from "./queries.ts";

/** Who deleted a record and when, with a way to bring it back, and its history; nothing if there never was one. */
export function DeletedRecord({ noun, id }: { noun: RecordNoun; id: string }) {
  const { data, hasNextPage } = useInfiniteQuery({ ...historyQueries.ofRecord(noun, id), retry: false });
  const [asking, setAsking] = useState(false);
  const refusal = useRefusals().ofRestoring(noun);
  const page = data?.pages[0];
  const deletion = page?.changes.find((change) => change.noun === noun);
  if (!page || deletion?.op !== "deleted") return null;
  const name = entriesOf([deletion], page.names)[0]?.what ?? "It";
  const isErased = Object.keys(deletion.before ?? {}).length === 0;
  return (
    <>
      <Card title="Deleted">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="min-w-0 wrap-anywhere">
            {isErased ? "It" : name} was deleted by {whoOf(deletion)} ·{" "}
            {formatMoment(deletion.at, businessTimeZone)}
          </p>
          {!isErased && (
            <Button
              icon={ArchiveRestore}
              aria-haspopup="dialog"
              onClick={() => setAsking(true)}
              {...refused(refusal)}
            >
              Bring back
            </Button>
          )}
        </div>
      </Card>
      <HistoryCard noun={noun} id={id} />
      {asking && (
        <BringBackDialog
          record={{ noun, id, name }}
          effect={comesBackByHistory(
            deletion,
            data.pages.flatMap(({ changes }) => changes),
            hasNextPage,
          )}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
