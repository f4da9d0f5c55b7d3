import { addDays } from "@rounds/domain/calendar/calendar.ts";
import { createRandom } from "@rounds/domain/random/random.ts";
import * as domain from "@rounds/domain/visits/calls.ts";
import { newestFirst } from "@rounds/domain/visits/order.ts";
import { casesOf } from "@rounds/testkit/cases.ts";
import { createTestDatabase } from "@rounds/testkit/database.ts";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { fillMonths } from "../testing/random-months.ts";
import { isCall, isPlanned, isToCome, lastCall, tookPlace } from "./calls.ts";
import { byDay, inOrder } from "./order.ts";

const seed = Number(process.env.SEED ?? 20250618);
const random = createRandom(seed);
const cases = casesOf(20, 200);

const database = await createTestDatabase();
await fillMonths(database.pool, random);
afterAll(() => database.close());

test(`SQL and domain say the same of what a call is, on ${cases} days from seed ${seed}`, async () => {
  const { db } = database;
  const visits = await db.selectFrom("visits").select(["id", "doctor_id", "visit_date", "status"]).execute();
  const doctors = await db.selectFrom("doctors").select("id").execute();
  const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).sort();
  const found = async (condition: ReturnType<typeof isCall>) =>
    idsOf(await db.selectFrom("visits").select("id").where(condition).execute());
  for (let n = 0; n < cases; n++) {
    const today = addDays("2025-02-18", random.integer(0, 145));
    const calls = visits.filter((visit) => domain.isCall(visit, today));
    expect(await found(isCall(today))).toEqual(idsOf(calls));
    const toCome = visits.filter((visit) => domain.isToCome(visit, today));
    expect(await found(isToCome(today))).toEqual(idsOf(toCome));

    const last = await db
      .selectFrom("doctors")
      .select(["id", lastCall(sql`visits.doctor_id = doctors.id`, today).as("day")])
      .execute();
    const lastOf = domain.lastCalls(visits, today);
    expect(new Map(last.map(({ id, day }) => [id, day]))).toEqual(
      new Map(doctors.map(({ id }) => [id, lastOf.get(id) ?? null])),
    );
    // The activity of a month asks the same of the rows.
    const activity = domain.activityOf(visits, today);
    for (const { id, day } of last) expect(activity.get(id)?.last_visit ?? null).toBe(day);
  }
  expect(await found(tookPlace())).toEqual(idsOf(visits.filter(({ status }) => status === "completed")));
  expect(await found(isPlanned())).toEqual(idsOf(visits.filter(({ status }) => status === "scheduled")));
});

test("SQL and domain order visits the same", async () => {
  const { db } = database;
  const all = db.selectFrom("visits").select(["id", "visit_date"]);
  const ordered = (await all.execute()).sort(newestFirst);
  expect(await inOrder(all, "desc").execute()).toEqual(ordered);
  expect(await inOrder(all, "asc").execute()).toEqual(ordered.toReversed());
  const { rows } = await sql`select id, visit_date from visits as visit ${byDay("desc", "visit")}`.execute(
    db,
  );
  expect(rows).toEqual(ordered);
});
