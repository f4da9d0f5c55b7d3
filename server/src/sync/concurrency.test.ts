import type { Database } from "@rounds/database/connect.ts";
import { createRandom } from "@rounds/domain/random/random.ts";
import { fromColumns } from "@rounds/domain/sync/columns.ts";
import { type SyncedDoctor, syncQuery } from "@rounds/domain/sync/sync.ts";
import { anId } from "@rounds/testkit/builders.ts";
import { casesOf } from "@rounds/testkit/cases.ts";
import { createTestDatabase } from "@rounds/testkit/database.ts";
import { afterAll, expect, test } from "vitest";
import { readChanges } from "./read-changes.ts";

// Writers whose transactions overlap, end out of order, and take back parts or all of what they wrote: a phone that
// asks all the time gets every row that was committed, and no other.

const writers = 8;

const database = await createTestDatabase();
afterAll(() => database.close());

/** All pages of an answer: the doctors, and the next cursor. */
async function pull(db: Database, cursor: string) {
  let next = "";
  const doctors: SyncedDoctor[] = [];
  for (let after_doctors = ""; ; ) {
    const answer = await read(db, { cursor, after_doctors });
    next ||= answer.cursor;
    doctors.push(...fromColumns(answer.doctors.rows));
    if (answer.doctors.more === null) return { doctors, cursor: next };
    after_doctors = answer.doctors.more;
  }
}

const read = (db: Database, query: object) =>
  readChanges(db, { me: null, today: "2025-06-15", now: "2025-06-15T10:00:00.000Z" }, syncQuery.parse(query));

/** Writes as long as `goesOn` says; every transaction inserts and updates doctors, within savepoints. */
async function write(number: number, goesOn: () => boolean): Promise<void> {
  const random = createRandom(number);
  const client = await database.pool.connect();
  const own: string[] = [];
  const pause = () => client.query("select pg_sleep($1)", [random.next() ** 4 / 20]);
  const change = async () => {
    if (own.length === 0 || random.chance(0.5)) {
      const id = anId();
      await client.query("insert into doctors (id, name, creation_digest) values ($1, 'Dr. Rao', '')", [id]);
      return own.push(id);
    }
    await client.query("update doctors set version = version + 1 where id = $1", [random.pick(own)]);
  };
  while (goesOn()) {
    await client.query("begin");
    for (let part = random.integer(1, 3); part > 0; part--) {
      await client.query("savepoint part");
      await change();
      await pause();
      await client.query(random.chance(0.3) ? "rollback to savepoint part" : "release savepoint part");
    }
    await client.query(random.chance(0.2) ? "rollback" : "commit");
  }
  client.release();
}

test("every committed row arrives, whatever order transactions end in", async () => {
  const until = Date.now() + casesOf(1500, 20_000);
  const kept = new Map<string, number>();
  let cursor = "";
  let answers = 0;
  // A busy machine needs longer for enough rows and answers.
  const goesOn = () => Date.now() < until || kept.size <= 30 || answers <= 10;
  const isSeen = async () => {
    const answer = await pull(database.db, cursor);
    for (const { id, version } of answer.doctors) kept.set(id, version);
    ({ cursor } = answer);
    answers++;
  };
  const writing = Promise.all(Array.from({ length: writers }, (_, at) => write(at + 1, goesOn)));
  while (goesOn()) await isSeen();
  await writing;
  await isSeen();
  const { rows } = await database.pool.query<{ id: string; version: number }>(
    "select id, version from doctors",
  );
  expect(kept).toEqual(new Map(rows.map(({ id, version }) => [id, version])));
});

test("a long transaction delays nobody's rows, and its own arrive once it ends", async () => {
  const slow = await database.pool.connect();
  const insert = "insert into doctors (id, name, creation_digest) values ($1, 'Dr. Iyer', '')";
  const [late, soon] = [anId(), anId()];
  let { cursor } = await pull(database.db, "");
  const next = async () => {
    const answer = await pull(database.db, cursor);
    ({ cursor } = answer);
    return answer.doctors.map(({ id }) => id);
  };
  // Transactions of other tests, in databases of their own on the same server, hold the horizon back as well.
  await expect.poll(next).toEqual([]);
  await slow.query("begin");
  await slow.query(insert, [late]);
  await database.pool.query(insert, [soon]);
  expect(await next()).toEqual([soon]);
  // Sent again while the other one lasts.
  expect(await next()).toEqual([soon]);
  await slow.query("commit");
  slow.release();
  expect(await next()).toEqual([late, soon]);
  await expect.poll(next).toEqual([]);
});
