import type { Day } from "@rounds/domain/calendar/calendar.ts";
import { wordsBesideSign } from "@rounds/domain/coverage/slip-words.ts";
import type { DueDoctor } from "@rounds/domain/today/today.ts";
import { SlipTag } from "../doctors/SlipTag.tsx";
import { DoctorLine } from "./DoctorLine.tsx";
import { PlanButton } from "./PlanButton.tsx";

type Props = { label: string; doctors: readonly DueDoctor[]; day: Day };

/** Doctors who are not planned, each with a button that plans a visit for that day. */
export function DoctorsToPlan({ label, doctors, day }: Props) {
  return (
    <ul aria-label={label} className="divide-y divide-line border-t border-line">
      {doctors.map((row) => (
        <DoctorLine
          key={`${row.doctor.id} ${day}`}
          doctor={row.doctor}
          sign={<SlipTag state={row.state} planned={row.planned} day={day} />}
          words={wordsBesideSign({ ...row, doctor_class: row.doctor.doctor_class }, day)}
          actions={<PlanButton doctor={row.doctor} day={day} />}
        />
      ))}
    </ul>
  );
}
