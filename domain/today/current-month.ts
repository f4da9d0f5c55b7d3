import { addDays, type Day, endOfMonth, startOfMonth } from "../calendar/calendar.ts";
import { fieldDays, fieldDaysOfMonth, isSunday } from "../coverage/field-days.ts";
import { type CallNorms, gapOf, monthNorm, type NormedDoctor } from "../coverage/norms.ts";
import { daysBehind, type MonthOfDoctor } from "../coverage/slipping.ts";
import type { Activity } from "../visits/calls.ts";
import type { Today } from "./today.ts";

/** A doctor with what was done and planned there this month, as it is read. */
export type DoctorFacts = NormedDoctor & Pick<MonthOfDoctor, "id" | "name" | "city"> & Activity;

/** What a person's days depend on: holidays and the person's own leave of the `neededDays`. */
export type Calendar = { norms: CallNorms; holidays: readonly Day[]; leave: readonly Day[] };

/** How far ahead a next field day is looked for. */
const reach = 31;

/** How many days a phone can plan ahead at least. */
const plannedAhead = 31;

/** The days for which holidays and leave have to be known. */
export function neededDays(today: Day): { from: Day; to: Day } {
  const [first, behind] = [startOfMonth(today), addDays(today, -daysBehind)];
  return { from: first < behind ? first : behind, to: addDays(endOfMonth(today), reach) };
}

/** The days of which a phone knows holidays and leave: as many as the plans of the days until then need. */
export function knownDays(today: Day): { from: Day; to: Day } {
  return { from: neededDays(today).from, to: neededDays(addDays(today, plannedAhead)).to };
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
