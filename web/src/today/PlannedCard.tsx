import { lastSeenWords } from "@rounds/domain/doctors/last-seen.ts";
import type { PlannedVisit, Today } from "@rounds/domain/today/today.ts";
import { unrecordedWords } from "@rounds/domain/today/words.ts";
import { paths } from "../paths.ts";
import { Card } from "../ui/figure/Card.tsx";
import { TextLink } from "../ui/navigation/TextLink.tsx";
import { DoctorActions } from "./DoctorActions.tsx";
import { DoctorLine } from "./DoctorLine.tsx";
import { FirstOfDay } from "./FirstOfDay.tsx";

type Props = {
  today: Today;
  onMove: (visit: PlannedVisit) => void;
  onSkip: (visit: PlannedVisit) => void;
};

/** The visits planned for today, and those of earlier days that nobody recorded. */
export function PlannedCard({ today, onMove, onSkip }: Props) {
  const { planned, planned_total, unrecorded, day } = today;
  return (
    <Card
      title="Planned"
      actions={planned_total > 0 && <p className="text-muted">{planned_total} for today</p>}
      flush
    >
      {planned.length === 0 ? (
        <p className="px-4 pb-4 text-muted sm:px-5">Nothing is planned for today.</p>
      ) : (
        <ul aria-label="Planned" className="divide-y divide-line border-t border-line">
          {planned.map((visit) => (
            <DoctorLine
              key={visit.id}
              doctor={visit.doctor}
              words={plannedWords(visit, day)}
              notes={visit.notes}
              actions={
                <DoctorActions
                  doctor={visit.doctor}
                  planned={visit}
                  onMove={() => onMove(visit)}
                  onSkip={() => onSkip(visit)}
                />
              }
            />
          ))}
        </ul>
      )}
      <FirstOfDay day={day} shown={planned.length} total={planned_total} />
      {unrecorded.day && (
        <p className="border-t border-line px-4 py-2.5 sm:px-5">
          <TextLink target={paths.catchUp(unrecorded.day)}>{unrecordedWords(unrecorded.visits)}</TextLink>
        </p>
      )}
    </Card>
  );
}

function plannedWords({ doctor, last_visit }: PlannedVisit, day: string): string {
  return [doctor.doctor_class, lastSeenWords(last_visit, day)].filter(Boolean).join(" · ");
}
