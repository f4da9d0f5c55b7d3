import { formatMoment } from "@rounds/domain/calendar/calendar.ts";
import type { RecordNoun } from "@rounds/domain/history/history.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Eraser } from "lucide-react";
import { useState } from "react";
import { asApiError } from "../api/api-error.ts";
import { businessTimeZone } from "../api/page-settings.ts";
import { savedWords } from "../api/phone/kept.ts";
import { useAuth } from "../api/session/AuthProvider.tsx";
import { Button } from "../ui/control/Button.tsx";
import { ConfirmDialog } from "../ui/dialog/ConfirmDialog.tsx";
import { Card } from "../ui/figure/Card.tsx";
import { outcomeWords } from "../ui/message/outcome.ts";
import { toast } from "../ui/message/toast.ts";
import { ChangeEntries } from "./ChangeEntries.tsx";
import { type ChangedPart, entriesOf, type FormerValue } from "./history-words.ts";
import { MergedDoctors } from "./MergedDoctors.tsx";
import { eraseHistory, historyQueries } from "./queries.ts";
import { ShowOlder } from "./ShowOlder.tsx";
import { Unread } from "./Unread.tsx";
import { undoProblem } from "./undo.ts";
import { undoOffer } from "./undo-offer.ts";

type Props = {
  noun: RecordNoun;
  id: string;
  /** The record as it is now. */
  current?: object | undefined;
  /** Sets a field to a former value, as an edit does. */
  restore?: (former: FormerValue) => Promise<unknown>;
  /** Why the person may not restore the one of a field. */
  unrestorable?: (field: string) => string | undefined;
};

/** What was changed of a record, newest first; paper leaves it out. */
export function HistoryCard({ noun, id, current, restore, unrestorable }: Props) {
  const query = useInfiniteQuery(historyQueries.ofRecord(noun, id));
  const { user } = useAuth();
  const [busy, setBusy] = useState<string>();
  const [erasing, setErasing] = useState(false);
  const pages = query.data?.pages ?? [];
  const entries = entriesOf(
    pages.flatMap(({ changes }) => changes),
    Object.assign({}, ...pages.map(({ names }) => names)),
  );
  const created = pages[0]?.created;
  const merges = pages[0]?.merges;
  const canErase = noun === "doctors" && user?.app_metadata?.role === "admin";
  const restorePart = async ({ key, former }: ChangedPart) => {
    if (!former || !restore) return;
    setBusy(key);
    try {
      const saved = await restore(former);
      toast.success(
        savedWords(saved, `${former.label} restored`),
        undoOffer(saved, { noun, id, op: "update" }),
      );
    } catch (thrown) {
      const error = asApiError(thrown);
      const lead = outcomeWords(error, "This value was not restored.", "this value was restored");
      toast.error(error.fieldMessage ?? undoProblem(error), { lead, duration: 0 });
    }
    setBusy(undefined);
  };
  return (
    <div className="print:hidden">
      <Card
        title="History"
        actions={
          canErase && (
            <Button size="small" variant="danger-quiet" icon={Eraser} onClick={() => setErasing(true)}>
              Erase from history
            </Button>
          )
        }
      >
        {query.data ? (
          <>
            {merges && <MergedDoctors merges={merges} />}
            {entries.length === 0 && <p className="text-muted">Nothing was changed since.</p>}
            <ChangeEntries
              entries={entries}
              {...(current && { current })}
              {...(busy !== undefined && { busy })}
              {...(restore && { onRestore: (part: ChangedPart) => void restorePart(part) })}
              unrestorable={unrestorable}
            />
            <ShowOlder query={query} />
            {created && !query.hasNextPage && (
              <p className="mt-3 border-t border-line pt-3 text-small wrap-anywhere text-muted">
                Created by {created.by ?? "somebody without an account now"} ·{" "}
                {formatMoment(created.at, businessTimeZone)}
              </p>
            )}
          </>
        ) : (
          <Unread query={query} what="the history" lines={2} />
        )}
      </Card>
      {erasing && <EraseDialog id={id} onClose={() => setErasing(false)} />}
    </div>
  );
}

function EraseDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const erase = async () => {
    setBusy(true);
    try {
      await eraseHistory(id);
      toast.success("Erased from the history");
      onClose();
    } catch (thrown) {
      setError(asApiError(thrown).message);
      setBusy(false);
    }
  };
  return (
    <ConfirmDialog
      title="Erase from history"
      question="Do this when the doctor asks for it. It can't be undone."
      details={
        <>
          <p>
            Erased: every former value of this doctor and of the visits, what was deleted of them, and their
            rows of imported files.
          </p>
          <p className="mt-1">
            Stays: who changed or deleted something and when, and the record as it is now. What was deleted
            can't be brought back any more.
          </p>
        </>
      }
      confirmLabel="Erase"
      busyLabel="Erasing..."
      busy={busy}
      error={error ?? null}
      onConfirm={() => void erase()}
      onCancel={onClose}
    />
  );
}
