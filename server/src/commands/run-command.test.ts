import { spawn } from "node:child_process";
import { once } from "node:events";
import { createTestDatabase, urlOf } from "@rounds/testkit/database.ts";
import { afterAll, expect, test, vi } from "vitest";
import { productFile } from "../testing/product-process.ts";

// Each command is a process of its own; the machine may be busy.
vi.setConfig({ testTimeout: 120_000 });

const role = `weak_command_${process.pid}`;
const ascii = `ascii_command_${process.pid}`;
const database = await createTestDatabase();
afterAll(async () => {
  await database.pool.query(`drop database if exists ${ascii} with (force)`);
  await database.pool.query(`drop role if exists ${role}`);
  await database.close();
});

/** Starts a command on the test's database, or another one. */
function started(command: string, args: string[] = [], url = urlOf(database)) {
  const child = spawn(process.execPath, [productFile(command), ...args], {
    env: { ...process.env, DATABASE_URL: url },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8").on("data", (text: string) => {
      said[name] += text;
    });
  }
  return {
    child,
    said,
    async ended() {
      await once(child, "close");
      return { status: child.exitCode, ...said };
    },
  };
}

/** Holds an advisory lock until called, and waits until a command waits for it. */
async function holdLock(key: string) {
  const holder = await database.pool.connect();
  await holder.query(`select pg_advisory_lock(${key})`);
  const waiting = "select from pg_locks where locktype = 'advisory' and not granted";
  return {
    waiting: () =>
      expect
        .poll(async () => (await database.pool.query(waiting)).rowCount, { timeout: 60_000 })
        .toBeGreaterThan(0),
    async free() {
      await holder.query(`select pg_advisory_unlock(${key})`);
      holder.release();
    },
  };
}

test.each(["demo", "rebuild-rollups"])("%s shows its usage, and changes nothing then", async (command) => {
  const usage = expect.stringContaining(`Usage: npm run ${command}`);
  expect(await started(command, ["--help"]).ended()).toEqual({ status: 0, stdout: usage, stderr: "" });
  for (const argument of ["--force", "more"])
    expect(await started(command, [argument]).ended()).toEqual({ status: 2, stdout: "", stderr: usage });
  expect((await database.pool.query("select from doctors")).rowCount).toBe(0);
});

test("a database that can't be used is explained without a stack", async () => {
  await database.pool.query(`create role ${role} login password 'weak'`);
  const weak = new URL(urlOf(database));
  [weak.username, weak.password] = [role, "weak"];
  expect(await started("rebuild-rollups", [], weak.href).ended()).toEqual({
    status: 1,
    stdout: "",
    stderr: expect.stringMatching(/^The database user has too few rights \(.*\)\. It must own[^\n]*\n$/),
  });

  await database.pool.query(
    `create database ${ascii} template template0 encoding 'SQL_ASCII' locale_provider libc locale 'C'`,
  );
  const other = new URL(urlOf(database));
  other.pathname = ascii;
  expect(await started("rotate-keys", [], other.href).ended()).toEqual({
    status: 1,
    stdout: "",
    stderr: expect.stringMatching(/^The database “\w+” stores text in the encoding SQL_ASCII[^\n]*\n$/),
  });

  const unknown = new URL(urlOf(database));
  unknown.username = `nobody_${process.pid}`;
  const refused = await started("demo", [], unknown.href).ended();
  expect(refused).toMatchObject({ status: 1, stdout: "", stderr: expect.stringContaining("nobody_") });
  expect(refused.stderr).not.toContain("    at ");
});

test("a command that is told to stop ends its statement, and says by its status what stopped it", async () => {
  const lock = await holdLock("rollup_lock()");
  const rebuilding = started("rebuild-rollups");
  await lock.waiting();
  rebuilding.child.kill("SIGTERM");
  expect(await rebuilding.ended()).toEqual({
    status: 143,
    stdout: "",
    stderr: "\nSIGTERM: stopping …\nStopped.\n",
  });
  await lock.free();
});

test("Ctrl-C stops the demo between two days, and nothing is loaded", async () => {
  const lock = await holdLock("hashtextextended('rounds.demo', 0)");
  const loading = started("demo");
  await lock.waiting();
  // npm passes Ctrl-C on, so that it comes twice.
  loading.child.kill("SIGINT");
  loading.child.kill("SIGINT");
  await expect.poll(() => loading.said.stderr, { timeout: 60_000 }).toContain("stopping");
  await lock.free();
  expect(await loading.ended()).toMatchObject({
    status: 130,
    stdout: expect.stringMatching(/^Loading[^\n]*\nNothing was loaded\.\n$/),
  });
  expect((await database.pool.query("select from doctors")).rowCount).toBe(0);
});
