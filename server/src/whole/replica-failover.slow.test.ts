import { connect, type Database } from "@rounds/database/connect.ts";
import { walPosition } from "@rounds/database/replica/position.ts";
import { createReplica, type Replica } from "@rounds/database/replica/replica.ts";
import { AppError } from "@rounds/domain/errors/app-error.ts";
import { aDoctor } from "@rounds/testkit/builders.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { look, type Replicated, startReplicated } from "../testing/replica.ts";

vi.setConfig({ testTimeout: 600_000, hookTimeout: 120_000 });

const soon = { timeout: 60_000, interval: 50 };
const nothing = { doctor: "", product: "" };

let cluster: Replicated;
let replica: Replica;
const failures: unknown[] = [];
beforeAll(async () => {
  // Replay takes the rows it needs at once from any reader.
  cluster = await startReplicated({ max_standby_streaming_delay: "0" });
  const log = { info: () => {}, warn: ({ err }: { err?: unknown }) => void failures.push(err) };
  const pauses = { first: 1, longest: 1 };
  replica = createReplica(cluster.reading, cluster.db, log as never, pauses);
});
afterAll(async () => {
  await replica.close();
  await cluster.stop();
});

/** The primary's current position. */
async function position(db = cluster.db) {
  const { rows } = await sql<{ at: { lsn: string; mark: string | null } | null }>`
    select ${walPosition} as at`.execute(db);
  return rows[0]?.at ?? null;
}

const isStandby = async (db: Database) =>
  (await sql<{ standby: boolean }>`select pg_is_in_recovery() as standby`.execute(db)).rows[0]?.standby;

/**
 * Waits until the replica is used, and returns a position that it has replayed: up to there it does not lag, however
 * busy.
 */
async function replayedPosition() {
  let at = await position();
  const used = async () => {
    at = await position();
    return replica.readsAt(at).run(isStandby);
  };
  await expect.poll(used, soon).toBe(true);
  return at;
}

test("an error of the request itself is an answer, not a failure of the replica", async () => {
  const at = await replayedPosition();
  const refusal = new AppError("not_found");
  const places: unknown[] = [];
  const reading = replica.readsAt(at).run(async (db) => {
    places.push(await isStandby(db));
    throw refusal;
  });
  await expect(reading).rejects.toBe(refusal);
  expect(places).toEqual([true]);
  expect(failures).not.toContain(refusal);
});

/** Makes the standby replay a lock on the doctors, for which it ends the read of them that is asleep there. */
async function lockDoctors() {
  // A lock that was replayed before the read began would end nothing.
  await expect.poll(cluster.isReadAsleep, soon).toBe(true);
  await cluster.db.transaction().execute((tx) => sql`lock doctors in access exclusive mode`.execute(tx));
}

async function expectStandby(db: Database) {
  if (!(await isStandby(db))) throw new Error("The replica was not ready");
}

test("a read ended by replay runs again on the primary", async () => {
  const at = await replayedPosition();
  const places: unknown[] = [];
  const before = { ...replica.counts() };
  const found = await replica.readsAt(at).run(async (db) => {
    places.push(await isStandby(db));
    if (places.length > 1) return "found";
    await expectStandby(db);
    const reading = sql`select pg_sleep(60) from (select count(*) from doctors) as counted`.execute(db);
    await Promise.all([reading, lockDoctors()]);
    return "too early";
  });
  expect([found, places]).toEqual(["found", [true, false]]);
  expect(replica.counts()).toEqual({ ...before, primary: before.primary + 1 });
  await replayedPosition();
  expect(replica.counts().replica).toBeGreaterThan(before.replica);
  expect(failures.at(-1)).toMatchObject({ code: "40001" });
});

test.each([
  [0, [0, 1]],
  [1, [0]],
])("a read in parts starts anew only if it failed before the first (%i)", async (given, parts) => {
  const at = await replayedPosition();
  let readings = 0;
  async function* read(db: Database) {
    const first = ++readings === 1;
    for (let part = 0; part < 2; part++) {
      if (first) await expectStandby(db);
      if (first && part === given) {
        const reading = sql`select pg_sleep(60) from (select count(*) from doctors) as counted`;
        await db.transaction().execute((tx) => Promise.all([reading.execute(tx), lockDoctors()]));
      }
      yield part;
    }
  }
  const seen: number[] = [];
  const all = async () => {
    for await (const part of replica.readsAt(at).stream(read)) seen.push(part);
  };
  if (given === 0) await all();
  else await expect(all()).rejects.toMatchObject({ code: "40001" });
  expect([seen, readings]).toEqual([parts, given === 0 ? 2 : 1]);
});

test("a reader that stops early releases the connection", async () => {
  const at = await replayedPosition();
  for (let n = 0; n < 40; n++) {
    const parts = replica.readsAt(at).stream(async function* (db) {
      yield await isStandby(db);
      yield "more";
    });
    expect((await parts.next()).value).toBe(true);
    await parts.return();
  }
});

test("the marks in a copy of another database are rejected", async () => {
  await replayedPosition();
  const copied = await position();
  await sql`update replica.timelines set system_identifier = 1`.execute(cluster.db);
  const app = await cluster.start();
  await expect.poll(() => cluster.answers(() => look(app, "doctors.list", nothing)), soon).toBe(true);
  expect((await position())?.mark).not.toBe(copied?.mark);
  await app.close();
});

test("neither a promoted standby is used, nor one of an abandoned timeline", async () => {
  await replayedPosition();
  const app = await cluster.start();
  await cluster.promote();
  await aDoctor(app, { name: "Dr. Aarti" });
  expect(await look(app, "doctors.list", nothing)).toContain("Dr. Aarti");
  expect(await cluster.answers(() => look(app, "doctors.list", nothing))).toBe(false);
  await app.close();

  // The former primary continues for a while, then comes back as a standby without being rewound.
  await sql`create table more as select generate_series(1, 100000)`.execute(cluster.db);
  const { rows } = await sql<{ data_directory: string }>`show data_directory`.execute(cluster.db);
  await sql`copy (select) to ${sql.lit(`${rows[0]?.data_directory}/standby.signal`)}`.execute(cluster.db);
  await cluster.primary.stop();
  await cluster.primary.start();
  const promoted = connect(cluster.standby.settings, () => {});
  const former = cluster.primary.settings;
  const after = await cluster.start({ on: promoted, replica: { hosts: [former], settings: former } });
  await expect
    .poll(async () => {
      await look(after, "doctors.list", nothing);
      return (await position(promoted.db))?.mark ?? null;
    }, soon)
    .not.toBeNull();
  await aDoctor(after, { name: "Dr. Bela" });
  expect(await look(after, "doctors.list", nothing)).toContain("Dr. Bela");
  expect(after.logged()).toContain("The replica does not follow the primary");
  await after.close();
  await promoted.close();
});
