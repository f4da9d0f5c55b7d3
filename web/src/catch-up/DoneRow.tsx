import type { Day } from "@rounds/domain/calendar/calendar.ts";
import { formatRupees } from "@rounds/domain/money/money.ts";
import { notesPreview } from "@rounds/domain/visits/notes.ts";
import { paths } from "../paths.ts";
import { counted } from "../ui/figure/counted.ts";
import { StatusBadge } from "../ui/figure/StatusBadge.tsx";
import { Tag } from "../ui/figure/Tag.tsx";
import { TextLink } from "../ui/navigation/TextLink.tsx";
import { DoctorOfRow } from "./DoctorOfRow.tsx";
import type { DayRow } from "./with-waiting.ts";

/** A doctor whose visit of the day is recorded; a second one is shown, because it may be a mistake. */
export function DoneRow({ row, day }: { row: DayRow; day: Day }) {
  const { doctor, visits } = row;
  return (
    <li
      aria-label={doctor.name}
      className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 px-4 py-3"
    >
      <DoctorOfRow row={row} day={day} />
      <ul className="flex max-w-full flex-col gap-1 max-sm:order-2 sm:ml-auto sm:items-end">
        {visits.length > 1 && <li className="text-small text-warn">{visits.length} visits on this day</li>}
        {visits.map(({ id, status, notes, created_by, own, total_sales, item_count, saving, waiting }) => (
          <li key={id} className="flex max-w-full flex-wrap items-center gap-x-3 gap-y-1">
            <StatusBadge status={status} saving={saving} waiting={waiting} />
            {!own && status === "completed" && (
              <Tag>{created_by ? "By a colleague" : "Recorded by nobody"}</Tag>
            )}
            {notes && <span className="max-w-72 truncate text-small text-muted">{notesPreview(notes)}</span>}
            <span className="text-small text-muted">{counted(item_count, "item")}</span>
            <span className="font-medium tabular-nums">{formatRupees(total_sales)}</span>
            <TextLink target={paths.visit(id)}>
              Open<span className="sr-only"> the visit to {doctor.name}</span>
            </TextLink>
          </li>
        ))}
      </ul>
    </li>
  );
}
