import { formatMoment } from "@rounds/domain/calendar/calendar.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { businessTimeZone } from "../api/page-settings.ts";
import { usePeople } from "../api/people.ts";
import { NotLoaded } from "../ui/browser/later.tsx";
import { Button } from "../ui/control/Button.tsx";
import { Dialog } from "../ui/dialog/Dialog.tsx";
import { counted } from "../ui/figure/counted.ts";
import { doneWords, undoneWords } from "./bulk-edit-words.ts";
import { latestBulkEdits, undoWithMessages } from "./run.ts";

/** What one has changed at once before, to undo it also later. */
export function LatestBulkEdits({ onClose }: { onClose: () => void }) {
  const { data, error, refetch, isFetching } = useQuery(latestBulkEdits);
  const { people } = usePeople({ read: true });
  const [undoing, setUndoing] = useState<string>();
  return (
    <Dialog
      title="Your latest changes"
      description={`What you changed or deleted${data ? ` in the last ${counted(data.days, "day")}` : ""}. Undo leaves alone what somebody changed since.`}
      size="medium"
      onClose={onClose}
    >
      {error && !data && <NotLoaded retry={() => void refetch()} retrying={isFetching} />}
      {data?.rows.length === 0 && <p className="text-muted">Nothing yet.</p>}
      <ul className="divide-y divide-line">
        {data?.rows.map((edit) => (
          <li key={edit.id} className="flex items-center justify-between gap-3 py-2">
            <div className="min-w-0">
              <p className="break-words">
                {doneWords(edit.change, edit.done + edit.undone + edit.kept, people)}
              </p>
              <p className="text-small text-muted">
                {formatMoment(edit.made_at, businessTimeZone)}
                {edit.undone + edit.kept > 0 && `. Undone: ${undoneWords(edit)}`}
              </p>
            </div>
            {edit.done > 0 && (
              <Button
                size="small"
                busy={undoing === edit.id}
                onClick={async () => {
                  setUndoing(edit.id);
                  await undoWithMessages(edit.id);
                  setUndoing(undefined);
                }}
              >
                Undo
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
