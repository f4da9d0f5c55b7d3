import type { Day } from "@rounds/domain/calendar/calendar.ts";
import { cityOf } from "@rounds/domain/doctors/city.ts";
import type { DoctorRow } from "@rounds/domain/doctors/doctor-list.ts";
import { seenWords } from "@rounds/domain/doctors/last-seen.ts";
import { useColleague } from "../../api/people.ts";
import type { Shown } from "../../api/phone/pending-rows.ts";
import { paths } from "../../paths.ts";
import { laterBeside } from "../../ui/browser/later.tsx";
import { Tag } from "../../ui/figure/Tag.tsx";
import { WaitingTag } from "../../ui/figure/WaitingTag.tsx";
import { ScreenLink } from "../../ui/navigation/ScreenLink.tsx";
import { LaterPlanVisit } from "../plan/LaterPlanVisit.tsx";

/** Their code is not part of the first screen; their place is kept meanwhile. */
const ContactLinks = laterBeside(
  () => import("../details/ContactLinks.tsx").then((module) => module.ContactLinks),
  ({ doctor: { contact_number, address } }) => (
    <span className="shrink-0" style={{ width: `${(contact_number ? 5.5 : 0) + (address ? 2.75 : 0)}rem` }} />
  ),
);

/**
 * A doctor in the list on a phone: who it is, when they were last met, and how to reach them. The rest is in the detail.
 * Every card is as high as the others, whatever the texts, so that six stand on a screen.
 */
export function DoctorCard({ doctor, today }: { doctor: Shown<DoctorRow>; today: Day }) {
  const { id, name, doctor_class, specialization, address, last_visit, waiting } = doctor;
  const colleague = useColleague(doctor.representative_id);
  return (
    <>
      <div className="flex items-start justify-between gap-3">
        <ScreenLink {...paths.doctor(id)} title={name} className="min-w-0 truncate rounded-sm font-medium">
          {name}
        </ScreenLink>
        {waiting && <WaitingTag waiting={waiting} />}
        {!waiting && doctor_class && (
          <Tag>
            <span className="sr-only">Class </span>
            {doctor_class}
          </Tag>
        )}
      </div>
      <p className="min-h-5 truncate text-small text-muted">
        {[specialization, cityOf(address), colleague].filter(Boolean).join(" · ")}
      </p>
      {/* What can be tapped is higher than what it shows, and reaches over the line above. */}
      <div className="-mt-3 -mr-3.5 -mb-2 flex min-h-11 items-center justify-between max-[374px]:mt-0">
        {/* Beside four buttons of the narrowest screens it takes two lines. */}
        <p className="min-w-0 text-small text-muted first-letter:uppercase">
          {/* A server of the release before does not say it. */}
          {last_visit !== undefined && seenWords(last_visit, today)}
        </p>
        {/* They can't be tapped while cards are selected, and the box beside needs their room. */}
        <span className="inline-flex shrink-0 in-data-selecting:hidden">
          <ContactLinks doctor={doctor} />
          <LaterPlanVisit doctor={doctor} />
        </span>
      </div>
    </>
  );
}
