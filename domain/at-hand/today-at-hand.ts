import { addDays, endOfMonth } from "../calendar/calendar.ts";
import { daysLeft, isAhead, type Slipping, slipping } from "../coverage/slipping.ts";
import { cityOf } from "../doctors/city.ts";
import type { Doctor } from "../doctors/doctor.ts";
import { cityKey } from "../doctors/same-city.ts";
import { toRupees } from "../money/money.ts";
import { byCodePoint, nameKey } from "../text/name-key.ts";
import { type Calendar, type DoctorFacts, dayFacts, monthsOf } from "../today/current-month.ts";
import type { DayBasis } from "../today/day-basis.ts";
import { mostShown, unrecordedDays } from "../today/limits.ts";
import type { DueDoctor, PlannedVisit, Today, TodayDoctor } from "../today/today.ts";
import { activityOf, lastCalls, untouched } from "../visits/calls.ts";
import { calendarOf, type DayAtHand, normedAtHand } from "./month-at-hand.ts";
import { totalOf, type VisitAtHand } from "./visits-at-hand.ts";

/** The rows that are at hand, such as those on a phone, on a day of the business's time zone. */
type AtHand = DayAtHand & {
  doctors: ReadonlyMap<string, Doctor>;
  visits: ReadonlyMap<string, VisitAtHand>;
};

/** A visit with its doctor, and whether it is the person's call. */
type OwnVisit = VisitAtHand & { doctor: Doctor; own: boolean };

/**
 * A person's day, as `GET /api/today` answers over the same rows. Whose a doctor was before is not at hand: a visit without
 * an author is of whose the doctor is now.
 */
export function todayAtHand(at: AtHand, basis: DayBasis, person: string): Today {
  const { today, doctors } = at;
  const calendar = calendarOf(basis);
  const skips = basis.skips.filter(({ day, doctor_id }) => day === today && doctors.has(doctor_id));
  const skipped = new Set(skips.map(({ doctor_id }) => doctor_id));
  const mine = visitsOf(at, person);
  const ofToday = mine.filter(({ visit_date }) => visit_date === today).sort(lastSavedFirst);
  const planned = ofToday.filter(({ status, doctor }) => status === "scheduled" && !skipped.has(doctor.id));
  const done = ofToday.filter(({ status, own, created_by }) => status === "completed" && (own || created_by));
  const own = done.filter((visit) => visit.own);
  const open = mine.filter(({ status, visit_date }) => status === "scheduled" && visit_date < today);
  const shownPlanned = plannedOf(planned.slice(0, mostShown), at);
  const cities = shownPlanned.map(({ doctor }) => cityOf(doctor.address));
  return {
    day: today,
    ...dayFacts(calendar, today),
    holiday: basis.holidays.find(({ day }) => day === today)?.name ?? null,
    planned: shownPlanned,
    planned_total: planned.length,
    unrecorded: {
      visits: open.length,
      day:
        open
          .map(({ visit_date }) => visit_date)
          .sort(byCodePoint)
          .at(-1) ?? null,
    },
    done: done.slice(0, mostShown).map(({ id, notes, sales, doctor, own }) => ({
      ...{ id, notes, own, item_count: sales.length, total_sales: toRupees(totalOf(sales)) },
      doctor: shownDoctor(doctor),
    })),
    done_total: own.length,
    calls: new Set(own.map(({ doctor_id }) => doctor_id)).size,
    total_sales: toRupees(own.reduce((sum, { sales }) => sum + totalOf(sales), 0n)),
    ...dueOf(at, { calendar, skipped, cities, person }),
    skipped: skips.slice(0, mostShown).flatMap(({ doctor_id, reason, note }) => {
      const doctor = doctors.get(doctor_id);
      const [visit] = ofToday
        .filter((one) => one.doctor_id === doctor_id && one.status === "scheduled")
        .sort((one, other) => byCodePoint(one.id, other.id));
      const { id: visit_id = null, created_by = null } = visit ?? {};
      return doctor ? { reason, note, visit_id, created_by, doctor: shownDoctor(doctor) } : [];
    }),
  };
}

/**
 * The visits of the last days up to today that the person entered, those to the person's doctors, and those to shared
 * doctors that nobody of the accounts entered.
 */
function visitsOf({ doctors, visits, today }: AtHand, person: string): OwnVisit[] {
  const from = addDays(today, -unrecordedDays);
  return [...visits.values()].flatMap((visit) => {
    const { visit_date, doctor_id, created_by } = visit;
    const doctor = doctors.get(doctor_id);
    if (!doctor || visit_date < from || visit_date > today) return [];
    const { representative_id } = doctor;
    const isMine =
      created_by === person || representative_id === person || (representative_id ?? created_by) === null;
    return isMine ? { ...visit, doctor, own: (created_by ?? representative_id) === person } : [];
  });
}

/** The one that was saved last first. */
function lastSavedFirst(one: VisitAtHand, other: VisitAtHand): number {
  return byCodePoint(other.updated_at, one.updated_at) || byCodePoint(other.id, one.id);
}

/** Planned visits near one another, by city and name; those without a city last. */
function plannedOf(visits: readonly OwnVisit[], { visits: all, today }: AtHand): PlannedVisit[] {
  const last = lastCalls(all.values(), today);
  return visits
    .map((visit) => ({ visit, key: nameKey(visit.doctor.name), city: placeOf(visit.doctor) }))
    .sort(
      (one, other) =>
        Number(one.city === null) - Number(other.city === null) ||
        byCodePoint(one.city ?? "", other.city ?? "") ||
        byCodePoint(one.key, other.key) ||
        lastSavedFirst(one.visit, other.visit),
    )
    .map(({ visit: { id, notes, created_by, doctor } }) => ({
      ...{ id, notes, created_by, last_visit: last.get(doctor.id) ?? null },
      doctor: shownDoctor(doctor),
    }));
}

function placeOf({ address }: Doctor): string | null {
  return address === null ? null : cityKey(cityOf(address));
}

type Due = Pick<Today, "doctors" | "targets" | "ahead" | "due" | "never_total" | "late_total" | "due_total">;

/** The doctors of the person and the shared ones: how many there are, and who should be seen. */
function dueOf(
  at: AtHand,
  {
    calendar,
    skipped,
    cities,
    person,
  }: {
    calendar: Calendar;
    skipped: ReadonlySet<string>;
    cities: readonly string[];
    person: string;
  },
): Due {
  const { doctors, visits, today } = at;
  const days = daysLeft(calendar, today);
  const upToMonth = [...visits.values()].filter(({ visit_date }) => visit_date <= endOfMonth(today));
  const activity = activityOf(upToMonth, today);
  const own = [...doctors.values()].filter(({ representative_id: of }) => of === null || of === person);
  const facts = own.map(
    (doctor): DoctorFacts => ({
      ...normedAtHand(doctor, at),
      ...(activity.get(doctor.id) ?? untouched),
    }),
  );
  const months = monthsOf(facts, calendar, today);
  const targets = months.filter(({ norm }) => norm > 0);
  const busy = new Set(
    upToMonth
      .filter(({ visit_date, status }) => visit_date === today && status !== "cancelled")
      .map(({ doctor_id }) => doctor_id),
  );
  const due = slipping(months, days, cities).filter(
    ({ doctor: { id } }) => !busy.has(id) && !skipped.has(id),
  );
  const totalOf = (state: Slipping["state"]) => due.filter((row) => row.state === state).length;
  return {
    doctors: own.length,
    targets: targets.length,
    ahead: targets.filter((doctor) => isAhead(doctor, days)).length,
    never_total: totalOf("never"),
    late_total: totalOf("late"),
    due_total: totalOf("due"),
    due: due.slice(0, mostShown).flatMap((row) => dueDoctorOf(row, doctors.get(row.doctor.id)) ?? []),
  };
}

function dueDoctorOf(
  { doctor, state, see_by, lost }: Slipping,
  row: Doctor | undefined,
): DueDoctor | undefined {
  const { norm, calls, last_visit, planned } = doctor;
  return row && { doctor: shownDoctor(row), state, norm, calls, last_visit, see_by, lost, planned };
}

function shownDoctor(doctor: Doctor): TodayDoctor {
  const { id, name, specialization, hospital, address, contact_number, doctor_class } = doctor;
  return { id, name, specialization, hospital, address, contact_number, doctor_class };
}
