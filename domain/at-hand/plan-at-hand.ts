import { addDays, type Day } from "../calendar/calendar.ts";
import { mondayOf } from "../calendar/spans.ts";
import type { Slipping } from "../coverage/slipping.ts";
import { cityOf } from "../doctors/city.ts";
import { cityKey, cityName } from "../doctors/same-city.ts";
import { byCodePoint } from "../text/name-key.ts";
import { dayFacts } from "../today/current-month.ts";
import type { DayBasis } from "../today/day-basis.ts";
import { mostNear, mostShown, planDayProblem } from "../today/limits.ts";
import { type UsualLoad, usualDays, usualLoad } from "../today/load.ts";
import type { DayPlan, NearDoctors, PlanDay, WeekPlan } from "../today/plan-days.ts";
import { lastCalls } from "../visits/calls.ts";
import {
  byPlace,
  calendarOf,
  doctorsOfDay,
  dueDoctorsOf,
  holidayOf,
  knowsDaysOf,
  type PersonAtHand,
  type ReceivedBasis,
  shownDoctor,
  targetsOf,
  totalsOf,
  visitsOfPerson,
} from "./month-at-hand.ts";

/**
 * A person's plan of a day (of tomorrow if it is undefined), as `GET /api/today/day` answers over the same rows; undefined
 * for a day that can't be planned, or whose holidays are not known.
 */
export function dayPlanAtHand(
  at: PersonAtHand,
  received: ReceivedBasis,
  asked: Day | undefined,
): DayPlan | undefined {
  const { today } = at;
  const day = asked ?? addDays(today, 1);
  if (planDayProblem(day, today) !== null || !knowsDaysOf(received, day)) return undefined;
  const { basis } = received;
  const calendar = calendarOf(basis);
  const [planned] = daysOf(at, basis, { from: day, to: day });
  if (!planned) return undefined;
  const cities = citiesOf([planned]);
  const { months, ranked, free } = doctorsOfDay(at, basis, { day, cities });
  const due = free.filter(({ state }) => state !== "planned");
  return {
    ...planned,
    next_day: dayFacts(calendar, today).next_day,
    following_day: dayFacts(calendar, day).next_day,
    usual: usualOf(at),
    doctors: months.length,
    targets: targetsOf(months).length,
    near: nearOf(at, ranked, cities),
    ...totalsOf(due),
    due: dueDoctorsOf(due.slice(0, mostShown), at.doctors),
  };
}

/**
 * A person's week that contains a day (today if it is undefined), as `GET /api/today/week` answers over the same rows;
 * undefined for a week that is over, or whose holidays are not known.
 */
export function weekPlanAtHand(
  at: PersonAtHand,
  received: ReceivedBasis,
  asked: Day | undefined,
): WeekPlan | undefined {
  const { today } = at;
  const monday = mondayOf(asked ?? today);
  const day = monday < today ? today : monday;
  if (planDayProblem(monday, mondayOf(today)) !== null || !knowsDaysOf(received, day)) return undefined;
  const { basis } = received;
  const days = daysOf(at, basis, { from: monday, to: addDays(monday, 6) });
  const cities = citiesOf(days.filter((one) => one.day >= today));
  const { months, ranked } = doctorsOfDay(at, basis, { day, cities });
  return {
    next_day: dayFacts(calendarOf(basis), today).next_day,
    usual: usualOf(at),
    doctors: months.length,
    near: nearOf(at, ranked, cities),
    days,
  };
}

/** Days with the person's planned visits and own calls, near one another by city. Planned ones first. */
function daysOf(at: PersonAtHand, basis: DayBasis, { from, to }: { from: Day; to: Day }): PlanDay[] {
  const calendar = calendarOf(basis);
  const shown = visitsOfPerson(at, { from, to }).sort((one, other) => byCodePoint(one.id, other.id));
  const days: PlanDay[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const ofDay = shown.filter(({ visit_date }) => visit_date === day);
    const planned = ofDay.filter(({ status }) => status === "scheduled");
    const done = ofDay.filter(({ status, own }) => status === "completed" && own);
    const last = lastCalls(at.visits.values(), day);
    const rowsOf = (visits: typeof shown, status: "scheduled" | "completed") =>
      byPlace(visits).map(({ id, notes, created_by, doctor }) => ({
        ...{ id, notes, status, created_by, doctor: shownDoctor(doctor) },
        last_visit: status === "scheduled" ? (last.get(doctor.id) ?? null) : null,
      }));
    days.push({
      day,
      kind: dayFacts(calendar, day).kind,
      holiday: holidayOf(basis, day),
      planned_total: planned.length,
      done_total: done.length,
      visits: [...rowsOf(planned, "scheduled"), ...rowsOf(done, "completed")].slice(0, mostShown),
    });
  }
  return days;
}

/** The cities of planned visits. */
function citiesOf(days: readonly PlanDay[]): string[] {
  const planned = days.flatMap(({ visits }) => visits.filter(({ status }) => status === "scheduled"));
  return planned.map(({ doctor }) => cityOf(doctor.address));
}

/** How many calls the person makes on a day, by the last days before today. */
function usualOf(at: PersonAtHand): UsualLoad {
  const { today } = at;
  const mine = visitsOfPerson(at, { from: addDays(today, -usualDays), to: addDays(today, -1) });
  const made = mine.filter(({ status, own }) => status === "completed" && own);
  return usualLoad({
    calls: new Set(made.map(({ doctor_id, visit_date }) => `${doctor_id} ${visit_date}`)).size,
    days_worked: new Set(made.map(({ visit_date }) => visit_date)).size,
  });
}

/**
 * The doctors in `cities` who should be seen and for whom no visit is planned, nor one by a colleague: of each city the most
 * urgent and how many there are of each state.
 */
function nearOf(
  { doctors: all }: PersonAtHand,
  ranked: readonly Slipping[],
  cities: readonly string[],
): NearDoctors[] {
  const found = new Map<string, Slipping[]>();
  for (const key of cities.map(cityKey)) if (key) found.set(key, []);
  for (const row of ranked) {
    const { state, doctor } = row;
    if (state === "planned" || doctor.city === null) continue;
    found.get(cityKey(doctor.city))?.push(row);
  }
  // Of many cities the most urgent of each are listed.
  const listed = [...found]
    .flatMap(([key, rows]) => rows.slice(0, mostNear.city).map((row, place) => ({ key, row, place })))
    .sort((one, other) => one.place - other.place || byCodePoint(one.key, other.key))
    .slice(0, mostNear.all);
  return [...found].flatMap(([key, rows]) => {
    const shown = listed.filter((one) => one.key === key).map(({ row }) => row);
    const doctors = dueDoctorsOf(shown, all);
    const [first] = doctors;
    if (!first) return [];
    return { city_key: key, city: cityName(cityOf(first.doctor.address)), ...totalsOf(rows), doctors };
  });
}
