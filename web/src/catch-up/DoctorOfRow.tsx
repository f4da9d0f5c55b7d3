import type { Day } from "@rounds/domain/calendar/calendar.ts";
import type { CatchUpRow } from "@rounds/domain/catch-up/catch-up.ts";
import { wordsBesideSign } from "@rounds/domain/coverage/slip-words.ts";
import { SlipTag } from "../doctors/list/SlipTag.tsx";

/** Who a row is about, and why it is there: planned, late or due on that day, or added by hand. */
export function DoctorOfRow({ row: { doctor, planned, likely }, day }: { row: CatchUpRow; day: Day }) {
  const { doctor_class } = doctor;
  const why = planned ? "Planned" : !likely && doctor_class && `Class ${doctor_class}`;
  const about = [why, doctor.specialization, doctor.hospital, doctor.city].filter(Boolean).join(" · ");
  const isLikely = likely && !planned;
  return (
    <div className="min-w-0 max-sm:order-1">
      <p className="flex flex-wrap items-baseline gap-x-2 font-medium wrap-anywhere">
        {doctor.name}
        {isLikely && <SlipTag state={likely.state} planned={likely.planned} day={day} />}
      </p>
      {isLikely && (
        <p className="text-small text-muted">{wordsBesideSign({ doctor_class, ...likely }, day)}</p>
      )}
      {about && (
        <p className="text-small wrap-anywhere text-muted lg:line-clamp-1" title={about}>
          {about}
        </p>
      )}
    </div>
  );
}
