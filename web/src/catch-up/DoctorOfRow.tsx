import type { Day } from "@rounds/domain/calendar/calendar.ts";
import type { CatchUpRow } from "@rounds/domain/catch-up/catch-up.ts";

/** Who a row is about, and why it is there: planned, late or due, or added by hand. */
export function DoctorOfRow({ row: { doctor, planned }, today: _ }: { row: CatchUpRow; today: Day }) {
  const place = [doctor.specialization, doctor.hospital, doctor.city].filter(Boolean).join(" · ");
  const why = planned ? "Planned" : doctor.doctor_class && `Class ${doctor.doctor_class}`;
  return (
    <div className="min-w-0 max-sm:order-1">
      <p className="font-medium wrap-anywhere">{doctor.name}</p>
      {place && <p className="line-clamp-2 text-small wrap-anywhere text-muted">{place}</p>}
      {why && <p className="text-small text-muted">{why}</p>}
    </div>
  );
}
