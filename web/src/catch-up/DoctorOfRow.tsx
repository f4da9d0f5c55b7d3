import type { Day } from "@rounds/domain/calendar/calendar.ts";
import type { CatchUpRow } from "@rounds/domain/catch-up/catch-up.ts";
import { monthWords } from "@rounds/domain/coverage/slipping.ts";
import { Tag } from "../ui/Tag.tsx";

/** Who a row is about, and why it is there: planned, late or due on that day, or added by hand. */
export function DoctorOfRow({ row: { doctor, planned, likely }, day }: { row: CatchUpRow; day: Day }) {
  const { doctor_class } = doctor;
  const place = [doctor.specialization, doctor.hospital, doctor.city].filter(Boolean).join(" · ");
  const why = planned ? "Planned" : doctor_class && `Class ${doctor_class}`;
  return (
    <div className="min-w-0 max-sm:order-1">
      <p className="font-medium wrap-anywhere">{doctor.name}</p>
      {place && <p className="line-clamp-2 text-small wrap-anywhere text-muted">{place}</p>}
      {likely && !planned ? (
        <p className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-small text-muted">
          <Tag tone={likely.state === "late" ? "danger" : "warning"}>
            {likely.state === "late" ? "Late" : "Due"}
          </Tag>
          <span>{monthWords({ doctor_class, ...likely }, likely.see_by, day)}</span>
        </p>
      ) : (
        why && <p className="text-small text-muted">{why}</p>
      )}
    </div>
  );
}
