import type { Database } from "@rounds/database/connect.ts";
import { snapshot } from "@rounds/database/transaction.ts";
import { addDays, type Day } from "@rounds/domain/calendar/calendar.ts";
import { mondayOf } from "@rounds/domain/calendar/spans.ts";
import { daysLeft } from "@rounds/domain/coverage/slipping.ts";
import { cityOf } from "@rounds/domain/doctors/city.ts";
import { AppError } from "@rounds/domain/errors/app-error.ts";
import { type Calendar, dayFacts, neededDays } from "@rounds/domain/today/current-month.ts";
import { planDayProblem } from "@rounds/domain/today/limits.ts";
import type { DayPlan, PlanDay, WeekPlan } from "@rounds/domain/today/plan-days.ts";
import { readBasis } from "../coverage/queries.ts";
import { readDue, readKinds } from "./due-doctors.ts";
import { readNear } from "./near-doctors.ts";
import { type DayOfPlan, readDays, readUsual } from "./plan-days.ts";
import type { Person } from "./queries.ts";

/**
 * A person's plan of a day (of tomorrow if it is undefined), all of it from one moment. Throws `validation_failed` for a
 * day that is over.
 */
export async function readDayPlan(db: Database, person: Person, asked: Day | undefined): Promise<DayPlan> {
  const { today } = person;
  const day = asked ?? addDays(today, 1);
  requireDay(day, today);
  return await snapshot(db, async (tx) => {
    const [basis, visits, usual] = await Promise.all([
      readBasis(tx, { day, ...spanOf(today, day), user_id: person.id }),
      readDays(tx, person, day, day),
      readUsual(tx, person),
    ]);
    const [planned] = visits.map(withKind(basis));
    if (!planned) throw new Error(`No row for ${day}`);
    const then = onDay(person, day);
    const [days, cities] = [daysLeft(basis, day), citiesOf([planned])];
    const kinds = await readKinds(tx, then, basis);
    const [{ due, doctors, targets, never_total, late_total, due_total }, near] = await Promise.all([
      readDue(tx, then, { basis, days, cities, kinds }),
      readNear(tx, kinds, { days, cities }),
    ]);
    return {
      ...planned,
      next_day: dayFacts(basis, today).next_day,
      following_day: dayFacts(basis, day).next_day,
      ...{ usual, doctors, targets, near, never_total, late_total, due_total },
      due: due.filter(({ state }) => state !== "planned"),
    };
  });
}

/**
 * A person's week that contains a day (today if it is undefined), all of it from one moment. Throws `validation_failed`
 * for a week that is over.
 */
export async function readWeekPlan(db: Database, person: Person, asked: Day | undefined): Promise<WeekPlan> {
  const { today } = person;
  const monday = mondayOf(asked ?? today);
  requireDay(monday, mondayOf(today));
  const day = monday < today ? today : monday;
  return await snapshot(db, async (tx) => {
    const [basis, visits, usual] = await Promise.all([
      readBasis(tx, { day, ...spanOf(today, day), user_id: person.id }),
      readDays(tx, person, monday, addDays(monday, 6)),
      readUsual(tx, person),
    ]);
    const days = visits.map(withKind(basis));
    const kinds = await readKinds(tx, onDay(person, day), basis);
    const cities = citiesOf(days.filter((one) => one.day >= today));
    const near = await readNear(tx, kinds, { days: daysLeft(basis, day), cities });
    return { next_day: dayFacts(basis, today).next_day, usual, doctors: kinds.doctors, near, days };
  });
}

function requireDay(day: Day, from: Day): void {
  const problem = planDayProblem(day, from);
  if (problem) throw new AppError("validation_failed", { fields: { day: problem } });
}

/** The person on a day to come, until which planned visits count as made. */
function onDay(person: Person, day: Day): Person {
  return day === person.today ? person : { ...person, today: day, planned_since: person.today };
}

/** The days for which holidays and leave have to be known, for today and a later day. */
function spanOf(today: Day, day: Day): { from: Day; to: Day } {
  return { from: neededDays(today).from, to: neededDays(day).to };
}

function withKind(calendar: Calendar): (day: DayOfPlan) => PlanDay {
  return (day) => ({ ...day, kind: dayFacts(calendar, day.day).kind });
}

/** The cities of planned visits. */
function citiesOf(days: readonly PlanDay[]): string[] {
  const planned = days.flatMap(({ visits }) => visits.filter(({ status }) => status === "scheduled"));
  return planned.flatMap(({ doctor }) => cityOf(doctor.address) ?? []);
}
