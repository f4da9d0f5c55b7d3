import { addDays, type Day } from "@rounds/domain/calendar/calendar.ts";
import { mondayOf } from "@rounds/domain/calendar/spans.ts";
import { daysLeft, isAhead, slipping } from "@rounds/domain/coverage/slipping.ts";
import { cityOf } from "@rounds/domain/doctors/city.ts";
import { cityKey } from "@rounds/domain/doctors/same-city.ts";
import { createRandom } from "@rounds/domain/random/random.ts";
import { monthsOf, neededDays } from "@rounds/domain/today/current-month.ts";
import { mostNear, mostShown } from "@rounds/domain/today/limits.ts";
import { activityOf, untouched, type VisitOfDoctor } from "@rounds/domain/visits/calls.ts";
import { casesOf } from "@rounds/testkit/cases.ts";
import { createTestDatabase } from "@rounds/testkit/database.ts";
import { afterAll, expect, test } from "vitest";
import { listTargets, readBasis } from "../coverage/queries.ts";
import { addRandomDays, peopleOfDays } from "../testing/random-days.ts";
import { readDue } from "./due-doctors.ts";
import { readActivity, readBusy } from "./queries.ts";
import { readDayPlan, readWeekPlan } from "./read-plan.ts";

// Whom random people should see on random days, against the rules of domain/coverage applied to every single doctor.

const seed = Number(process.env.SEED ?? 20250616);
const random = createRandom(seed);
const cases = casesOf(30, 300);
const time_zone = "Asia/Kolkata";
const people = peopleOfDays;

const database = await createTestDatabase();
await addRandomDays(database, random.next());
afterAll(() => database.close());

test(`${cases} random days from seed ${seed} are what the rules say of each doctor`, {
  timeout: 600_000,
}, async () => {
  const { db, pool } = database;
  for (let n = 0; n < cases; n++) {
    const today = addDays("2025-06-15", -random.integer(0, 100));
    const id = random.pick(people);
    const person = { id, today, time_zone };
    const cities = random.pick([[], ["Pune"], ["PUNE.", "Mumbai"]]);
    const basis = await readBasis(db, { day: today, ...neededDays(today), user_id: id });
    const days = daysLeft(basis, today);
    const answer = await readDue(db, person, { basis, days, cities });

    const targets = await listTargets(db, { of: id, day: today, time_zone });
    const active = activityOf(await readActivity(db, person), today);
    const facts = targets.map((doctor) => ({ ...doctor, ...(active.get(doctor.id) ?? untouched) }));
    const months = monthsOf(facts, basis, today);
    const withNorm = months.filter(({ norm }) => norm > 0);
    const { rows: skips } = await pool.query(
      "select doctor_id from visit_skips where user_id = $1 and day = $2",
      [id, today],
    );
    const taken = new Set([...(await readBusy(db, today)), ...skips.map(({ doctor_id }) => doctor_id)]);
    const wanted = slipping(months, days, cities).filter(({ doctor }) => !taken.has(doctor.id));
    const totalOf = (state: string) => wanted.filter((row) => row.state === state).length;
    expect([today, id, answer]).toMatchObject([
      today,
      id,
      {
        doctors: months.length,
        targets: withNorm.length,
        ahead: withNorm.filter((doctor) => isAhead(doctor, days)).length,
        never_total: totalOf("never"),
        late_total: totalOf("late"),
        due_total: totalOf("due"),
      },
    ]);
    expect(answer.due.map(({ doctor, ...row }) => ({ id: doctor.id, ...row }))).toEqual(
      wanted
        .slice(0, mostShown)
        .map(({ doctor: { id, norm, calls, last_visit, planned }, state, see_by, lost }) => ({
          ...{ id, norm, calls, last_visit, planned, state, see_by, lost },
        })),
    );
  }
});

const plans = casesOf(8, 150);

test(`${plans} random plans of days to come are what the rules say, planned visits until then counting as made`, {
  timeout: 600_000,
}, async () => {
  const { db, pool } = database;
  for (let n = 0; n < plans; n++) {
    const today = addDays("2025-06-15", -random.integer(0, 100));
    const day = addDays(today, random.integer(0, 20));
    const person = { id: random.pick(people), today, time_zone };
    const plan = await readDayPlan(db, person, day);
    const week = await readWeekPlan(db, person, day);

    const { rows } = await pool.query<VisitOf>(
      `select visits.id, doctor_id, visit_date::text, status, representative_id, visits.created_by
       from visits join doctors on doctors.id = doctor_id where status <> 'cancelled'`,
    );
    const isMine = ({ status, representative_id, created_by }: VisitOf) =>
      status === "completed"
        ? (created_by ?? representative_id) === person.id
        : [representative_id, created_by].includes(person.id) || (representative_id ?? created_by) === null;
    const ofDay = (of: Day) => rows.filter((row) => isMine(row) && row.visit_date === of);
    expect([day, plan.planned_total, plan.done_total]).toEqual([
      day,
      ofDay(day).filter(({ status }) => status === "scheduled").length,
      ofDay(day).filter(({ status }) => status === "completed").length,
    ]);
    expect(plan.visits.map(({ id }) => id).sort()).toEqual(
      ofDay(day)
        .map(({ id }) => id)
        .sort(),
    );
    const monday = mondayOf(day);
    for (const [at, one] of week.days.entries()) {
      expect(one.day).toBe(addDays(monday, at));
      expect(one.visits.map(({ id }) => id).sort()).toEqual(
        ofDay(one.day)
          .map(({ id }) => id)
          .sort(),
      );
    }

    const basis = await readBasis(db, { day, ...neededDays(day), user_id: person.id });
    const days = daysLeft(basis, day);
    const facts = await factsOn(day, person, rows);
    const months = monthsOf(facts, basis, day);
    const cities = plan.visits.flatMap(({ status, doctor }) =>
      status === "scheduled" ? (cityOf(doctor.address) ?? []) : [],
    );
    const busy = new Set(await readBusy(db, day));
    const { rows: skips } = await pool.query(
      "select doctor_id from visit_skips where user_id = $1 and day = $2",
      [person.id, day],
    );
    for (const { doctor_id } of skips) busy.add(doctor_id);
    const open = slipping(months, days, cities).filter(({ state }) => state !== "planned");
    const due = open.filter(({ doctor }) => !busy.has(doctor.id));
    expect(plan.due.map(({ doctor, state }) => [doctor.id, state])).toEqual(
      due.slice(0, mostShown).map(({ doctor, state }) => [doctor.id, state]),
    );
    expect(plan.never_total + plan.late_total + plan.due_total).toBe(due.length);

    const soon = new Set(
      rows
        .filter(({ status, visit_date }) => status === "scheduled" && visit_date >= day)
        .filter(({ visit_date }) => visit_date <= addDays(day, 7))
        .map(({ doctor_id }) => doctor_id),
    );
    const keys = [...new Set(cities.map(cityKey))].filter(Boolean);
    const nearOf = (key: string) =>
      slipping(months, days).filter(
        ({ state, doctor }) =>
          state !== "planned" && !soon.has(doctor.id) && doctor.city !== null && cityKey(doctor.city) === key,
      );
    expect(plan.near.map(({ city_key }) => city_key)).toEqual(keys.filter((key) => nearOf(key).length > 0));
    for (const { city_key, doctors, ...totals } of plan.near) {
      const wanted = nearOf(city_key);
      expect(totals.never_total + totals.late_total + totals.due_total).toBe(wanted.length);
      expect(doctors.map(({ doctor }) => doctor.id)).toEqual(
        wanted.slice(0, mostNear.city).map(({ doctor }) => doctor.id),
      );
    }
  }
});

type VisitOf = VisitOfDoctor & { id: string; representative_id: string | null; created_by: string | null };

/** The person's doctors with what was done by a day, as if what is planned before it took place. */
async function factsOn(day: Day, { id, today }: { id: string; today: Day }, rows: readonly VisitOf[]) {
  const made = rows.map((row): VisitOfDoctor => {
    const { status, visit_date } = row;
    return status === "scheduled" && visit_date >= today && visit_date < day
      ? { ...row, status: "completed" }
      : row;
  });
  const active = activityOf(made, day);
  const doctors = await listTargets(database.db, { of: id, day, time_zone });
  return doctors.map((doctor) => ({ ...doctor, ...(active.get(doctor.id) ?? untouched) }));
}
