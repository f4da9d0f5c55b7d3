import { type Day, startOfMonth } from "../calendar/calendar.ts";
import { slipStates } from "../coverage/slipping.ts";
import type { NearDoctors } from "./plan-days.ts";
import type { DueDoctor } from "./today.ts";

/**
 * The doctors near a day's planned visits as they are on that `day`, from the figures of a day before it (`asOf`): who is
 * due, and had to be seen by a day between them, is late on that day. Nothing is known of another month.
 */
export function nearOnDay(near: readonly NearDoctors[], day: Day, asOf: Day): NearDoctors[] {
  if (startOfMonth(day) !== startOfMonth(asOf)) return [];
  return near.map((city) => {
    const doctors = city.doctors.map((doctor) => dueOnDay(doctor, day)).sort(byState);
    const turned = countLate(doctors) - countLate(city.doctors);
    return {
      ...city,
      doctors,
      late_total: city.late_total + turned,
      due_total: city.due_total - turned,
    };
  });
}

function dueOnDay(doctor: DueDoctor, day: Day): DueDoctor {
  const { see_by, state } = doctor;
  if (see_by === null || see_by >= day) return doctor;
  return { ...doctor, see_by: null, state: state === "due" ? "late" : state };
}

function byState(one: DueDoctor, other: DueDoctor): number {
  return slipStates.indexOf(one.state) - slipStates.indexOf(other.state);
}

function countLate(doctors: readonly DueDoctor[]): number {
  return doctors.filter(({ state }) => state === "late").length;
}
