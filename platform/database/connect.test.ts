import { doctorInput } from "@rounds/domain/doctors/doctor.ts";
import { createTestDatabase } from "@rounds/testkit/database.ts";
import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import { type Connection, connect, type Database } from "./connect.ts";
import { isMigrated, migrate } from "./migrate.ts";
import { transaction } from "./transaction.ts";

const database = await createTestDatabase();
afterAll(() => database.close());

const one = async (expression: string) =>
  (await database.pool.query(`select ${expression} as value`)).rows[0].value;

test("closing ends the pool, whether the query builder was used or not", async () => {
  for (const ask of [
    ({ pool }: Connection) => pool.query("select 1"),
    ({ db }: Connection) => sql`select 1`.execute(db),
  ]) {
    const connection = connect({ ...database.settings, max: 1 }, () => {});
    await ask(connection);
    await connection.close();
    expect(connection.pool.totalCount).toBe(0);
  }
});

describe("column values", () => {
  test.each([
    ["a day as it is", "date '2025-01-05'", "2025-01-05"],
    ["money with its paise", "numeric(12,2) '9999999999.90'", "9999999999.90"],
    ["a count as a number", "(select count(*) from generate_series(1, 3))", 3],
    ["a moment in UTC", "timestamptz '2025-01-05 00:10:00.5+05:30'", "2025-01-04T18:40:00.500Z"],
    [
      "a moment with more digits than are shown",
      "timestamptz '2025-01-05 00:10:00.123456Z'",
      "2025-01-05T00:10:00.123Z",
    ],
    ["a whole moment", "timestamptz '2025-01-05 00:10:00Z'", "2025-01-05T00:10:00.000Z"],
    ["nothing", "null::date", null],
  ])("%s", async (_, expression, value) => {
    expect(await one(expression)).toBe(value);
  });

  test("never become an inexact number", async () => {
    await expect(one("9007199254740993::int8")).rejects.toThrow(RangeError);
  });
});

describe("a transaction", () => {
  test("runs again when PostgreSQL rolled it back, and is then saved once", async () => {
    let attempts = 0;
    const made = await transaction(database.db, async (tx) => {
      attempts++;
      await tx.insertInto("doctors").values(aRow("Dr. Again")).execute();
      if (attempts < 3) await raise(tx, "40001");
      return "done";
    });
    expect([made, attempts]).toEqual(["done", 3]);
    expect((await database.pool.query("select from doctors where name = 'Dr. Again'")).rowCount).toBe(1);
  });

  test("is given up after five attempts, and at once for any other error", async () => {
    for (const [state, times] of [
      ["40P01", 5],
      ["23505", 1],
    ] as const) {
      let attempts = 0;
      const given = transaction(database.db, async (tx) => {
        attempts++;
        await raise(tx, state);
      });
      await expect(given).rejects.toMatchObject({ code: state });
      expect(attempts).toBe(times);
    }
  });

  test("inside another is part of it", async () => {
    const outer = transaction(database.db, async (tx) => {
      await transaction(tx, (inner) => inner.insertInto("doctors").values(aRow("Dr. Inner")).execute());
      throw new Error("undone");
    });
    await expect(outer).rejects.toThrow("undone");
    expect((await database.pool.query("select from doctors where name = 'Dr. Inner'")).rowCount).toBe(0);
  });

  test("two that lock in a circle are both completed", async () => {
    const [a, b] = [aRow("Dr. A"), aRow("Dr. B")];
    await database.db.insertInto("doctors").values([a, b]).execute();
    const lock = (first: string, second: string) =>
      transaction(database.db, async (tx) => {
        for (const id of [first, second]) {
          await tx.selectFrom("doctors").select("id").where("id", "=", id).forUpdate().execute();
          await new Promise((resolve) => setTimeout(resolve, 100));
        }
        return "done";
      });
    expect(await Promise.all([lock(a.id, b.id), lock(b.id, a.id)])).toEqual(["done", "done"]);
  });
});

describe("migrations", () => {
  test("run once, however many servers start at once", async () => {
    const name = `empty_${crypto.randomUUID().replaceAll("-", "")}`;
    await database.pool.query(`create database ${name} template template0`);
    const servers = Array.from({ length: 4 }, () =>
      connect({ ...database.settings, database: name }, () => {}),
    );
    expect(await isMigrated(servers[0]?.db ?? database.db)).toBe(false);
    const ran = await Promise.all(servers.map(({ db }) => migrate(db)));
    const recorded = await servers[0]?.pool.query("select name from kysely_migration order by name");
    expect(ran.flat().sort()).toEqual(recorded?.rows.map((row) => row.name));
    const [first] = servers;
    if (!first) throw new Error("four servers");
    expect(await migrate(first.db)).toEqual([]);
    expect(await isMigrated(first.db)).toBe(true);
    const tables =
      "select table_schema, table_name, column_name from information_schema.columns where table_schema in ('public', 'auth') order by 1, 2, 3";
    expect((await first.pool.query(tables)).rows).toEqual((await database.pool.query(tables)).rows);
    await Promise.all(servers.map((server) => server.close()));
    await database.pool.query(`drop database ${name}`);
  });

  test("look at the schema again if another server changes it at that moment", async () => {
    let looks = 0;
    const changing = database.db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (looks++ === 0) await database.pool.query("select gone from kysely_migration");
        return result;
      },
    });
    expect(await migrate(changing)).toEqual([]);
    expect(looks).toBeGreaterThan(1);
  });
});

function aRow(name: string) {
  const own = { id: crypto.randomUUID(), creation_digest: "", created_by: null, updated_by: null };
  return { ...own, ...doctorInput.parse({ name }) };
}

async function raise(tx: Database, state: string) {
  await sql.raw(`do $$ begin raise exception 'made up' using errcode = '${state}'; end $$`).execute(tx);
}
