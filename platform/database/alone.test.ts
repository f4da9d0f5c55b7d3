import { createTestDatabase } from "@rounds/testkit/database.ts";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { runAlone } from "./alone.ts";

const database = await createTestDatabase();
await sql`create table jobs (at integer)`.execute(database.db);
afterAll(() => database.close());

test("of a job started many times at once, one runs; the others don't wait, and other jobs run beside it", async () => {
  const { db } = database;
  let finish = () => {};
  let begun = () => {};
  const running = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const held = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const first = runAlone(db, "a job", () => {
    begun();
    return held;
  });
  await running;
  const never = () => Promise.reject(new Error("a second one runs"));
  expect(await Promise.all([1, 2, 3].map(() => runAlone(db, "a job", never)))).toEqual([false, false, false]);
  expect(await runAlone(db, "another job", async () => {})).toBe(true);
  finish();
  expect(await first).toBe(true);
  expect(await runAlone(db, "a job", async () => {})).toBe(true);
});

test("a failed job changes nothing, and the next one can run", async () => {
  const { db } = database;
  const failing = runAlone(db, "a job", async (tx) => {
    await sql`insert into jobs values (1)`.execute(tx);
    throw new Error("broken");
  });
  await expect(failing).rejects.toThrow("broken");
  expect((await sql`select from jobs`.execute(db)).rows).toHaveLength(0);
  expect(await runAlone(db, "a job", async () => {})).toBe(true);
});
