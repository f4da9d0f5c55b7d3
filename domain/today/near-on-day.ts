import { type Day, startOfMonth } from "../calendar/calendar.ts";
import type { NearDoctors } from "./plan-days.ts";
import type { DueDoctor } from "./today.ts";

/** Doctors near a day's planned visits; `is_exact`: it is known how many of them are of each state on that day. */
type NearOnDay = NearDoctors & { is_exact: boolean };

/**
 * The doctors near a day's planned visits as they are on that `day`, from the figures of a day before it (`asOf`): who is
 * due, and had to be seen by a day between them, is late on that day. Until when to see those who are not listed is not
 * known, and nothing is known of another month.
 */
export function nearOnDay(near: readonly NearDoctors[], day: Day, asOf: Day): NearOnDay[] {
  if (startOfMonth(day) !== startOfMonth(asOf)) return [];
  return near.map((city) => {
    const doctors = city.doctors.map((doctor) => dueOnDay(doctor, day)).sort(dueLast);
    const turned = count(doctors, "late") - count(city.doctors, "late");
    return {
      ...city,
      doctors,
      late_total: city.late_total + turned,
      due_total: city.due_total - turned,
      is_exact: day === asOf || count(city.doctors, "due") === city.due_total,
    };
  });
}

function dueOnDay(doctor: DueDoctor, day: Day): DueDoctor {
  const { see_by, state } = doctor;
  if (see_by === null || see_by >= day) return doctor;
  return { ...doctor, see_by: null, state: state === "due" ? "late" : state };
}

/** Who has become late stays behind those who were late before. */
function dueLast(one: DueDoctor, other: DueDoctor): number {
  return Number(one.state === "due") - Number(other.state === "due");
}

function count(doctors: readonly DueDoctor[], state: DueDoctor["state"]): number {
  return doctors.filter((doctor) => doctor.state === state).length;
}
