import { isOwnCall } from "@rounds/domain/account/own-rows.ts";
import type { Day } from "@rounds/domain/calendar/calendar.ts";
import type { CatchUpRow, VisitOfDay } from "@rounds/domain/catch-up/catch-up.ts";
import { cityOf } from "@rounds/domain/doctors/city.ts";
import type { VisitRow } from "@rounds/domain/visits/visit-list.ts";
import type { Shown } from "../api/phone/pending-rows.ts";

/** A row of the day as the screen shows it: a visit of it may wait on this phone. */
export type DayRow = Omit<CatchUpRow, "visits"> & { visits: Shown<VisitOfDay>[] };

/** What a row says of its doctor, as lists and pages have it. */
type DoctorAtHand = Pick<VisitRow["doctor"], "id" | "name" | "specialization" | "hospital" | "address"> &
  Partial<Pick<CatchUpRow["doctor"], "doctor_class" | "representative_id">>;

/**
 * The rows of a day with the visits of one's own that are being saved or wait on this phone. Without a connection the
 * rows are those that were read last, in which such a visit would still seem to be entered.
 */
export function withWaiting(
  rows: readonly DayRow[],
  day: Day,
  waiting: readonly Shown<VisitRow>[],
  person: string | undefined,
): readonly DayRow[] {
  if (waiting.length === 0) return rows;
  const changed = new Map(waiting.map((visit) => [visit.id, visit]));
  // A deleted one only says which one it was.
  const left = waiting.filter((visit) => visit.change !== "deleted");
  const recorded = left.filter(({ visit_date, status }) => visit_date === day && status !== "scheduled");
  const isPlanned = (id: string) => {
    const visit = changed.get(id);
    return !visit || (visit.change !== "deleted" && visit.visit_date === day && visit.status === "scheduled");
  };
  const shown = rows.map((row): DayRow => {
    const { doctor, planned, visits } = row;
    const own = recorded.filter((visit) => visit.doctor.id === doctor.id);
    const others = visits.filter(({ id }) => !changed.has(id));
    const open = planned && isPlanned(planned.id) ? planned : null;
    if (own.length === 0 && others.length === visits.length && open === planned) return row;
    const known = [...visits, ...(planned ? [planned] : [])];
    // Who was met is not about to be missed any more.
    const likely = own.length > 0 ? null : row.likely;
    return {
      ...row,
      ...{
        planned: open,
        likely,
        visits: [...others, ...own.map((visit) => visitOfDay(visit, known, person))],
      },
    };
  });
  const ids = new Set(rows.map(({ doctor }) => doctor.id));
  for (const visit of recorded) {
    if (visit.change || ids.has(visit.doctor.id)) continue;
    ids.add(visit.doctor.id);
    shown.push(rowOf(visit, recorded, person));
  }
  return shown;
}

function visitOfDay(
  visit: Shown<VisitRow>,
  known: readonly { id: string; version: number }[],
  person: string | undefined,
): Shown<VisitOfDay> {
  const { id, status, notes, created_by, total_sales, item_count, saving, waiting } = visit;
  // The server gives it the next version, and a new visit the first one.
  const version = (known.find((one) => one.id === id)?.version ?? 0) + 1;
  return {
    id,
    version,
    status,
    notes,
    created_by,
    total_sales,
    item_count,
    own: isOwnCall(visit, person),
    ...(saving && { saving }),
    ...(waiting && { waiting }),
  };
}

/** The row of a doctor of whom the day as it was read says nothing. */
function blankRow({ id, name, specialization, hospital, address, ...others }: DoctorAtHand): CatchUpRow {
  const { representative_id = null, doctor_class = null } = others;
  const doctor = { id, name, specialization, hospital, doctor_class, representative_id };
  return { doctor: { ...doctor, city: cityOf(address) }, planned: null, visits: [], likely: null, usual: [] };
}

/** The row of a doctor who was visited besides those of the day. */
function rowOf(
  { doctor }: Shown<VisitRow>,
  recorded: readonly Shown<VisitRow>[],
  person: string | undefined,
): DayRow {
  const visits = recorded.filter((visit) => visit.doctor.id === doctor.id && !visit.change);
  return { ...blankRow(doctor), visits: visits.map((visit) => visitOfDay(visit, [], person)) };
}
