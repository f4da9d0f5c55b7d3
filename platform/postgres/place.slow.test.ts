import { existsSync, lstatSync } from "node:fs";
import {
  appendFile,
  chmod,
  chown,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  writeFile,
} from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { backUp } from "./backup/backup.ts";
import { restoreBackup } from "./backup/restore.ts";
import { startEmbedded } from "./launcher.ts";
import { systemDirectory } from "./place.ts";
import {
  asRoot,
  copyTree,
  makeScratch,
  nobody,
  openBinaries,
  query,
  systemHomeOf,
} from "./testing/scratch.ts";

const quiet = () => {};

const scratch = await makeScratch();
afterAll(() => scratch.remove(), 60_000);

test("a DATA_DIR too long for a socket gets one in a short private place", async () => {
  const dataDir = await scratch.databaseDir(join("long", "a-long-name-".repeat(12), "ä".repeat(60)));
  const postgres = await startEmbedded({ dataDir, log: quiet });
  expect(Buffer.byteLength(postgres.connection.host)).toBeLessThan(80);
  expect(postgres.connection.host.startsWith("/tmp")).toBe(false);
  expect(lstatSync(postgres.connection.host).mode & 0o777).toBe(0o700);
  expect(postgres.dataDirectory.startsWith(dataDir)).toBe(true);
  expect(await query(postgres.connection, "select 1 as one")).toEqual([{ one: 1 }]);
  await postgres.leave();

  const again = await startEmbedded({ dataDir, log: quiet });
  expect(again).toMatchObject({ adopted: true, connection: postgres.connection });
  await again.stop();
  await rm(postgres.connection.host, { recursive: true });
}, 60_000);

test("a relative DATA_DIR and a symbolic link lead to the same database", async () => {
  const dataDir = await scratch.databaseDir();
  const first = await startEmbedded({ dataDir, log: quiet });
  const second = await startEmbedded({ dataDir: relative(process.cwd(), dataDir), log: quiet });
  await symlink(dataDir, `${dataDir}-link`);
  const third = await startEmbedded({ dataDir: `${dataDir}-link`, log: quiet });
  expect([second.pid, third.pid]).toEqual([first.pid, first.pid]);
  for (const postgres of [first, second, third]) await postgres.stop();
}, 60_000);

test("a DATA_DIR that can't be created says so", async () => {
  const file = join(scratch.directory, "a-file");
  await writeFile(file, "");
  await expect(startEmbedded({ dataDir: join(file, "data"), log: quiet })).rejects.toMatchObject({
    code: "data_place",
    message: expect.stringContaining("Set DATA_DIR"),
  });
});

describe.runIf(asRoot)("as root", () => {
  /** A directory like /root: closed to everybody else. */
  async function closedDirectory(name: string): Promise<string> {
    const closed = join(scratch.directory, name);
    await mkdir(closed, { mode: 0o700 });
    return closed;
  }

  test("data below a closed directory are kept elsewhere, always in the same place, and this is reported", async () => {
    const dataDir = scratch.dataDir("closed/data");
    const closed = await closedDirectory("closed");
    const logged: string[] = [];
    const first = await startEmbedded({ dataDir, log: (message) => logged.push(message) });
    const home = systemHomeOf(dataDir);
    expect(first.dataDirectory).toBe(join(home, "postgres/data"));
    expect(logged[0]).toContain(`The database is kept in ${home}`);
    expect(await readFile(join(dataDir, "postgres.location"), "utf8")).toContain(home);
    await query(first.connection, "create table notes as select 'kept' as text");
    await first.stop();

    // Even if the path has been opened since.
    await chmod(closed, 0o755);
    const second = await startEmbedded({ dataDir, log: quiet });
    expect(second.dataDirectory).toBe(first.dataDirectory);
    expect(await query(second.connection, "select text from notes")).toEqual([{ text: "kept" }]);
    await second.stop();

    const copied = join(scratch.directory, "copied");
    await copyTree(dataDir, copied);
    await expect(startEmbedded({ dataDir: copied, log: quiet })).rejects.toMatchObject({
      code: "data_place",
      message: expect.stringContaining(`is a copy of ${dataDir}`),
    });

    await rename(home, `${home}-away`);
    await expect(startEmbedded({ dataDir, log: quiet })).rejects.toMatchObject({
      code: "data_place",
      message: expect.stringContaining("which is gone"),
    });
    await rename(`${home}-away`, home);
  }, 60_000);

  test("opens an empty DATA_DIR instead of avoiding it", async () => {
    const dataDir = scratch.dataDir("empty");
    await closedDirectory("empty");
    const postgres = await startEmbedded({ dataDir, log: quiet });
    expect(postgres.dataDirectory).toBe(join(dataDir, "postgres/data"));
    expect(lstatSync(dataDir).mode & 0o777).toBe(0o711);
    await postgres.stop();
  }, 60_000);

  test("a DATA_DIR closed after its database was made asks to be opened", async () => {
    const dataDir = await scratch.databaseDir();
    await chmod(dataDir, 0o700);
    await expect(startEmbedded({ dataDir, log: quiet })).rejects.toMatchObject({
      code: "data_place",
      message: expect.stringContaining(`chmod o+x ${dataDir}`),
    });
    await chmod(dataDir, 0o711);
    await (await startEmbedded({ dataDir, log: quiet })).stop();
  }, 60_000);

  test("programs below a closed directory are copied once to where PostgreSQL's account can run them", async () => {
    const closed = await closedDirectory("closed-programs");
    const bin = await openBinaries(closed);
    await appendFile(join(bin, "postgres"), "a build of its own");
    const logged: string[] = [];
    const log = (message: string) => logged.push(message);
    const [first, second] = [await scratch.databaseDir(), await scratch.databaseDir()];
    await (await startEmbedded({ dataDir: first, binaries: bin, log })).stop();
    await (await startEmbedded({ dataDir: second, binaries: bin, log })).stop();
    const copied = logged.filter((message) => message.includes("programs were copied"));
    expect(copied).toHaveLength(1);
    const place = /copied to (\S+),/.exec(copied[0] ?? "")?.[1] ?? "";
    expect(dirname(place)).toBe(join(systemDirectory, "binaries"));
    await rm(place, { recursive: true });
  }, 60_000);

  test("an ordinary user runs everything as themselves", async () => {
    const home = join(scratch.directory, "home");
    await mkdir(home, { mode: 0o700 });
    await chown(home, nobody, nobody);
    const binaries = await openBinaries(scratch.directory);
    const starter = await scratch.start(scratch.dataDir("home/data"), { binaries, uid: nobody });
    const { dataDirectory, connection } = await starter.started();
    expect(dataDirectory).toBe(join(home, "data/postgres/data"));
    expect(lstatSync(join(home, "data/postgres")).mode & 0o777).toBe(0o700);
    expect(lstatSync(join(home, "data/postgres/password")).uid).toBe(nobody);
    await query(connection, "create table notes as select 'kept' as text");
    await starter.stop();

    // Root uses the user's data as that user, and leaves the user able to.
    await rm(join(home, "data/postgres/postgres.log"));
    const logged: string[] = [];
    const root = await startEmbedded({
      dataDir: join(home, "data"),
      binaries,
      log: (message) => logged.push(message),
    });
    expect(await query(root.connection, "select text from notes")).toEqual([{ text: "kept" }]);
    await root.stop();
    const expectTheirs = async () => {
      for (const name of [".", ...(await readdir(join(home, "data/postgres")))]) {
        expect(lstatSync(join(home, "data/postgres", name)).uid, name).toBe(nobody);
      }
    };
    await expectTheirs();
    const file = join(scratch.directory, "of-nobody.backup");
    const given = { dataDir: join(home, "data"), binaries, file, log: () => {} };
    await backUp(given);
    await restoreBackup({ ...given, replace: true });
    await expectTheirs();
    const again = await scratch.start(join(home, "data"), { binaries, uid: nobody });
    await again.started();
    await again.stop();
  }, 60_000);

  test("an ordinary user with a long DATA_DIR gets a socket for which others can't prepare a trap", async () => {
    const home = join(scratch.directory, "long-home");
    await mkdir(home, { mode: 0o700 });
    await chown(home, nobody, nobody);
    const dataDir = scratch.dataDir(join("long-home", "x".repeat(90)));
    const binaries = await openBinaries(scratch.directory);
    const first = await scratch.start(dataDir, { binaries, uid: nobody });
    const { connection } = await first.started();
    expect(connection.host).toMatch(/^\/var\/tmp\/rounds-65534-[0-9a-f]{16}$/);
    await first.stop();

    await chmod(connection.host, 0o777);
    const trapped = await scratch.start(dataDir, { binaries, uid: nobody });
    expect(await trapped.outcome).toMatchObject({
      code: "data_place",
      message: expect.stringContaining("open to others"),
    });
    await rm(connection.host, { recursive: true });
  }, 60_000);

  test("explains data created by root to an ordinary user", async () => {
    const dataDir = await scratch.databaseDir();
    const other = await scratch.start(dataDir, {
      uid: 4242,
      binaries: await openBinaries(scratch.directory),
    });
    expect(await other.outcome).toMatchObject({
      code: "data_owner",
      message: expect.stringMatching(/belongs to the user “nobody” \(uid 65534\), but .* sudo chown -R .* /),
    });
  }, 60_000);

  test.runIf(existsSync("/usr/bin/setpriv"))(
    "root in a restricted container adopts its server, or says that it can't start one",
    async () => {
      // Docker's root may not inspect other users' processes; other roots may not even change the user.
      const limited = (dropped: string) => ["setpriv", "--bounding-set", dropped, "--inh-caps", "-all"];
      const dataDir = await scratch.databaseDir();
      const first = await scratch.start(dataDir, { wrapper: limited("-sys_ptrace") });
      const { pid } = await first.started();
      await first.kill();
      const second = await scratch.start(dataDir, { wrapper: limited("-sys_ptrace") });
      expect(await second.started()).toMatchObject({ adopted: true, pid });
      await second.stop();

      const third = await scratch.start(dataDir, { wrapper: limited("-setuid,-setgid") });
      expect(await third.outcome).toMatchObject({
        code: "account",
        message: expect.stringContaining("this root may not start programs as “nobody”"),
      });
    },
    60_000,
  );

  test("a user without a name is told that PostgreSQL needs one", async () => {
    const dataDir = scratch.dataDir();
    await mkdir(dataDir);
    await chown(dataDir, 4242, 4242);
    const starter = await scratch.start(dataDir, {
      uid: 4242,
      binaries: await openBinaries(scratch.directory),
    });
    expect(await starter.outcome).toMatchObject({
      code: "account",
      message: expect.stringContaining("uid 4242"),
    });
  }, 60_000);
});
