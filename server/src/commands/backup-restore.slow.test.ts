import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, readdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { fromPackage } from "@rounds/postgres/binaries.ts";
import { connectionTo } from "@rounds/postgres/connection.ts";
import { startEmbedded } from "@rounds/postgres/launcher.ts";
import { placeAt } from "@rounds/postgres/place.ts";
import { readPidFile } from "@rounds/postgres/postmaster.ts";
import { asRoot, bundleFor, makeScratch, nobody, query } from "@rounds/postgres/testing/scratch.ts";
import { afterAll, beforeAll, expect, test } from "vitest";

let scratch: Awaited<ReturnType<typeof makeScratch>>;
let dataDir: string;
let folder: string;

beforeAll(async () => {
  scratch = await makeScratch();
  dataDir = await scratch.databaseDir();
  folder = join(scratch.directory, "commands");
  await mkdir(folder);
  await chmod(folder, 0o755);
  for (const command of ["backup", "restore"]) {
    await bundleFor(new URL(`${command}.ts`, import.meta.url), join(folder, `${command}.mjs`));
  }
}, 60_000);
afterAll(() => scratch.remove(), 60_000);

/** What a command is called with as npm does from `folder`. */
function called(env: Record<string, string> = {}) {
  const { DATABASE_URL: _, ...inherited } = process.env;
  const own = { DATA_DIR: dataDir, POSTGRES_BIN: fromPackage().directory, INIT_CWD: folder };
  return { cwd: "/", env: { ...inherited, ...own, ...env } };
}

/** Runs a command, as another user if one is given. */
function run(
  command: "backup" | "restore",
  args: string[],
  env: Record<string, string> = {},
  as: { uid?: number; gid?: number } = {},
) {
  const program = join(folder, `${command}.mjs`);
  return spawnSync(process.execPath, [program, ...args], { encoding: "utf8", ...called(env), ...as });
}

test("a backup is created where npm was called, and restored", async () => {
  const file = join(folder, "mine.backup");
  const before = await startEmbedded({ dataDir, log: () => {} });
  await query(before.connection, "create schema sync");
  const made = "create table sync.epoch as select gen_random_uuid() as id";
  const epoch = "select id from sync.epoch";
  await query(before.connection, made);
  const [known] = await query(before.connection, epoch);
  await before.stop();
  expect(run("backup", ["mine.backup"])).toMatchObject({
    status: 0,
    stdout: expect.stringContaining(`Backed up to ${file} (`),
  });

  const postgres = await startEmbedded({ dataDir, log: () => {} });
  await query(postgres.connection, "update notes set text = 'changed since'");
  await postgres.stop();

  expect(run("restore", ["mine.backup"])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("add --replace"),
  });
  expect(run("restore", ["mine.backup", "--replace"])).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(
      /^Restored the backup of \d{4}-\S+Z: 2 tables with 2 rows\.\nThe database that was there before is in \S+\.\n$/,
    ),
  });
  const restored = await startEmbedded({ dataDir, log: () => {} });
  expect(await query(restored.connection, "select text from notes")).toEqual([{ text: "kept" }]);
  // Phones notice that what they received since is gone.
  expect(await query(restored.connection, epoch)).not.toEqual([known]);
  await restored.stop();
}, 60_000);

test("a failure is explained in one sentence, with status 1", () => {
  expect(run("backup", ["backup.mjs"])).toMatchObject({
    status: 1,
    stdout: "",
    stderr: expect.stringMatching(/^\S+ exists already\. Choose another name, or remove it first\.\n$/),
  });
  expect(run("restore", ["nothing.backup", "--replace"])).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^\S+nothing\.backup can't be read: ENOENT[^\n]*\n$/),
  });
  expect(run("backup", ["a"], { DATABASE_URL: "postgres://x/y" })).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("embedded database only"),
  });
  expect(run("backup", ["a"], { HOST: "0.0.0.0" })).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("SIGNUP"),
  });
}, 60_000);

test("wrong arguments are answered with the usage, and status 2", () => {
  for (const args of [[], ["one", "two"], ["one", "--force"]]) {
    expect(run("backup", args)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("Usage: npm run backup -- FILE"),
    });
    expect(run("restore", args)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("Usage: npm run restore -- FILE [--replace]"),
    });
  }
  expect(run("restore", ["--help"])).toMatchObject({ status: 0, stdout: expect.stringContaining("Usage:") });
}, 60_000);

test("a backup goes into a linked folder, and a folder that can't be written to is refused first", async () => {
  await mkdir(join(folder, "disk"));
  await symlink("disk", join(folder, "linked"));
  expect(run("backup", ["linked/one.backup"])).toMatchObject({ status: 0 });
  expect(await readdir(join(folder, "disk"))).toEqual(["one.backup"]);

  await mkdir(join(folder, "closed"));
  await chmod(join(folder, "closed"), 0o555);
  // Root may write everywhere. An unreadable DATA_DIR would be the next thing to fail.
  const as = asRoot ? { uid: nobody, gid: nobody } : {};
  expect(run("backup", ["closed/two.backup"], {}, as)).toMatchObject({
    status: 1,
    stdout: "",
    stderr: expect.stringMatching(/^The backup can't be written to \S+closed: EACCES[^\n]*\n$/),
  });
}, 60_000);

test("a restore that is told to stop while it proves leaves no server and nothing of the backup", async () => {
  const home = await scratch.databaseDir();
  const postgres = await startEmbedded({ dataDir: home, log: () => {} });
  // What a restore changes in the restored database takes for ever here.
  for (const statement of [
    "create schema sync",
    "create table sync.epoch as select gen_random_uuid() as id",
    "create function wait() returns trigger language plpgsql as 'begin perform pg_sleep(600); return new; end'",
    "create trigger slow before update on sync.epoch execute function wait()",
  ])
    await query(postgres.connection, statement);
  await postgres.stop();
  expect(run("backup", ["slow.backup"], { DATA_DIR: home })).toMatchObject({ status: 0 });

  const restoring = spawn(process.execPath, [join(folder, "restore.mjs"), "slow.backup", "--replace"], {
    ...called({ DATA_DIR: home }),
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  restoring.stderr.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  const unfinished = async () =>
    (await readdir(home)).find((name) => name.startsWith("postgres.restoring-")) ?? "";
  let server = 0;
  /** Whether the restored database, which is started to be proved, runs the statement that takes for ever. */
  async function isProving() {
    const name = await unfinished();
    if (name === "") return false;
    const place = placeAt(home, home, name);
    const lock = await readPidFile(place.data);
    const connection = lock && (await connectionTo(place, lock));
    if (!connection) return false;
    server = lock.pid ?? 0;
    const sleeping = "select from pg_stat_activity where wait_event = 'PgSleep'";
    return (await query(connection, sleeping)).length > 0;
  }
  await expect.poll(() => isProving().catch(() => false), { timeout: 60_000 }).toBe(true);
  const closed = once(restoring, "close");
  restoring.kill("SIGTERM");
  await closed;
  expect([restoring.exitCode, said]).toEqual([
    143,
    expect.stringMatching(/SIGTERM: stopping …\nStopped\.\n$/),
  ]);
  expect(() => process.kill(server, 0)).toThrow("ESRCH");
  expect(await unfinished()).toBe("");
}, 120_000);
