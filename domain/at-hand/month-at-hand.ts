import { addDays, type Day, dayOf, startOfMonth } from "../calendar/calendar.ts";
import type { NormedDoctor } from "../coverage/norms.ts";
import { cityOf } from "../doctors/city.ts";
import type { Doctor } from "../doctors/doctor.ts";
import type { Calendar } from "../today/current-month.ts";
import type { DayBasis } from "../today/day-basis.ts";

/** A day of the business's time zone. */
export type DayAtHand = { today: Day; time_zone: string };

/**
 * A doctor at hand with what this month's norm depends on. Former classes and norms are not at hand: those of now count for
 * the whole month.
 */
export function normedAtHand(
  doctor: Doctor,
  { today, time_zone }: DayAtHand,
): NormedDoctor & { id: string; name: string; city: string | null } {
  const { id, name, address, doctor_class, norm, created_at } = doctor;
  const day = created_at.slice(0, 10);
  // To find the day of another time zone takes long, and what was before the month is all the same.
  const isBefore = day < addDays(startOfMonth(today), -1);
  const added_on = isBefore ? day : dayOf(Date.parse(created_at), time_zone);
  return { id, name, city: cityOf(address) || null, doctor_class, norm, added_on, changes: [] };
}

/** The norms, and the days on which nobody or the person does not work. */
export function calendarOf({ norms, leave, holidays }: DayBasis): Calendar {
  return { norms, leave, holidays: holidays.map(({ day }) => day) };
}
