import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { createTestDatabase, type TestDatabase } from "@rounds/testkit/database.ts";
import { afterEach, beforeEach, expect, test } from "vitest";
import { isMigrated, migrate, SchemaError } from "./migrate.ts";

const ownFolder = fileURLToPath(new URL("./migrations", import.meta.url));

let database: TestDatabase;
let folder: string;
let warnings: { details: Record<string, unknown>; message: string }[];
const log = {
  warn(details: Record<string, unknown>, message: string) {
    warnings.push({ details, message });
  },
} as NonNullable<Parameters<typeof migrate>[1]>["log"] & object;

beforeEach(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "rounds-migrations-"));
  await cp(ownFolder, folder, { recursive: true });
  warnings = [];
});
afterEach(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

const query = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows;

/** Adds a migration that only a later version has. */
async function later(text: string, name = "9001_later") {
  await writeFile(join(folder, `${name}.sql`), text);
}

const here = "database = (select oid from pg_database where datname = current_database()) and not granted";

async function until(condition: () => Promise<boolean>) {
  while (!(await condition())) await sleep(20);
}

test("a version starts on the schema of a later one, and logs it", async () => {
  await later("alter table doctors add column nickname text");
  expect(await migrate(database.db, { log, folder })).toEqual(["9001_later"]);
  expect(warnings).toEqual([]);

  expect(await migrate(database.db, { log })).toEqual([]);
  expect(warnings).toEqual([
    { details: { migrations: ["9001_later"] }, message: "the schema is newer than this version" },
  ]);
  expect(await isMigrated(database.db)).toBe(true);
  // The later version finds its own migration already done.
  expect(await migrate(database.db, { log, folder })).toEqual([]);
});

test("later migrations from servers with different clocks are still in order", async () => {
  await later("create table first_of_two ()");
  await migrate(database.db, { folder });
  await later("create table second_of_two ()", "9002_later");
  await migrate(database.db, { folder });
  await query("update kysely_migration set timestamp = '2020-01-01T00:00:00.000Z' where name = '9002_later'");
  expect(await migrate(database.db, { folder })).toEqual([]);
  expect(await migrate(database.db)).toEqual([]);
});

test.each([
  [
    "an earlier one was never run",
    "delete from kysely_migration where name like '0003%'",
    /migration 0003_rollups was never run on it, though the later 0004_auth_flows was/,
  ],
  [
    "the last one was never run though one that is not known was",
    "update kysely_migration set name = '9001_later' where name = (select max(name) from kysely_migration)",
    /was never run on it, though the later 9001_later was/,
  ],
  [
    "one was run between those that are known",
    "insert into kysely_migration values ('0002_z_other', '2026-01-01T00:00:00.000Z')",
    /migration 0002_z_other was run on it, which this version does not know though it comes before 0003_rollups/,
  ],
])("refuses a schema on which %s", async (_, change, message) => {
  await query(change);
  const refused = migrate(database.db, { log });
  await expect(refused).rejects.toThrow(SchemaError);
  await expect(refused).rejects.toThrow(message);
});

test("a busy table delays a migration, and nobody else", async () => {
  await later("alter table doctors add column nickname text");
  const busy = await database.pool.connect();
  await busy.query("begin; lock table doctors in row exclusive mode");
  let done = false;
  const migrating = migrate(database.db, { log, folder }).finally(() => {
    done = true;
  });
  const waiting = `select from pg_locks where mode = 'AccessExclusiveLock' and ${here}`;
  await until(async () => (await query(waiting)).length > 0);
  // Queued behind the migration: answered once it gives up, while the table is as busy as before.
  expect(await query("select count(*) as doctors from doctors")).toEqual([{ doctors: 0 }]);
  await until(async () => warnings.length > 0);
  expect(done).toBe(false);
  expect(warnings[0]?.message).toBe("the database is busy: the migration is tried again");
  await busy.query("commit");
  busy.release();
  expect(await migrating).toEqual(["9001_later"]);
});

test("waiting for another server's migrations for longer than the statement timeout is not an error", async () => {
  await later("create table notes ()");
  const other = await database.pool.connect();
  await other.query("select pg_advisory_lock(3853314791062309107)"); // Kysely's
  const migrating = migrate(database.db, { log, folder });
  const waiting = `select pid from pg_locks where locktype = 'advisory' and ${here}`;
  await until(async () => (await query(waiting)).length > 0);
  await query(`select pg_cancel_backend(pid) from (${waiting}) as waiting`);
  await until(async () => warnings.length > 0);
  await other.query("select pg_advisory_unlock_all()");
  other.release();
  expect(await migrating).toEqual(["9001_later"]);
});

test("a migration may run long but not wait long, and is applied completely or not at all", async () => {
  await later(`create table settings_seen as select current_setting('statement_timeout') as statements,
    current_setting('lock_timeout')::interval < current_setting('deadlock_timeout')::interval as gives_way`);
  await later("create table half (); select 1 / 0", "9002_wrong");
  await expect(migrate(database.db, { folder })).rejects.toThrow("division by zero");
  expect(await query("select * from settings_seen")).toEqual([{ statements: "0", gives_way: true }]);
  expect(await query("select to_regclass('half') as made")).toEqual([{ made: null }]);
  await later("create table half ()", "9002_wrong");
  expect(await migrate(database.db, { folder })).toEqual(["9002_wrong"]);
  expect(await query("show statement_timeout")).toEqual([{ statement_timeout: "30s" }]);
});
