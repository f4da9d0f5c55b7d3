import { addDays, type Day } from "../calendar/calendar.ts";
import { isAhead } from "../coverage/slipping.ts";
import { cityOf } from "../doctors/city.ts";
import { toRupees } from "../money/money.ts";
import { byCodePoint } from "../text/name-key.ts";
import { dayFacts } from "../today/current-month.ts";
import type { DayBasis } from "../today/day-basis.ts";
import { mostShown, unrecordedDays } from "../today/limits.ts";
import type { Today } from "../today/today.ts";
import { lastCalls } from "../visits/calls.ts";
import {
  byPlace,
  calendarOf,
  doctorsOfDay,
  dueDoctorsOf,
  holidayOf,
  knowsDaysOf,
  type OwnVisit,
  type PersonAtHand,
  type ReceivedBasis,
  shownDoctor,
  skippedOn,
  targetsOf,
  totalsOf,
  visitsOfPerson,
} from "./month-at-hand.ts";
import { totalOf, type VisitAtHand } from "./visits-at-hand.ts";

/**
 * A person's day, as `GET /api/today` answers over the same rows, as far as these tell (`visitsOfPerson`, `normedAtHand`);
 * undefined for one whose holidays are not known.
 */
export function todayAtHand(at: PersonAtHand, received: ReceivedBasis): Today | undefined {
  const { today } = at;
  if (!knowsDaysOf(received, today)) return undefined;
  const { basis } = received;
  const skipped = skippedOn(basis, today);
  const mine = visitsOfPerson(at, { from: addDays(today, -unrecordedDays), to: today });
  const ofToday = mine.filter(({ visit_date }) => visit_date === today).sort(lastSavedFirst);
  const planned = ofToday.filter(({ status, doctor }) => status === "scheduled" && !skipped.has(doctor.id));
  const shown = byPlace(planned.slice(0, mostShown));
  const last = lastCalls(at.visits.values(), today);
  return {
    day: today,
    ...dayFacts(calendarOf(basis), today),
    holiday: holidayOf(basis, today),
    planned: shown.map(({ id, notes, created_by, doctor }) => ({
      ...{ id, notes, created_by, last_visit: last.get(doctor.id) ?? null },
      doctor: shownDoctor(doctor),
    })),
    planned_total: planned.length,
    unrecorded: unrecordedOf(mine, today),
    ...doneOf(ofToday),
    ...dueOf(
      at,
      basis,
      shown.map(({ doctor }) => cityOf(doctor.address)),
    ),
    skipped: skippedOf(at, basis, ofToday),
  };
}

/** The one that was saved last first. */
function lastSavedFirst(one: VisitAtHand, other: VisitAtHand): number {
  return byCodePoint(other.updated_at, one.updated_at) || byCodePoint(other.id, one.id);
}

function unrecordedOf(mine: readonly OwnVisit[], today: Day): Today["unrecorded"] {
  const open = mine.filter(({ status, visit_date }) => status === "scheduled" && visit_date < today);
  const days = open.map(({ visit_date }) => visit_date).sort(byCodePoint);
  return { visits: open.length, day: days.at(-1) ?? null };
}

function doneOf(ofToday: readonly OwnVisit[]): Pick<Today, "done" | "done_total" | "calls" | "total_sales"> {
  const done = ofToday.filter(({ status, own, created_by }) => status === "completed" && (own || created_by));
  const own = done.filter((visit) => visit.own);
  return {
    done: done.slice(0, mostShown).map(({ id, notes, sales, doctor, own }) => ({
      ...{ id, notes, own, item_count: sales.length, total_sales: toRupees(totalOf(sales)) },
      doctor: shownDoctor(doctor),
    })),
    done_total: own.length,
    calls: new Set(own.map(({ doctor_id }) => doctor_id)).size,
    total_sales: toRupees(own.reduce((sum, { sales }) => sum + totalOf(sales), 0n)),
  };
}

/** The doctors of the person and the shared ones: how many there are, and who should be seen. */
function dueOf(
  at: PersonAtHand,
  basis: DayBasis,
  cities: readonly string[],
): Pick<Today, "doctors" | "targets" | "ahead" | "due" | "never_total" | "late_total" | "due_total"> {
  const { months, days, free } = doctorsOfDay(at, basis, { day: at.today, cities });
  const targets = targetsOf(months);
  return {
    doctors: months.length,
    targets: targets.length,
    ahead: targets.filter((doctor) => isAhead(doctor, days)).length,
    ...totalsOf(free),
    due: dueDoctorsOf(free.slice(0, mostShown), at.doctors),
  };
}

/** The doctors whom the person skips today, the latest first, with the visit that is planned. */
function skippedOf(
  { doctors, today }: PersonAtHand,
  { skips }: DayBasis,
  ofToday: readonly OwnVisit[],
): Today["skipped"] {
  const rows = skips
    .filter(({ day }) => day === today)
    .sort(
      (one, other) =>
        byCodePoint(other.created_at, one.created_at) || byCodePoint(one.doctor_id, other.doctor_id),
    )
    .flatMap(({ doctor_id, reason, note }) => {
      const doctor = doctors.get(doctor_id);
      const [visit] = ofToday
        .filter((one) => one.doctor_id === doctor_id && one.status === "scheduled")
        .sort((one, other) => byCodePoint(one.id, other.id));
      const { id: visit_id = null, created_by = null } = visit ?? {};
      return doctor ? { reason, note, visit_id, created_by, doctor: shownDoctor(doctor) } : [];
    });
  return rows.slice(0, mostShown);
}
