import { isOwnCall, isOwnDoctor } from "../account/own-rows.ts";
import { addDays, type Day, dayOf, startOfMonth } from "../calendar/calendar.ts";
import type { NormedDoctor } from "../coverage/norms.ts";
import {
  type DaysLeft,
  daysLeft,
  type MonthOfDoctor,
  type Slipping,
  type SlipState,
  slipping,
} from "../coverage/slipping.ts";
import { cityOf } from "../doctors/city.ts";
import type { Doctor } from "../doctors/doctor.ts";
import { cityKey } from "../doctors/same-city.ts";
import { byCodePoint, nameKey } from "../text/name-key.ts";
import { type Calendar, knownDays, monthsOf, neededDays } from "../today/current-month.ts";
import type { DayBasis } from "../today/day-basis.ts";
import type { DueDoctor, TodayDoctor } from "../today/today.ts";
import { activityOf, isToCome, untouched } from "../visits/calls.ts";
import type { VisitAtHand } from "./visits-at-hand.ts";

/** A day of the business's time zone. */
export type DayAtHand = { today: Day; time_zone: string };

/** The rows that are at hand, such as those on a phone, for a person on a day. */
export type PersonAtHand = DayAtHand & {
  doctors: ReadonlyMap<string, Doctor>;
  visits: ReadonlyMap<string, VisitAtHand>;
  /** Whose day it is. */
  person: string;
};

/** What a person's days depend on besides the rows, with the day on which the phone received that. */
export type ReceivedBasis = { basis: DayBasis; on: Day };

/** Whether the holidays and leave are known on which the plan of a day depends. */
export function knowsDaysOf({ on }: ReceivedBasis, day: Day): boolean {
  return neededDays(day).to <= knownDays(on).to;
}

/** A visit with its doctor, and whether it is the person's call if it took place. */
export type OwnVisit = VisitAtHand & { doctor: Doctor; own: boolean };

/** The norms, and the days on which nobody or the person does not work. */
export function calendarOf({ norms, leave, holidays }: DayBasis): Calendar {
  return { norms, leave, holidays: holidays.map(({ day }) => day) };
}

/** The name of a day's holiday; null if it is none. */
export function holidayOf({ holidays }: DayBasis, day: Day): string | null {
  return holidays.find((one) => one.day === day)?.name ?? null;
}

/** The doctors whom the person skips on a day. */
export function skippedOn({ skips }: DayBasis, day: Day): ReadonlySet<string> {
  return new Set(skips.filter((skip) => skip.day === day).map(({ doctor_id }) => doctor_id));
}

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

/**
 * The visits of some days that the person entered, those to the person's doctors, and those to shared doctors that nobody
 * of the accounts entered. Whose a doctor was before is not at hand: a visit without an author is of whose the doctor is now.
 */
export function visitsOfPerson(
  { doctors, visits, person }: PersonAtHand,
  { from, to }: { from: Day; to: Day },
): OwnVisit[] {
  return [...visits.values()].flatMap((visit) => {
    const { visit_date, doctor_id, created_by } = visit;
    const doctor = doctors.get(doctor_id);
    if (!doctor || visit_date < from || visit_date > to) return [];
    const { representative_id } = doctor;
    const isTheirs =
      created_by === person || representative_id === person || (representative_id ?? created_by) === null;
    return isTheirs ? { ...visit, doctor, own: isOwnCall({ created_by, doctor }, person) } : [];
  });
}

/**
 * The doctors of the person and the shared ones on a day from `today` on, until which planned visits count as made: their
 * months, the days these are measured against, who should be seen (`ranked`, those in `cities` first where all else is
 * equal), and who of them is free: nobody meets them or plans to meet them on that day, and the person does not skip them.
 */
export function doctorsOfDay(
  at: PersonAtHand,
  basis: DayBasis,
  { day, cities }: { day: Day; cities: readonly string[] },
): { months: MonthOfDoctor[]; days: DaysLeft; ranked: Slipping[]; free: Slipping[] } {
  const { doctors, visits, person, today } = at;
  const calendar = calendarOf(basis);
  const made = [...visits.values()].map((visit) =>
    isToCome(visit, today) && visit.visit_date < day ? { ...visit, status: "completed" } : visit,
  );
  const activity = activityOf(made, day);
  const own = [...doctors.values()].filter((doctor) => isOwnDoctor(doctor, person));
  const facts = own.map((doctor) => ({
    ...normedAtHand(doctor, { ...at, today: day }),
    ...(activity.get(doctor.id) ?? untouched),
  }));
  const months = monthsOf(facts, calendar, day);
  const days = daysLeft(calendar, day);
  const ranked = slipping(months, days, cities);
  const taken = new Set(skippedOn(basis, day));
  for (const { visit_date, status, doctor_id } of visits.values())
    if (visit_date === day && status !== "cancelled") taken.add(doctor_id);
  return { months, days, ranked, free: ranked.filter(({ doctor }) => !taken.has(doctor.id)) };
}

/** Those of the doctors who have a norm. */
export function targetsOf(months: readonly MonthOfDoctor[]): MonthOfDoctor[] {
  return months.filter(({ norm }) => norm > 0);
}

/** How many doctors there are of each state. */
export function totalsOf(due: readonly Slipping[]) {
  const count = (state: SlipState) => due.filter((row) => row.state === state).length;
  return { never_total: count("never"), late_total: count("late"), due_total: count("due") };
}

/** The rows of doctors who should be seen. */
export function dueDoctorsOf(due: readonly Slipping[], doctors: ReadonlyMap<string, Doctor>): DueDoctor[] {
  return due.flatMap(({ doctor: { id, norm, calls, last_visit, planned }, state, see_by, lost }) => {
    const row = doctors.get(id);
    return row ? { doctor: shownDoctor(row), state, norm, calls, last_visit, see_by, lost, planned } : [];
  });
}

/** What a row shows of its doctor. */
export function shownDoctor(doctor: Doctor): TodayDoctor {
  const { id, name, specialization, hospital, address, contact_number, doctor_class } = doctor;
  return { id, name, specialization, hospital, address, contact_number, doctor_class };
}

/** Rows with a doctor near one another: by city and name, those without a city last. Equal ones stay in their order. */
export function byPlace<Row extends { doctor: Doctor }>(rows: readonly Row[]): Row[] {
  return rows
    .map((row) => ({ row, name: nameKey(row.doctor.name), place: placeOf(row.doctor) }))
    .sort(
      (one, other) =>
        Number(one.place === null) - Number(other.place === null) ||
        byCodePoint(one.place ?? "", other.place ?? "") ||
        byCodePoint(one.name, other.name),
    )
    .map(({ row }) => row);
}

function placeOf({ address }: Doctor): string | null {
  return address === null ? null : cityKey(cityOf(address));
}
