import { randomUUID } from "node:crypto";
import { createContext, runInContext } from "node:vm";
import { connect } from "@rounds/database/connect.ts";
import { expect, it } from "vitest";
import { createTestDatabase } from "./database.ts";
import { readMoment, scriptAhead, sqlAhead } from "./test-today.ts";

it.each([
  ["2026-12-31 23:50", "2026-12-31T18:20:00.000Z"],
  ["2027-01-01T00:10:30", "2026-12-31T18:40:30.000Z"],
  ["2028-02-29", "2028-02-29T06:30:00.000Z"],
  ["2026-12-31T18:20:00Z", "2026-12-31T18:20:00.000Z"],
  ["2026-12-31T18:20:00+02:00", "2026-12-31T16:20:00.000Z"],
])("reads TEST_TODAY %s", (text, expected) => {
  expect(new Date(readMoment(text)).toISOString()).toBe(expected);
});

it.each(["tomorrow", "2026-13-01", "2026-12-31 24:50", "31/12/2026", "2026"])(
  "refuses TEST_TODAY %s",
  (text) => {
    expect(() => readMoment(text)).toThrow("TEST_TODAY takes an Indian day");
  },
);

it("puts Date ahead, and nothing else that it does", () => {
  const context = createContext();
  const run = (code: string) => runInContext(code, context);
  const day = 86_400_000;
  const real = run("Date.now()");
  run(scriptAhead(10 * day));
  for (const expression of ["Date.now()", "new Date().getTime()", "Date.parse(Date())"])
    expect(Math.round((run(expression) - real) / day), expression).toBe(10);
  expect(run("new Date(5).getTime()")).toBe(5);
  expect(run("Date.UTC(1970, 0, 2)")).toBe(day);
  expect(run("new Date() instanceof Date && new Date().constructor === Date")).toBe(true);
  expect(run("new (class extends Date { a() { return this.getTime(); } })(7).a()")).toBe(7);
});

it("puts a database's clock ahead, and with it what its rows take from there", async () => {
  const first = await createTestDatabase();
  const database = `test_${randomUUID().replaceAll("-", "")}`;
  await first.pool.query(`create database ${database} template template0`);
  const ahead = connect({ ...first.settings, database, max: 1 }, () => {});
  try {
    await ahead.pool.query(sqlAhead(10 * 86_400_000));
    await ahead.pool.query(`create table rows (
      at timestamptz default now(), later timestamptz default clock_timestamp()
    )`);
    const { rows } = await ahead.pool.query(
      `insert into rows default values returning at - transaction_timestamp() = interval '10 days' as exact,
        later > at as runs`,
    );
    expect(rows).toEqual([{ exact: true, runs: true }]);
  } finally {
    await ahead.close();
    await first.pool.query(`drop database ${database} with (force)`);
    await first.close();
  }
});
