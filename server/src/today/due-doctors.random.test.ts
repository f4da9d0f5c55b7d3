import { addDays, type Day } from "@rounds/domain/calendar/calendar.ts";
import { daysLeft, isAhead, slipping } from "@rounds/domain/coverage/slipping.ts";
import { createRandom } from "@rounds/domain/random/random.ts";
import { activityOf, monthsOf, neededDays, untouched } from "@rounds/domain/today/month.ts";
import { mostShown } from "@rounds/domain/today/today.ts";
import { casesOf } from "@rounds/testkit/cases.ts";
import { createTestDatabase, type TestDatabase } from "@rounds/testkit/database.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listTargets, readBasis } from "../coverage/queries.ts";
import { readDue } from "./due-doctors.ts";
import { readActivity, readBusy } from "./queries.ts";

// Whom random people should see on random days, against the rules of domain/coverage applied to every single doctor.

const seed = Number(process.env.SEED ?? 20250616);
const random = createRandom(seed);
const cases = casesOf(30, 300);
const time_zone = "Asia/Kolkata";
const people = [1, 2, 3].map((n) => `00000000-0000-7000-8000-00000000000${n}`);

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

test(`${cases} random days from seed ${seed} are what the rules say of each doctor`, {
  timeout: 600_000,
}, async () => {
  await fill();
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
    const ids = months.map((doctor) => doctor.id);
    const { rows: skips } = await pool.query(
      "select doctor_id from visit_skips where user_id = $1 and day = $2",
      [id, today],
    );
    const taken = new Set([...(await readBusy(db, ids, today)), ...skips.map(({ doctor_id }) => doctor_id)]);
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

/** Doctors, their former norms, visits, skips, holidays and leave, from January to July 2025. */
async function fill() {
  const { pool } = database;
  const days = (first: Day, count: number) => `date '${first}' + floor(random() * ${count})::integer`;
  await pool.query("select setseed($1)", [random.next()]);
  await pool.query(
    `insert into auth.users (id, email, created_at, updated_at)
     select id, id || '@example.com', now(), now() from unnest($1::uuid[]) as id`,
    [people],
  );
  await pool.query(
    `insert into doctors (id, name, address, creation_digest, doctor_class, norm, representative_id, created_at)
     select gen_random_uuid(), 'Dr. ' || (array['A', 'a', 'É', 'न'])[1 + floor(random() * 4)::integer] || n % 50,
       (array['Road, Pune', 'Road, Pune - 411001', 'Mumbai', 'Road,', null])[1 + floor(random() * 5)::integer], '',
       (array['A', 'B', 'C', null])[1 + floor(random() * 4)::integer],
       case when random() < 0.2 then floor(random() * 32)::integer end,
       (array[$1, $2, null, null, null]::uuid[])[1 + floor(random() * 5)::integer],
       case when random() < 0.6 then timestamptz '2024-01-01' else
         timestamptz '2025-02-20 12:00Z' + floor(random() * 230) * interval '12 hours' + interval '6 hours 45 minutes' end
     from generate_series(1, 400) n`,
    people.slice(0, 2),
  );
  await pool.query(`
    insert into doctor_norms (doctor_id, until, doctor_class, norm)
    select id, timestamptz '2025-02-20 18:15Z' + floor(random() * 115) * interval '1 day' + n * interval '1 minute',
      (array['A', 'B', 'C', null])[1 + floor(random() * 4)::integer],
      case when random() < 0.2 then floor(random() * 6)::integer end
    from doctors, generate_series(1, 2) n where random() < 0.25`);
  await pool.query(
    `insert into visits (id, doctor_id, visit_date, status, created_by, creation_digest)
     select gen_random_uuid(), id, ${days("2025-01-01", 195)},
       (array['completed', 'completed', 'completed', 'scheduled', 'cancelled'])[1 + floor(random() * 5)::integer],
       (array[$1, $2, $3, null]::uuid[])[1 + floor(random() * 4)::integer], ''
     from doctors, generate_series(1, 9) where random() < 0.6 and hashtext(name) % 3 <> 0`,
    people,
  );
  // Two visits on one day.
  await pool.query(`
    insert into visits (id, doctor_id, visit_date, status, creation_digest)
    select gen_random_uuid(), doctor_id, visit_date, (array['completed', 'scheduled'])[1 + floor(random() * 2)::integer], ''
    from visits where random() < 0.2`);
  await pool.query(
    `insert into visit_skips (user_id, doctor_id, day, reason)
     select person, doctors.id, day, 'on_leave' from unnest($1::uuid[]) as person, doctors,
       generate_series(date '2025-03-01', date '2025-06-15', interval '1 day') as day where random() < 0.02`,
    [people],
  );
  await pool.query(
    `insert into holidays (day, name) values ('2025-03-14', 'Holi'), ('2025-05-01', 'May Day'), ('2025-06-16', 'Day off')`,
  );
  await pool.query(
    `insert into leave_days (user_id, day)
     select person, date '2025-02-20' + n from unnest($1::uuid[]) as person, generate_series(0, 140) n where random() < 0.1`,
    [people],
  );
}
