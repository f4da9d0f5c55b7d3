import { addDays } from "@rounds/domain/calendar/calendar.ts";
import { createRandom } from "@rounds/domain/random/random.ts";
import { casesOf } from "@rounds/testkit/cases.ts";
import { createTestDatabase } from "@rounds/testkit/database.ts";
import { afterAll, expect, test } from "vitest";
import { addRandomDays, peopleOfDays } from "../testing/random-days.ts";
import { manyDoctors } from "./due-doctors.ts";
import { readDayPlan } from "./read-plan.ts";
import { readToday } from "./read-today.ts";

// Where there are many doctors their months are read in another way, which must find the same.

const seed = Number(process.env.SEED ?? 20250621);
const random = createRandom(seed);
const cases = casesOf(4, 20);

const database = await createTestDatabase();
await addRandomDays(database, random.next());
afterAll(() => database.close());

test(`${cases} random days from seed ${seed} are the same with many more doctors who have no norm`, {
  timeout: 600_000,
}, async () => {
  const { db, pool } = database;
  const days = Array.from({ length: cases }, () => {
    const today = addDays("2025-06-15", -random.integer(0, 100));
    const person = { id: random.pick(peopleOfDays), today, time_zone: "Asia/Kolkata" };
    return { person, day: addDays(today, random.integer(0, 20)) };
  });
  const read = async () => {
    const answers = [];
    for (const { person, day } of days)
      answers.push({ today: await readToday(db, person), plan: await readDayPlan(db, person, day) });
    return answers;
  };
  const before = await read();
  await pool.query(
    `insert into doctors (id, name, address, creation_digest, norm, created_at)
     select gen_random_uuid(), 'Dr. Many', 'Road, Pune', '', 0, '2024-01-01' from generate_series(1, $1::integer)`,
    [manyDoctors],
  );
  const after = await read();
  const withMany = before.map(({ today, plan }) => ({
    today: { ...today, doctors: today.doctors + manyDoctors },
    plan: { ...plan, doctors: plan.doctors + manyDoctors },
  }));
  expect(after).toEqual(withMany);
  expect(before.some(({ today }) => today.due.length > 0)).toBe(true);
});
