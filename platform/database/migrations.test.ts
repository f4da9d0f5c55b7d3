import { randomUUID } from "node:crypto";
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createTestDatabase, type TestDatabase } from "@rounds/testkit/database.ts";
import { breaks, declaredBreaks, readCatalogue } from "@rounds/testkit/schema-survival.ts";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { type Connection, connect } from "./connect.ts";
import { migrate } from "./migrate.ts";

// Migrations that run while servers of the version before keep serving
// (docs/decisions/0015-upgrades-without-downtime.md).

/** The last migration of the first release: before that, no two versions ever ran side by side. */
const firstRelease = "0005_live.sql";

const folder = fileURLToPath(new URL("./migrations", import.meta.url));
const files = (await readdir(folder)).filter((file) => file.endsWith(".sql")).sort();
const later = files.slice(files.indexOf(firstRelease) + 1);
const { version } = JSON.parse(
  await readFile(fileURLToPath(new URL("../../package.json", import.meta.url)), "utf8"),
);

describe("the version before keeps working", () => {
  const name = `step_${randomUUID().replaceAll("-", "")}`;
  let admin: Connection;
  let database: Connection;
  let steps: string;

  beforeAll(async () => {
    const server = inject("postgres");
    admin = connect({ ...server, database: "postgres", max: 1 }, () => {});
    await admin.pool.query(`create database ${name} template template0`);
    database = connect({ ...server, database: name }, () => {});
    steps = await mkdtemp(join(tmpdir(), "rounds-migrations-"));
    for (const file of files.filter((file) => file <= firstRelease))
      await cp(join(folder, file), join(steps, file));
    await migrate(database.db, { folder: steps });
  });
  afterAll(async () => {
    await database.close();
    await admin.pool.query(`drop database ${name} with (force)`);
    await admin.close();
    await rm(steps, { recursive: true });
  });

  test.each(later)("%s", async (file) => {
    const text = await readFile(join(folder, file), "utf8");
    const before = await readCatalogue(database);
    await writeFile(join(steps, file), text);
    await migrate(database.db, { folder: steps });
    const declared = declaredBreaks(text);
    expect(breaks(before, await readCatalogue(database)).sort()).toEqual(
      declared.map(({ name }) => name).sort(),
    );
    for (const { release } of declared) expect(isReached(release), `${release} is not out yet`).toBe(true);
  });
});

/** Whether this version is that release or a later one. */
function isReached(release: string): boolean {
  return release.localeCompare(version, "en", { numeric: true }) <= 0;
}

describe("detects", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.close());

  test.each([
    [
      "a dropped column",
      "alter table doctors drop column contact_number cascade",
      ["column public.doctors.contact_number"],
    ],
    ["a dropped table", "drop table live.long_messages", ["table live.long_messages"]],
    [
      "a renamed column",
      "alter table doctors rename column contact_number to phone",
      ["column public.doctors.contact_number"],
    ],
    [
      "another type",
      "alter table stock_transactions alter column notes type varchar(50)",
      ["column public.stock_transactions.notes"],
    ],
    [
      "a column that must be given",
      "alter table visits add mood text not null",
      ["column public.visits.mood"],
    ],
    [
      "a column that may not be left out any more",
      "alter table doctors alter column hospital set not null",
      ["column public.doctors.hospital"],
    ],
    [
      "a rule that its rows may break",
      "alter table visits add constraint short check (length(notes) < 10)",
      ["rule short of public.visits"],
    ],
    [
      "a unique index",
      "create unique index one_phone on doctors (contact_number)",
      ["rule one_phone of public.doctors"],
    ],
    [
      "a function with other arguments",
      "drop function live.send(text, text); create function live.send(text) returns void language sql as ''",
      ["function live.send(channel text, body text)"],
    ],
    ["nothing in a column with a default", "alter table visits add mood text not null default 'fine'", []],
    ["nothing in a column that may be empty", "alter table visits add mood text", []],
    ["nothing in a new table", "create table moods (id uuid primary key, mood text not null unique)", []],
    ["nothing in an index", "create index moods on visits (status)", []],
  ])("%s", async (_, change, found) => {
    const client = await database.pool.connect();
    try {
      const pool = client as unknown as Connection["pool"];
      const before = await readCatalogue({ pool });
      await client.query(`begin; ${change}`);
      const after = await readCatalogue({ pool });
      const problems = breaks(before, after);
      // What depends on it is gone with it.
      expect(problems).toEqual(expect.arrayContaining(found));
      expect(problems.length > 0).toBe(found.length > 0);
    } finally {
      await client.query("rollback");
      client.release();
    }
  });

  test("declarations in a migration", () => {
    expect(
      declaredBreaks("-- A comment.\n-- safe from 0.3.0: column public.doctors.city\nselect 1;"),
    ).toEqual([{ release: "0.3.0", name: "column public.doctors.city" }]);
    expect([isReached(version), isReached("0.0.9"), isReached("99.0.0")]).toEqual([true, true, false]);
  });
});
