import { addDays, type Day, endOfMonth, startOfMonth } from "../calendar/calendar.ts";
import { fieldDays, fieldDaysOfMonth, isSunday } from "../coverage/field-days.ts";
import { type CallNorms, gapOf, monthNorm, type NormedDoctor } from "../coverage/norms.ts";
import { daysBehind, type MonthOfDoctor } from "../coverage/slipping.ts";
import type { Today } from "./today.ts";

/** A doctor with what was done and planned there this month, as it is read. */
export type DoctorFacts = NormedDoctor & Pick<MonthOfDoctor, "id" | "name" | "city"> & Activity;

/** A day on which a doctor has a visit that took place or is planned. */
export type VisitDay = { doctor_id: string; visit_date: Day; status: "completed" | "scheduled" };

/** What was done and planned at a doctor. */
export type Activity = Pick<MonthOfDoctor, "calls" | "scheduled" | "planned" | "last_visit">;

/** The activity of a doctor without any visit. */
export const untouched: Activity = { calls: 0, scheduled: 0, planned: null, last_visit: null };

/**
 * The activity of each doctor from the visits of the month of `today` and the last one before it, in any order. Several
 * visits on a day are one call; a planned visit counts from today on, and not on a day with a call.
 */
export function activityOf(visits: readonly VisitDay[], today: Day): Map<string, Activity> {
  const first = startOfMonth(today);
  const met = new Set<string>();
  const found = new Map<string, Activity>();
  const of = (id: string) => found.get(id) ?? untouched;
  for (const { doctor_id, visit_date, status } of visits) {
    const key = `${doctor_id} ${visit_date}`;
    if (status !== "completed" || visit_date > today || met.has(key)) continue;
    met.add(key);
    const { calls, last_visit, ...rest } = of(doctor_id);
    const last = last_visit === null || visit_date > last_visit ? visit_date : last_visit;
    found.set(doctor_id, { ...rest, calls: calls + (visit_date >= first ? 1 : 0), last_visit: last });
  }
  for (const { doctor_id, visit_date, status } of visits) {
    const key = `${doctor_id} ${visit_date}`;
    if (status !== "scheduled" || visit_date < today || met.has(key)) continue;
    met.add(key);
    const activity = of(doctor_id);
    const { scheduled, planned } = activity;
    const first_planned = planned === null || visit_date < planned ? visit_date : planned;
    found.set(doctor_id, { ...activity, scheduled: scheduled + 1, planned: first_planned });
  }
  return found;
}

/** What a person's days depend on: holidays and the person's own leave of the `neededDays`. */
export type Calendar = { norms: CallNorms; holidays: readonly Day[]; leave: readonly Day[] };

/** How far ahead a next field day is looked for. */
const reach = 31;

/** The days for which holidays and leave have to be known. */
export function neededDays(today: Day): { from: Day; to: Day } {
  const [first, behind] = [startOfMonth(today), addDays(today, -daysBehind)];
  return { from: first < behind ? first : behind, to: addDays(endOfMonth(today), reach) };
}

/** The month of each doctor, measured by the norms in force. */
export function monthsOf(
  doctors: readonly DoctorFacts[],
  { norms, holidays }: Calendar,
  today: Day,
): MonthOfDoctor[] {
  const monthDays = fieldDaysOfMonth(today, holidays);
  return doctors.map((doctor) => {
    const { id, name, city, doctor_class, calls, scheduled, planned, last_visit } = doctor;
    const norm = monthNorm(doctor, { norms, monthDays, today });
    const gap = gapOf(doctor, norms, monthDays.length);
    return { id, name, city, doctor_class, norm, gap, calls, scheduled, planned, last_visit };
  });
}

/** What kind of day it is for the person (their own leave says more than a holiday), and the next field day. */
export function dayFacts({ holidays, leave }: Calendar, today: Day): Pick<Today, "kind" | "next_day"> {
  const tomorrow = addDays(today, 1);
  const [next_day = tomorrow] = fieldDays(tomorrow, addDays(today, reach), { holidays, leave });
  if (leave.includes(today)) return { kind: "leave", next_day };
  if (holidays.includes(today)) return { kind: "holiday", next_day };
  return { kind: isSunday(today) ? "weekly_off" : "field", next_day };
}
