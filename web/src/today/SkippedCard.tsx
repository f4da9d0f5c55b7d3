import type { Day } from "@rounds/domain/calendar/calendar.ts";
import { skipWords } from "@rounds/domain/today/reasons.ts";
import type { SkippedDoctor } from "@rounds/domain/today/today.ts";
import { ChevronRight } from "lucide-react";
import { useState } from "react";
import { asApiError } from "../api/api-error.ts";
import { savedWords, wasKept } from "../api/phone/kept.ts";
import type { Shown } from "../api/phone/pending-rows.ts";
import { LaterPlanVisit } from "../doctors/plan/LaterPlanVisit.tsx";
import { Button } from "../ui/control/Button.tsx";
import { WaitingTag } from "../ui/figure/WaitingTag.tsx";
import { outcomeWords } from "../ui/message/outcome.ts";
import { toast } from "../ui/message/toast.ts";
import { DoctorLine } from "./DoctorLine.tsx";
import { MoveButton } from "./MoveButton.tsx";
import { undoSkip } from "./queries.ts";

type Props = {
  skipped: readonly Shown<SkippedDoctor>[];
  day: Day;
  onMove: (skipped: SkippedDoctor) => void;
};

/** The doctors who are skipped today, folded; nothing if there are none. */
export function SkippedCard({ skipped, day, onMove }: Props) {
  if (skipped.length === 0) return null;
  return (
    <details className="group rounded-card border border-line bg-surface">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 rounded-card px-4 py-2 font-semibold sm:px-5">
        <ChevronRight
          size={16}
          aria-hidden="true"
          className="shrink-0 transition-transform duration-120 group-open:rotate-90"
        />
        Skipped today ({skipped.length})
      </summary>
      <ul aria-label="Skipped today" className="divide-y divide-line border-t border-line">
        {skipped.map((row) => (
          <DoctorLine
            key={row.doctor.id}
            doctor={row.doctor}
            sign={row.waiting && <WaitingTag waiting={row.waiting} />}
            words={skipWords(row)}
            actions={
              <>
                {row.visit_id ? (
                  <MoveButton doctor={row.doctor} planned={row} onClick={() => onMove(row)} />
                ) : (
                  <LaterPlanVisit doctor={row.doctor} />
                )}
                <UndoButton doctor={row.doctor} day={day} />
              </>
            }
          />
        ))}
      </ul>
    </details>
  );
}

function UndoButton({ doctor, day }: { doctor: SkippedDoctor["doctor"]; day: Day }) {
  const [busy, setBusy] = useState(false);
  const undo = async () => {
    setBusy(true);
    try {
      const saved = await undoSkip(doctor.id, day);
      if (wasKept(saved)) toast.success(savedWords(saved, ""));
    } catch (thrown) {
      const error = asApiError(thrown);
      const refused = "The skip could not be taken back.";
      toast.error(outcomeWords(error, refused, "the skip was taken back"), { lead: error.message });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button size="small" busy={busy} aria-label={`Undo skipping ${doctor.name}`} onClick={() => void undo()}>
      Undo
    </Button>
  );
}
