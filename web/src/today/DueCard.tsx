import { wordsBesideSign } from "@rounds/domain/coverage/slip-words.ts";
import type { DueDoctor, Today } from "@rounds/domain/today/today.ts";
import { caughtUpWords, listedWords, slippingCount } from "@rounds/domain/today/words.ts";
import { CircleCheck, Clock } from "lucide-react";
import { SlipTag } from "../doctors/list/SlipTag.tsx";
import { paths } from "../paths.ts";
import { ButtonLink } from "../ui/control/ButtonLink.tsx";
import { Card } from "../ui/figure/Card.tsx";
import { EmptyState } from "../ui/message/EmptyState.tsx";
import { DoctorActions } from "./DoctorActions.tsx";
import { DoctorLine } from "./DoctorLine.tsx";
import { fewDue, ShowAll } from "./ShowAll.tsx";

type Props = {
  today: Today;
  /** Whether all are shown. */
  all: boolean;
  onAll: (all: boolean) => void;
  onSkip: (due: DueDoctor) => void;
};

/** Whom to see, by the norms: those never seen, the late, the due, and last those for whom a visit is planned. */
export function DueCard({ today, all, onAll, onSkip }: Props) {
  const { due, day } = today;
  const shown = all ? due : due.slice(0, fewDue);
  return (
    <Card title="Due and late" actions={<p className="text-muted">{listedWords(today)}</p>} flush>
      {shown.length === 0 ? (
        <NothingDue today={today} />
      ) : (
        <ul aria-label="Due and late" className="divide-y divide-line border-t border-line">
          {shown.map((row) => (
            <DoctorLine
              key={row.doctor.id}
              doctor={row.doctor}
              sign={<SlipTag state={row.state} planned={row.planned} day={day} />}
              words={wordsBesideSign({ ...row, doctor_class: row.doctor.doctor_class }, day)}
              actions={<DoctorActions doctor={row.doctor} onSkip={() => onSkip(row)} />}
            />
          ))}
        </ul>
      )}
      <ShowAll all={all} onAll={onAll} rows={due.length} total={slippingCount(today)} />
    </Card>
  );
}

function NothingDue({ today }: { today: Today }) {
  if (today.targets === 0) {
    return (
      <EmptyState
        icon={Clock}
        title="No doctor has a norm yet"
        hint="Give your doctors a class: A, B or C. Then this list says whom you are about to miss."
        action={<ButtonLink target={paths.doctors()}>Open doctors</ButtonLink>}
      />
    );
  }
  return <EmptyState icon={CircleCheck} title={caughtUpWords(today)} hint={hintOf(today)} />;
}

function hintOf({ planned_total, done_total }: Today): string {
  if (planned_total > 0) return "What is planned for today is above.";
  return done_total > 0 ? "All done for today." : "Nobody is late or due.";
}
