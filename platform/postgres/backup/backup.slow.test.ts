import { existsSync, lstatSync } from "node:fs";
import {
  copyFile,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  stat,
  truncate,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Connection } from "../connection.ts";
import { type EmbeddedPostgres, startEmbedded } from "../launcher.ts";
import { identify } from "../postmaster.ts";
import { asRoot, makeScratch, query, versions } from "../testing/scratch.ts";
import { backUp } from "./backup.ts";
import { restoreBackup } from "./restore.ts";

const quiet = () => {};

const scratch = await makeScratch();
afterAll(() => scratch.remove(), 60_000);

/** Tables with everything that a copy could get wrong. */
const tables = `
  create schema auth;
  create table auth.users (id uuid primary key, email text unique, data jsonb, made timestamptz);
  insert into auth.users
    select gen_random_uuid(), 'person' || n || '@example.com', jsonb_build_object('n', n, 'ä', '₹'),
           timestamptz '2025-01-01 00:10+05:30' + n * interval '1 hour'
      from generate_series(1, 2000) n;
  create table doctors (id int primary key, name text not null check (name <> ''), city text, born date);
  insert into doctors
    select n, 'डॉ. ' || md5(n::text), case when n % 7 = 0 then null else 'Pune' end, date '1960-01-01' + n
      from generate_series(1, 5000) n;
  create table sales (
    id bigint generated always as identity primary key,
    doctor_id int not null references doctors,
    quantity int not null check (quantity > 0),
    unit_price numeric(12, 2) not null,
    total_amount numeric generated always as (quantity * unit_price) stored,
    note bytea);
  insert into sales (doctor_id, quantity, unit_price, note)
    select 1 + n % 5000, 1 + n % 9, (n % 1000)::numeric / 8, decode(md5(n::text), 'hex')
      from generate_series(1, 20000) n;
  create index on sales (doctor_id, id);
  create table "Odd ""name""" (value text);
  insert into "Odd ""name""" values (''), (null), (E'line\\nbreak'), (repeat('long ', 20000));
  create table empty (id int);
  create function total() returns numeric language sql as 'select sum(total_amount) from sales';
`;

/** Every row of every table, as text, in a fixed order. */
async function everything(connection: Connection): Promise<Record<string, string[]>> {
  const tables = await query<{ name: string }>(
    connection,
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_schema not in ('pg_catalog', 'information_schema') order by 1`,
  );
  const rows: Record<string, string[]> = {};
  for (const { name } of tables) {
    const found = await query<{ row: string }>(connection, `select t::text as row from ${name} t order by 1`);
    rows[name] = found.map(({ row }) => row);
  }
  return rows;
}

describe.each(versions)("PostgreSQL $version", ({ version, binaries }) => {
  const given = binaries ? { binaries } : {};
  let dataDir: string;
  let file: string;
  let postgres: EmbeddedPostgres;
  let before: Record<string, string[]>;

  beforeAll(async () => {
    dataDir = scratch.dataDir();
    file = join(scratch.directory, `rounds-${version}.backup`);
    postgres = await startEmbedded({ dataDir, ...given, log: quiet });
    await query(postgres.connection, tables);
    before = await everything(postgres.connection);
  }, 60_000);

  test("a backup made while others write is restored row by row", async () => {
    // A writer that always adds two rows together, which must never be separated.
    await query(postgres.connection, "create table busy (number int, side text)");
    let acknowledged = 0;
    let writing = true;
    const writer = (async () => {
      while (writing) {
        const next = acknowledged + 1;
        await query(postgres.connection, "insert into busy values ($1, 'left'), ($1, 'right')", [next]);
        acknowledged = next;
      }
    })();
    await sleep(100);
    const acknowledgedBefore = acknowledged;
    const report = await backUp({ dataDir, ...given, file, log: quiet });
    writing = false;
    await writer;

    expect(report).toMatchObject({ file, bytes: (await stat(file)).size });
    expect(report.server_version).toMatch(new RegExp(`^${version}\\.`));
    expect(lstatSync(file).mode & 0o777).toBe(0o600);
    // It was running and still is; nothing is left behind.
    expect(await identify(postgres.pid, postgres.dataDirectory)).toBe("ours");
    const leftovers = (await readdir(join(dataDir, "postgres"))).filter((name) => name.includes("backup"));
    expect(leftovers).toEqual([]);

    const other = scratch.dataDir();
    const restored = await restoreBackup({ dataDir: other, ...given, file, replace: false, log: quiet });
    expect(restored).toMatchObject({ tables: 6, movedTo: undefined, made_at: report.made_at });
    const again = await startEmbedded({ dataDir: other, ...given, log: quiet });
    const { "public.busy": busy = [], ...rest } = await everything(again.connection);
    expect(rest).toEqual(before);
    expect(Object.values(before).flat().length + busy.length).toBe(restored.rows);
    const [pairs] = await query<{ numbers: number; halves: number; last: number }>(
      again.connection,
      `select count(distinct number)::int as numbers, max(number) as last,
         (select count(*)::int from (select from busy group by number having count(*) <> 2) odd) as halves
       from busy`,
    );
    expect(pairs?.halves).toBe(0);
    expect(pairs?.numbers).toBe(pairs?.last); // none missing in between
    expect(pairs?.last).toBeGreaterThanOrEqual(acknowledgedBefore);

    // It is a complete database: keys, checks, identities and functions work.
    const insert =
      "insert into sales (doctor_id, quantity, unit_price) values ($1, 1, 2) returning id::int as id";
    expect(await query(again.connection, insert, [1])).toEqual([{ id: 20001 }]);
    await expect(query(again.connection, insert, [9999])).rejects.toMatchObject({ code: "23503" });
    expect(await query(again.connection, "show data_checksums")).toEqual([{ data_checksums: "on" }]);
    await again.stop();
    await query(postgres.connection, "drop table busy");
  }, 60_000);

  test("keeps the log that is written while it is made, whatever checkpoints remove", async () => {
    let busy = true;
    const writer = (async () => {
      while (busy) {
        await query(
          postgres.connection,
          "select pg_logical_emit_message(false, 'test', repeat('x', 100000))",
        );
        await query(postgres.connection, "select pg_switch_wal()");
        await query(postgres.connection, "checkpoint");
      }
    })();
    const made = backUp({ dataDir, ...given, file: join(scratch.directory, `busy-${version}`), log: quiet });
    await made.finally(() => {
      busy = false;
      return writer;
    });
  }, 60_000);

  test("stops the server when all others have left it meanwhile", async () => {
    const other = scratch.dataDir();
    const first = await startEmbedded({ dataDir: other, ...given, log: quiet });
    const { pid, dataDirectory } = first;
    const made = backUp({
      ...{ dataDir: other, ...given, file: join(scratch.directory, `alone-${version}`), log: quiet },
    });
    const isUnderWay = async () =>
      (await readdir(join(other, "postgres"))).some((name) => name.startsWith("backup-"));
    while (!(await isUnderWay())) await sleep(5);
    await first.stop();
    await made;
    expect(await identify(pid, dataDirectory)).toBe("gone");
  }, 60_000);

  afterAll(() => postgres.stop());
});

describe("with one backup", () => {
  let dataDir: string;
  let file: string;

  beforeAll(async () => {
    dataDir = await scratch.databaseDir();
    file = join(scratch.directory, "one.backup");
    await backUp({ dataDir, file, log: quiet });
  }, 60_000);

  async function notes(): Promise<string[]> {
    const postgres = await startEmbedded({ dataDir, log: quiet });
    const rows = await query<{ text: string }>(postgres.connection, "select text from notes");
    await postgres.stop();
    return rows.map(({ text }) => text);
  }

  test("a stopped database is started for its backup, and stopped again", async () => {
    const data = join(dataDir, "postgres/data");
    expect(existsSync(join(data, "postmaster.pid"))).toBe(false);
    const [end] = (await readFile(join(dataDir, "postgres/postgres.log"), "utf8"))
      .trim()
      .split("\n")
      .slice(-1);
    expect(end).toContain("database system is shut down");
  });

  test("replaces a database only on request, and keeps the old one", async () => {
    const options = { dataDir, file, log: quiet };
    await expect(restoreBackup({ ...options, replace: false })).rejects.toMatchObject({
      code: "in_use",
      message: expect.stringContaining("--replace"),
    });
    const report = await restoreBackup({ ...options, replace: true });
    const aside = join(dataDir, "postgres.before-restore-1");
    expect(report).toMatchObject({ tables: 1, rows: 1, movedTo: aside });
    expect(existsSync(join(aside, "data/PG_VERSION"))).toBe(true);
    expect(await notes()).toEqual(["kept"]);
  }, 60_000);

  test("restores nothing while the product runs, not even with --replace", async () => {
    const starter = await scratch.start(dataDir);
    const { pid, dataDirectory } = await starter.started();
    const restore = () => restoreBackup({ dataDir, file, replace: true, log: quiet });
    await expect(restore()).rejects.toMatchObject({
      code: "in_use",
      message: expect.stringContaining("Stop Rounds, then restore"),
    });
    expect(await identify(pid, dataDirectory)).toBe("ours");

    // When it is killed, it leaves a server behind that nobody uses.
    await starter.kill();
    expect(await identify(pid, dataDirectory)).toBe("ours");
    await expect.poll(restore, { timeout: 20_000, interval: 200 }).toMatchObject({ tables: 1, rows: 1 });
    expect(await notes()).toEqual(["kept"]);
  }, 60_000);

  test("refuses a damaged backup, and leaves the database as it is", async () => {
    const size = (await stat(file)).size;
    const damage: [string, RegExp, (copy: string) => Promise<void>][] = [
      ["a byte changed in the data", /has changed|can't be read/, (copy) => flipByte(copy, size - 200_000)],
      [
        "a byte changed in the list",
        /list of files is not intact|has changed/,
        (copy) => flipByte(copy, 20_000),
      ],
      ["the end is missing", /can't be read|is missing/, (copy) => truncate(copy, size - 100_000)],
      ["only its beginning is left", /can't be read|is missing/, (copy) => truncate(copy, 1000)],
      ["it is empty", /can't be read|is missing/, (copy) => truncate(copy, 0)],
      ["it is something else", /can't be read/, (copy) => writeFile(copy, "not a backup, ".repeat(1000))],
    ];
    for (const [what, message, change] of damage) {
      const copy = join(scratch.directory, "damaged.backup");
      await copyFile(file, copy);
      await change(copy);
      const restore = restoreBackup({ dataDir, file: copy, replace: true, log: quiet });
      await expect(restore, what).rejects.toMatchObject({
        code: "backup_file",
        message: expect.stringMatching(message),
      });
    }
    expect(await notes()).toEqual(["kept"]);
    expect((await readdir(dataDir)).filter((name) => name.startsWith("postgres.rest"))).toEqual([]);
  }, 60_000);

  test("never overwrites a file with a backup, and needs a database", async () => {
    await expect(backUp({ dataDir, file, log: quiet })).rejects.toMatchObject({
      code: "backup_file",
      message: expect.stringContaining("exists already"),
    });
    await expect(
      backUp({ dataDir, file: join(scratch.directory, "no/such/dir"), log: quiet }),
    ).rejects.toMatchObject({
      code: "backup_file",
      message: expect.stringContaining("There is no directory"),
    });
    const nothing = scratch.dataDir();
    await expect(backUp({ dataDir: nothing, file: `${file}.none`, log: quiet })).rejects.toMatchObject({
      code: "data_place",
      message: expect.stringContaining("nothing to back up"),
    });
    expect(existsSync(join(nothing, "postgres"))).toBe(false);
  }, 60_000);

  test("leaves nothing of a backup that is given up", async () => {
    const stopping = new AbortController();
    const said: string[] = [];
    function log(message: string) {
      said.push(message);
      if (message === "The database was started.") stopping.abort();
    }
    const target = join(scratch.directory, "given-up.backup");
    const { signal } = stopping;
    await expect(backUp({ dataDir, file: target, log, signal })).rejects.toThrow(signal.reason);
    expect(said.at(-1)).toBe("The database was shut down.");
    expect((await readdir(join(dataDir, "postgres"))).filter((name) => name.includes("backup"))).toEqual([]);
    expect((await readdir(scratch.directory)).filter((name) => name.startsWith("given-up"))).toEqual([]);
  }, 60_000);

  test("the next start finishes a restore that ended between its two last steps", async () => {
    await rename(join(dataDir, "postgres"), join(dataDir, "postgres.restored"));
    expect(await notes()).toEqual(["kept"]);
  }, 60_000);

  test.runIf(asRoot)(
    "a database goes elsewhere where PostgreSQL can't get to DATA_DIR",
    async () => {
      const closed = join(scratch.directory, "closed");
      await mkdir(closed, { mode: 0o700 });
      const inside = scratch.dataDir("closed/data");
      const report = await restoreBackup({ dataDir: inside, file, replace: false, log: quiet });
      expect(report.directory).toMatch(/^\/var\/lib\/rounds\//);
      const postgres = await startEmbedded({ dataDir: inside, log: quiet });
      expect(await query(postgres.connection, "select text from notes")).toEqual([{ text: "kept" }]);
      await postgres.stop();
    },
    60_000,
  );
});

async function flipByte(file: string, position: number): Promise<void> {
  const handle = await open(file, "r+");
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, position);
  await handle.write(Buffer.from([(buffer[0] ?? 0) ^ 1]), 0, 1, position);
  await handle.close();
}
