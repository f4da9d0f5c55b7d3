import { connect } from "@rounds/database/connect.ts";
import { unpacked } from "@rounds/domain/sync/columns.ts";
import { syncRoutes } from "@rounds/domain/sync/routes.ts";
import { aDoctor } from "@rounds/testkit/builders.ts";
import { createTestDatabase, type TestDatabase } from "@rounds/testkit/database.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startApp, type TestApp } from "../testing/app.ts";
import { keepEpoch, startKeepingEpoch } from "./epoch.ts";

let app: TestApp;
beforeEach(async () => {
  app = await startApp();
  // The tests' databases are copies of another one.
  await keepEpoch(app.db);
});
afterEach(() => app.close());

const run = async (statement: string) => (await app.database.pool.query(statement)).rows;
const pull = async (cursor: string) => unpacked(await app.call(syncRoutes.pull, { query: { cursor } }));
const isReset = async (cursor: string) => (await pull(cursor)).reset;

test("an epoch stays while the history does", async () => {
  const { cursor } = await pull("");
  expect([await keepEpoch(app.db), await keepEpoch(app.db)]).toEqual([false, false]);
  expect(await isReset(cursor)).toBe(false);
});

test("notes how far the history has come", async () => {
  const [before] = await run("select high::text from sync.epoch");
  await aDoctor(app);
  await keepEpoch(app.db);
  const [after] = await run("select high::text from sync.epoch");
  expect(BigInt(after.high)).toBeGreaterThan(BigInt(before.high) + 1n);
});

describe("a new epoch begins", () => {
  test.each([
    [
      "on another cluster",
      "update sync.epoch set history = replace(history, split_part(history, '/', 1), '7')",
    ],
    ["after a failover", "update sync.epoch set history = left(history, -8) || '000000AB'"],
    [
      "if the numbers were higher",
      "update sync.epoch set high = (pg_current_xact_id()::text::bigint + 1000)::text::xid8",
    ],
    ["if its row is missing", "delete from sync.epoch"],
    [
      "if the table came out of a dump",
      `create table sync.copy (like sync.epoch including all);
       insert into sync.copy select * from sync.epoch;
       drop table sync.epoch;
       alter table sync.copy rename to epoch`,
    ],
  ])("%s", async (_, change) => {
    const { cursor } = await pull("");
    await run(change);
    expect(await keepEpoch(app.db)).toBe(true);
    expect(await keepEpoch(app.db)).toBe(false);
    const answer = await pull(cursor);
    expect(answer.reset).toBe(true);
    expect(await isReset(answer.cursor)).toBe(false);
  });

  test("in a copy of the database", async () => {
    const name = `${app.database.settings.database}_copy`;
    const admin = connect({ ...app.database.settings, database: "postgres", max: 1 }, () => {});
    const cursor = (await pull("")).cursor;
    const epoch = cursor.split(".")[1];
    await admin.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${app.database.settings.database}'`,
    );
    await admin.pool.query(`create database ${name} template ${app.database.settings.database}`);
    const copy = connect({ ...app.database.settings, database: name, max: 1 }, () => {});
    try {
      expect(await keepEpoch(copy.db)).toBe(true);
      const { rows } = await copy.pool.query("select id from sync.epoch");
      expect(rows[0].id).not.toBe(epoch);
    } finally {
      await copy.close();
      await admin.pool.query(`drop database ${name} with (force)`);
      await admin.close();
    }
  });
});

test("rows with numbers from an older history are sent once, not for ever", async () => {
  const old = await aDoctor(app);
  await run("alter table doctors disable trigger user");
  await run(`update doctors set changed = '99999999' where id = '${old.id}'`);
  await run("alter table doctors enable trigger user");
  const first = await pull("");
  expect(first.doctors.rows).toEqual([old]);
  const made = await aDoctor(app);
  const next = await pull(first.cursor);
  expect(next.doctors.rows).toEqual([made]);
  await run(`update doctors set hospital = 'Changed' where id = '${old.id}'`);
  const last = (await pull(next.cursor)).doctors.rows;
  expect(last).toContainEqual(expect.objectContaining({ id: old.id, hospital: "Changed" }));
});

describe("the watch", () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => database.close());

  test("tells of a new epoch, outlives failures, and stops at once", async () => {
    const logged: string[] = [];
    const note = (_: unknown, message?: string) => logged.push(message ?? String(_));
    const watch = startKeepingEpoch(database.db, { info: note, warn: note }, 20);
    await expect.poll(() => logged).toEqual([expect.stringContaining("another history")]);
    await database.pool.query("alter table sync.epoch rename to hidden");
    await expect.poll(() => logged.at(-1)).toContain("could not be checked");
    await database.pool.query("alter table sync.hidden rename to epoch; update sync.epoch set history = ''");
    await expect.poll(() => logged.at(-1)).toContain("another history");
    await watch.stop();
    const slow = startKeepingEpoch(database.db, { info: note, warn: note });
    await slow.stop();
  });
});
