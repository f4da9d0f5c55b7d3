import { formatMoment } from "@rounds/domain/calendar/calendar.ts";
import type { RecordNoun, StaysDeleted } from "@rounds/domain/history/history.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { ArchiveRestore } from "lucide-react";
import { useState } from "react";
import { businessTimeZone } from "../api/page-settings.ts";
import { useRefusals } from "../api/permissions.ts";
import { paths } from "../paths.ts";
import { Button } from "../ui/control/Button.tsx";
import { refused } from "../ui/control/refused.ts";
import { Card } from "../ui/figure/Card.tsx";
import { counted } from "../ui/figure/counted.ts";
import { TextLink } from "../ui/navigation/TextLink.tsx";
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
  // A server of the release before does not say it.
  const stays = page.stays_deleted ?? (isErased ? ({ why: "erased" } as const) : undefined);
  return (
    <>
      <Card title="Deleted">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <div className="min-w-0 wrap-anywhere">
            <p>
              {isErased ? "It" : name} was deleted by {whoOf(deletion)} ·{" "}
              {formatMoment(deletion.at, businessTimeZone)}
            </p>
            {stays && (
              <p className="text-small text-muted">
                <WhyItStays stays={stays} />
              </p>
            )}
          </div>
          {!stays && (
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

/** Why nobody can bring a record back, and what to do instead. */
function WhyItStays({ stays }: { stays: StaysDeleted }) {
  if (stays.why === "erased")
    return "What was deleted has been erased from the history, so it can't be brought back.";
  if (stays.why === "too_long_ago")
    return `That was more than ${counted(stays.days, "day")} ago, so it can't be brought back any more.`;
  const { id, name } = stays.into;
  return (
    <>
      Merged into <TextLink target={paths.doctor(id)}>{name ?? "another doctor"}</TextLink>: it comes back
      when that merge is undone.
    </>
  );
}
