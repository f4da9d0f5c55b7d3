import { formatMoment } from "@rounds/domain/calendar/calendar.ts";
import type { DoctorMerge } from "@rounds/domain/doctors/duplicates/merge-doctors.ts";
import { mergeNeeds } from "@rounds/domain/doctors/duplicates/merge-needs.ts";
import { Undo2 } from "lucide-react";
import { useState } from "react";
import { businessTimeZone } from "../api/page-settings.ts";
import { useRefusals } from "../api/permissions.ts";
import { useAuth } from "../api/session/AuthProvider.tsx";
import { Button } from "../ui/control/Button.tsx";
import { refused } from "../ui/control/refused.ts";
import { counted } from "../ui/figure/counted.ts";
import { whoOf } from "./history-words.ts";
import { undo } from "./undo.ts";

/** The doctors who were merged into one, each with a way to take that back. */
export function MergedDoctors({ merges }: { merges: readonly DoctorMerge[] }) {
  const [busy, setBusy] = useState<string>();
  const refusalOf = useUndoRefusal();
  return (
    <ul aria-label="Merged doctors" className="mb-3 divide-y divide-line border-b border-line">
      {merges.map((merge) => (
        <li
          key={merge.id}
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3 first:pt-0"
        >
          <div className="min-w-0 wrap-anywhere">
            <p className="text-small text-muted">
              {merge.is_undone ? "Merged and undone" : "Merged"} by {whoOf(merge)} ·{" "}
              {formatMoment(merge.at, businessTimeZone)}
            </p>
            <p>
              <span className="font-medium">{merge.name || "A doctor"}</span> was merged into this doctor,
              with {counted(merge.visits, "visit")}.
            </p>
          </div>
          {!merge.is_undone && (
            <Button
              size="small"
              variant="quiet"
              icon={Undo2}
              busy={busy === merge.id}
              disabled={busy !== undefined}
              onClick={async () => {
                setBusy(merge.id);
                await undo(merge.id, { noun: "doctors", id: merge.merged, op: "delete" });
                setBusy(undefined);
              }}
              {...refused(refusalOf(merge))}
            >
              Undo this merge
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Says why the person may not undo a merge; undefined if they may. */
function useUndoRefusal(): (merge: DoctorMerge) => string | undefined {
  const { user } = useAuth();
  const refusals = useRefusals();
  return (merge) => {
    if (merge.by_id !== user?.id && user?.app_metadata?.role !== "admin")
      return merge.by
        ? `Only ${merge.by} and administrators can undo this merge.`
        : "Only administrators can undo this merge.";
    const ofVisits = merge.visits_of_others ? refusals.of("edit_visits_of_others") : undefined;
    return ofVisits && `${mergeNeeds.undo} ${ofVisits}`;
  };
}
