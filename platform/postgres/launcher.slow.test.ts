import { lstat, mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";
import { fromPackage } from "./binaries.ts";
import { startEmbedded } from "./launcher.ts";
import { identify } from "./postmaster.ts";
import { asRoot, makeScratch, nobody, query, versions } from "./testing/scratch.ts";

const quiet = () => {};

const scratch = await makeScratch();
afterAll(() => scratch.remove(), 60_000);

describe.each(versions)("PostgreSQL $version", ({ version, binaries }) => {
  const given = binaries ? { binaries } : {};

  test("a fresh start creates a UTF-8 cluster with checksums, durable and closed to others", async () => {
    const dataDir = scratch.dataDir();
    const postgres = await startEmbedded({ dataDir, ...given, log: quiet });

    expect(postgres.adopted).toBe(false);
    expect(postgres.serverVersion).toMatch(new RegExp(`^${version}\\.`));
    expect(postgres.connection).toMatchObject({ database: "rounds", user: "rounds" });
    const settings = await query<{ name: string; setting: string }>(
      postgres.connection,
      "select name, setting from pg_settings",
    );
    expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toMatchObject({
      server_encoding: "UTF8",
      data_checksums: "on",
      fsync: "on",
      synchronous_commit: "on",
      full_page_writes: "on",
      listen_addresses: "",
      unix_socket_directories: postgres.connection.host,
      unix_socket_permissions: "0700",
      max_connections: "100",
      shared_buffers: "16384",
      jit: "off",
      TimeZone: "UTC",
    });
    const [database] = await query<{ collation: string; sorted: string }>(
      postgres.connection,
      `select ${version >= 17 ? "datlocale" : "datcollate"} as collation,
         lower('ÅÄÖ') || (select string_agg(word, '' order by word) from unnest('{ä,Z,a}'::text[]) word) as sorted
       from pg_database where datname = 'rounds'`,
    );
    expect(database).toEqual({ collation: "C.UTF-8", sorted: "åäöZaä" });

    expect(postgres.connection.host.startsWith(dataDir)).toBe(true);
    const socket = await lstat(postgres.connection.host);
    expect(socket.mode & 0o777).toBe(0o700);
    expect((await lstat(postgres.dataDirectory)).mode & 0o777).toBe(0o700);
    if (asRoot) expect(socket.uid).toBe(nobody);
    expect((await lstat(`${dataDir}/postgres/password`)).mode & 0o777).toBe(0o600);
    await postgres.stop();
  }, 60_000);

  test("what was written is there after a normal stop, and the server is gone in the meantime", async () => {
    const dataDir = scratch.dataDir();
    const first = await startEmbedded({ dataDir, ...given, log: quiet });
    await query(first.connection, "create table notes as select 'kept' as text");
    await first.stop();
    expect(await identify(first.pid, first.dataDirectory)).toBe("gone");
    await first.stop(); // nothing left to do

    const second = await startEmbedded({ dataDir, ...given, log: quiet });
    expect(second.adopted).toBe(false);
    expect(await query(second.connection, "select text from notes")).toEqual([{ text: "kept" }]);
    await second.stop();
  }, 60_000);

  test("three processes that start at once from nothing end up with one server, and stop it", async () => {
    const dataDir = scratch.dataDir();
    const starters = await Promise.all([1, 2, 3].map(() => scratch.start(dataDir, given)));
    const found = await Promise.all(starters.map((starter) => starter.started()));

    expect(new Set(found.map(({ pid }) => pid)).size).toBe(1);
    expect(found.map(({ adopted }) => adopted).sort()).toEqual([false, true, true]);
    await query(found[0]?.connection ?? unreachable(), "create table shared as select 1 as one");
    for (const { connection } of found) {
      expect(await query(connection, "select one from shared")).toEqual([{ one: 1 }]);
    }

    // The server stays until the last of them stops.
    const { pid, dataDirectory } = await (starters[0] ?? unreachable()).started();
    await starters[0]?.stop();
    await starters[1]?.stop();
    expect(await identify(pid, dataDirectory)).toBe("ours");
    await starters[2]?.stop();
    expect(await identify(pid, dataDirectory)).toBe("gone");

    // Three that stop at the same moment don't leave it to each other either.
    const more = await Promise.all([1, 2, 3].map(() => scratch.start(dataDir, given)));
    const [again] = await Promise.all(more.map((starter) => starter.started()));
    await Promise.all(more.map((starter) => starter.stop()));
    expect(await identify(again?.pid ?? unreachable(), dataDirectory)).toBe("gone");
  }, 60_000);

  test("kill -9 of the process, and of the server too, loses nothing acknowledged", async () => {
    const dataDir = scratch.dataDir();
    let acknowledged = 0;
    for (const target of ["process", "server", "both"] as const) {
      const starter = await scratch.start(dataDir, given);
      const { connection, pid, dataDirectory } = await starter.started();
      await query(connection, "create table if not exists sales (number int primary key)");
      const writing = (async () => {
        try {
          for (;;) {
            await query(connection, "insert into sales values ($1)", [acknowledged + 1]);
            acknowledged += 1;
          }
        } catch {
          // killed
        }
      })();
      await sleep(150);
      if (target !== "process") process.kill(pid, "SIGKILL");
      if (target !== "server") await starter.kill();
      if (target === "process") {
        expect(await identify(pid, dataDirectory)).toBe("ours");
        await sleep(50);
      }

      const next = await startEmbedded({ dataDir, ...given, log: quiet });
      if (target === "process") expect(next).toMatchObject({ adopted: true, pid });
      else expect(next.pid).not.toBe(pid);
      if (target === "process") await next.stop(); // ends the writer too
      await writing;
      if (target === "process") continue;
      const rows = await query<{ number: number }>(next.connection, "select number from sales order by 1");
      // The last one may have been committed although its answer was lost.
      expect(rows.length - acknowledged).toBeOneOf([0, 1]);
      expect(rows.map(({ number }) => number)).toEqual(rows.map((_, index) => index + 1));
      acknowledged = rows.length;
      if (target === "server") await starter.kill();
      await next.stop();
    }
    expect(acknowledged).toBeGreaterThan(4);
  }, 60_000);
});

test("a system without the locale C.UTF-8 gets a database that sorts the same way", async () => {
  const bin = join(scratch.directory, "no-locale");
  await mkdir(bin, { mode: 0o755 });
  const { directory } = fromPackage();
  for (const name of ["postgres", "pg_ctl"]) await symlink(join(directory, name), join(bin, name));
  const refusal = `echo 'initdb: error: invalid locale name "C.UTF-8"' >&2; exit 1`;
  const script = `case "$*" in *--locale=C.UTF-8*) ${refusal};; esac; exec ${directory}/initdb "$@"`;
  await writeFile(join(bin, "initdb"), `#!/bin/sh\n${script}\n`, { mode: 0o755 });

  const postgres = await startEmbedded({ dataDir: scratch.dataDir(), binaries: bin, log: quiet });
  const [found] = await query(
    postgres.connection,
    `select current_setting('server_encoding') as encoding, lower('ÅÄÖ') as lower, datlocale as locale
       from pg_database where datname = 'rounds'`,
  );
  expect(found).toEqual({ encoding: "UTF8", lower: "åäö", locale: "C.UTF-8" });
  await postgres.stop();
}, 60_000);

test("a server that dies under the running product is started again, at the same address", async () => {
  const logged: string[] = [];
  const postgres = await startEmbedded({
    dataDir: await scratch.databaseDir(),
    log: (message) => logged.push(message),
  });
  const before = postgres.pid;
  process.kill(before, "SIGKILL");
  await expect
    .poll(() => query(postgres.connection, "select text from notes").catch(() => []), { timeout: 15_000 })
    .toEqual([{ text: "kept" }]);
  await expect.poll(() => logged.at(-1)).toBe("The database runs again.");
  expect(logged).toContain("The database ended unexpectedly. It is started again.");
  expect(postgres.pid).not.toBe(before);
  await postgres.stop();
  expect(await identify(postgres.pid, postgres.dataDirectory)).toBe("gone");
}, 60_000);

test("the server survives a crash of one of its processes", async () => {
  const postgres = await startEmbedded({ dataDir: await scratch.databaseDir(), log: quiet });
  const [backend] = await query<{ pid: number }>(
    postgres.connection,
    "select pid from pg_stat_activity where backend_type = 'walwriter'",
  );
  const { pid } = postgres;
  process.kill(backend?.pid ?? unreachable(), "SIGKILL");
  await expect
    .poll(() => query(postgres.connection, "select 1 as one").catch(() => []), { timeout: 15_000 })
    .toEqual([{ one: 1 }]);
  expect(postgres.pid).toBe(pid);
  await postgres.stop();
}, 60_000);

test("releasing leaves the server running, and the next start adopts it", async () => {
  const dataDir = await scratch.databaseDir();
  const first = await startEmbedded({ dataDir, log: quiet });
  await first.leave();
  const second = await startEmbedded({ dataDir, log: quiet });
  expect(second).toMatchObject({ adopted: true, pid: first.pid, connection: first.connection });
  await second.stop();
}, 60_000);

test("the log file contains events, without statements or values", async () => {
  const dataDir = await scratch.databaseDir();
  const postgres = await startEmbedded({ dataDir, log: quiet });
  await query(postgres.connection, "create table people (email text primary key)");
  await query(postgres.connection, "insert into people values ('asha@example.com')");
  const again = query(postgres.connection, "insert into people values ('asha@example.com')");
  await expect(again).rejects.toMatchObject({ code: "23505" });
  await postgres.stop();
  const text = await readFile(`${dataDir}/postgres/postgres.log`, "utf8");
  expect(text).toContain("duplicate key");
  expect(text).not.toContain("asha");
}, 60_000);

function unreachable(): never {
  throw new Error("missing");
}
