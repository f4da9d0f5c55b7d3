import { createTestDatabase } from "@rounds/testkit/database.ts";
import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import { type Database, databaseOn } from "./connect.ts";
import { NotReplicatedError, Session } from "./session.ts";
import { mostNamed } from "./statement-names.ts";
import { onOneConnection, snapshot, transaction } from "./transaction.ts";

const database = await createTestDatabase();
afterAll(() => database.close());

async function withSession<Result>(use: (session: Session) => Promise<Result>): Promise<Result> {
  const session = new Session(database.settings);
  session.on("error", () => {});
  await session.connect();
  try {
    return await use(session);
  } finally {
    await session.end();
  }
}

const preparedOn = async (session: Session): Promise<string[]> => {
  const { rows } = await session.query({ text: "select statement from pg_prepared_statements" });
  return rows.map((row: { statement: string }) => row.statement);
};

describe("a statement that is sent often", () => {
  test("is prepared from the third time on, with its values given each time", async () => {
    await withSession(async (session) => {
      const text = "select $1::integer + 1 as next /* planned once */";
      const answers = [];
      const prepared = [];
      for (let value = 1; value <= 4; value++) {
        answers.push((await session.query(text, [value])).rows[0].next);
        prepared.push((await preparedOn(session)).length);
      }
      expect(answers).toEqual([2, 3, 4, 5]);
      expect(prepared).toEqual([0, 0, 1, 1]);
    });
  });

  test.each([
    ["has values that its plan depends on", "select $1::integer as value", [1]],
    ["is more than one", "select 1 as value; select 2", []],
    ["is no query", "set application_name = 'rounds'", []],
    ["is very long", `select 1 as value where ${"true and ".repeat(1000)} true`, []],
  ])("is not prepared if it %s", async (_, text, values) => {
    await withSession(async (session) => {
      for (let time = 0; time < 5; time++) await session.query(text, values);
      expect(await preparedOn(session)).toEqual([]);
    });
  });

  test("is one of a limited number on a connection, whatever people send", async () => {
    await withSession(async (session) => {
      const kept = "select 'in daily use' as value";
      for (let number = 0; number < 3 * mostNamed; number++) {
        for (let time = 0; time < 3; time++) await session.query(`select ${number} as value`, []);
        if (number % 10 === 0) await session.query(kept, []);
      }
      const prepared = await preparedOn(session);
      expect(prepared.length).toBeLessThanOrEqual(mostNamed);
      expect(prepared).toContain(kept);
      expect((await session.query("select 7 as value", [])).rows).toEqual([{ value: 7 }]);
    });
  });

  test("does not push others out if each of its kind is sent once", async () => {
    await withSession(async (session) => {
      const kept = "select 'asked again and again' as value";
      for (let time = 0; time < 3; time++) await session.query(kept, []);
      for (let number = 0; number < 2000; number++) await session.query(`select ${number} as once`, []);
      expect(await preparedOn(session)).toEqual([kept]);
    });
  });
});

describe("a statement whose table changed since it was prepared", () => {
  const text = "select * from changing order by 1";
  /** Prepares it on every connection of the pool, then gives the table another column. */
  async function change() {
    await database.pool.query("drop table if exists changing");
    await database.pool.query("create table changing as select 1 as value");
    const clients = await Promise.all(Array.from({ length: 4 }, () => database.pool.connect()));
    for (const client of clients) for (let time = 0; time < 4; time++) await client.query(text, []);
    await database.pool.query("alter table changing add column more text default 'new'");
    for (const client of clients) client.release();
  }
  const rows = [{ value: 1, more: "new" }];

  test("is read again", async () => {
    await change();
    const asked = Array.from({ length: 4 }, async () => (await sql.raw(text).execute(database.db)).rows);
    expect(await Promise.all(asked)).toEqual([rows, rows, rows, rows]);
  });

  test("makes its transaction run again", async () => {
    await change();
    let attempts = 0;
    const found = await transaction(database.db, async (tx) => {
      attempts++;
      await sql`insert into changing (value) values (${attempts + 1})`.execute(tx);
      return (await sql.raw(text).execute(tx)).rows;
    });
    expect(found).toEqual([...rows, { value: attempts + 1, more: "new" }]);
    expect(attempts).toBe(2);
    expect((await database.pool.query(text)).rows).toEqual(found);
  });

  test("makes its snapshot be read again", async () => {
    await change();
    const found = await snapshot(database.db, async (tx) => (await sql.raw(text).execute(tx)).rows);
    expect(found).toEqual(rows);
  });

  test("and one that the connection no longer knows is sent again", async () => {
    await withSession(async (session) => {
      for (let time = 0; time < 3; time++) await session.query("select 1 as known", []);
      await session.query("deallocate all");
      expect((await session.query("select 1 as known", [])).rows).toEqual([{ known: 1 }]);
    });
  });
});

describe("statements that don't wait for each other", () => {
  test("are sent in one write, and answered each with its own rows", async () => {
    await withSession(async (session) => {
      const writes = countWrites(session);
      const asked = [1, 2, 3].map((value) => session.query("select $1::integer as value", [value]));
      const answers = await Promise.all(asked);
      expect(answers.map(({ rows }) => rows[0].value)).toEqual([1, 2, 3]);
      expect(writes()).toBe(1);
    });
  });

  test("fail alone", async () => {
    await withSession(async (session) => {
      const asked = ["1", "0", "3"].map((value) => session.query("select 6 / $1::integer as value", [value]));
      const answers = await Promise.allSettled(asked);
      expect(answers.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
      expect(answers[1]).toMatchObject({ reason: { code: "22012" } });
      expect(answers[2]).toMatchObject({ value: { rows: [{ value: 2 }] } });
    });
  });

  test("all fail when the connection is cut, and none is left waiting", async () => {
    await withSession(async (session) => {
      const asked = [1, 2].map((seconds) => session.query("select pg_sleep($1)", [seconds]));
      session.cut("the test says so");
      const answers = await Promise.allSettled(asked);
      for (const answer of answers) {
        expect(answer).toMatchObject({ reason: { message: "Connection terminated: the test says so" } });
      }
    });
  });

  test("only the commit that was not replicated is reported as such", async () => {
    await withSession(async (session) => {
      const notice = `do $$ begin raise notice 'x'; end $$`;
      const asked = [session.query("select 1"), session.query(notice), session.query("select 2")];
      // What a server says whose wait for its standby was cancelled, put in the place of another notice.
      session.connection.prependListener("notice", (said: { routine: string }) => {
        said.routine = "SyncRepWaitForLSN";
      });
      const [before, commit, after] = await Promise.allSettled(asked);
      expect([before?.status, after?.status]).toEqual(["fulfilled", "fulfilled"]);
      expect(commit).toMatchObject({ reason: expect.any(NotReplicatedError) });
    });
  });
});

describe("a snapshot", () => {
  const count = (db: Database) => db.selectFrom("doctors").select(sql<number>`count(*)`.as("n")).execute();
  const add = () =>
    database.pool.query(
      "insert into doctors (id, name, creation_digest) values (gen_random_uuid(), 'Dr. New', 'x')",
    );
  const connections = async () => {
    const { rows } = await database.pool.query(
      "select count(*)::integer as open from pg_stat_activity where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()",
    );
    return rows[0].open;
  };

  test("shows one moment to all its reads", async () => {
    const [before, after] = await snapshot(database.db, async (tx) => {
      const before = await count(tx);
      await add();
      return [before, await count(tx)];
    });
    expect(after).toEqual(before);
    expect(await count(database.db)).not.toEqual(before);
    await expect.poll(connections).toBe(0);
  });

  test("of reads known in advance is one write, its beginning and its end included", async () => {
    await withSession(async (session) => {
      const db = databaseOn(session as never, () => true);
      const writes = countWrites(session);
      const [one, two] = await snapshot(db, (tx) => Promise.all([count(tx), count(tx)]), {
        endsAtOnce: true,
      });
      expect(two).toEqual(one);
      expect(writes()).toBe(1);
      const { rows } = await sql`show transaction_isolation`.execute(db);
      expect(rows).toEqual([{ transaction_isolation: "read committed" }]);
    });
  });

  test("refuses a statement that comes after its end", async () => {
    const late = snapshot(database.db, (tx) => count(tx).then(() => count(tx)), { endsAtOnce: true });
    await expect(late).rejects.toThrow("after it was released");
    const kept: Database[] = [];
    await snapshot(database.db, async (tx) => kept.push(tx));
    await onOneConnection(database.db, async (db) => kept.push(db));
    for (const db of kept) await expect(count(db)).rejects.toThrow("after it was released");
  });

  test("gives its connection back when a read fails, and the next has a transaction of its own", async () => {
    const broken = (tx: Database) => sql`select 1 / 0`.execute(tx);
    for (let time = 0; time < 40; time++) {
      for (const endsAtOnce of [true, false]) {
        const both = (tx: Database) => Promise.all([count(tx), broken(tx)]);
        await expect(snapshot(database.db, both, { endsAtOnce })).rejects.toThrow("division");
      }
      await expect(onOneConnection(database.db, broken)).rejects.toThrow("division");
    }
    expect(await snapshot(database.db, count, { endsAtOnce: true })).toHaveLength(1);
    await expect.poll(connections).toBe(0);
  });

  test("within another is that other", async () => {
    const found = await snapshot(database.db, async (tx) => {
      const before = await snapshot(tx, count, { endsAtOnce: true });
      await add();
      return [before, await snapshot(tx, count), await count(tx)];
    });
    expect(found[1]).toEqual(found[0]);
    expect(found[2]).toEqual(found[0]);
  });
});

test("a connection that waits for an answer ends at once when it is closed", async () => {
  const session = new Session(database.settings);
  await session.connect();
  const asked = session.query("select pg_sleep(60)").catch((error: Error) => error.message);
  await session.end();
  expect(await asked).toBe("Connection terminated");
});

/** How often the session wrote to its socket since. */
function countWrites({ connection: { stream } }: Session): () => number {
  let writes = 0;
  for (const name of ["_write", "_writev"] as const) {
    const write = stream[name] as (...given: unknown[]) => void;
    Object.assign(stream, {
      [name](...given: unknown[]) {
        writes++;
        write.apply(stream, given);
      },
    });
  }
  return () => writes;
}
