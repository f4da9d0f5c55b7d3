import type { Day } from "@rounds/domain/calendar/calendar.ts";
import { wordsBesideSign } from "@rounds/domain/coverage/slip-words.ts";
import type { DueDoctor } from "@rounds/domain/today/today.ts";
import { planDayWords } from "@rounds/domain/today/words.ts";
import { CalendarPlus } from "lucide-react";
import { useToday } from "../../api/clock.ts";
import { SlipTag } from "../../doctors/list/SlipTag.tsx";
import { usePlan } from "../../doctors/plan/usePlan.ts";
import { Button } from "../../ui/control/Button.tsx";
import { Tag } from "../../ui/figure/Tag.tsx";
import { DoctorLine } from "../DoctorLine.tsx";
import { planDoctor } from "../plan-doctor.ts";

type Props = { label: string; doctors: readonly DueDoctor[]; day: Day };

/** Doctors who are not planned, each with a button that plans a visit for that day. */
export function DoctorsToPlan({ label, doctors, day }: Props) {
  // What is due is asked as of the day to plan; when they were seen, and until when to see them, is said as of today.
  const today = useToday();
  return (
    <ul aria-label={label} className="divide-y divide-line border-t border-line">
      {doctors.map((row) => (
        <DoctorLine
          key={`${row.doctor.id} ${day}`}
          doctor={row.doctor}
          sign={<SlipTag state={row.state} planned={row.planned} day={today} />}
          words={wordsBesideSign({ ...row, doctor_class: row.doctor.doctor_class }, today)}
          actions={<PlanButton doctor={row.doctor} day={day} />}
        />
      ))}
    </ul>
  );
}

/** Plans a visit to a doctor for a day with one tap. Once it is planned it says so, also before the lists do. */
function PlanButton({ doctor, day }: { doctor: { id: string; name: string }; day: Day }) {
  const { busy, visit_id, run } = usePlan((id, onUndone) => planDoctor(id, doctor, day, onUndone));
  if (visit_id !== undefined) return <Tag tone="accent">Planned</Tag>;
  return (
    <Button
      data-row-focus
      size="small"
      icon={CalendarPlus}
      busy={busy}
      aria-label={`Plan ${doctor.name} for ${planDayWords(day)}`}
      onClick={() => void run()}
    >
      Plan
    </Button>
  );
}
