import { holdCommits, openUrl, untilWaiting } from "@rounds/database/cluster/testing/open-cluster.ts";
import type { Database } from "@rounds/database/connect.ts";
import { migrate } from "@rounds/database/migrate.ts";
import { NoPrimaryError } from "@rounds/database/no-primary.ts";
import { NotReplicatedError } from "@rounds/database/session.ts";
import { transaction } from "@rounds/database/transaction.ts";
import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { freePort } from "@rounds/postgres/free-port.ts";
import { query } from "@rounds/postgres/testing/scratch.ts";
import { doctorBody } from "@rounds/testkit/builders.ts";
import { createTestDatabase } from "@rounds/testkit/database.ts";
import { type Cluster, startCluster, urlOf } from "@rounds/testkit/standby.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startApp } from "../testing/app.ts";

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster();
}, 120_000);
afterAll(() => cluster?.stop(), 120_000);

const at = (host: string, port: number) => ({ settings: { ...cluster.primary.settings, host, port } });

/** The port of the server that answers. */
async function portOf(db: Database): Promise<number> {
  const { rows } = await sql<{ port: number }>`select inet_server_port() as port`.execute(db);
  return rows[0]?.port ?? 0;
}

describe("a start", () => {
  test("finds the primary at any place in the list, beside hosts that do not answer", async () => {
    const { primary, standby } = cluster;
    const nobody = at("127.0.0.1", await freePort());
    for (const hosts of [
      [primary, standby, nobody],
      [nobody, standby, primary],
    ]) {
      const database = await openUrl(urlOf(...hosts));
      expect(await portOf(database.db)).toBe(primary.settings.port);
      await database.close();
    }
  });

  test("waits for a primary and says, host by host, why there is none", async () => {
    const nobody = at("127.0.0.1", await freePort());
    const opening = openUrl(urlOf(cluster.standby, nobody), { startMilliseconds: 1_000 });
    await expect(opening).rejects.toThrow(NoPrimaryError);
    await expect(opening).rejects.toThrow(`127.0.0.1:${cluster.standby.settings.port} is a standby`);
    await expect(opening).rejects.toThrow(`127.0.0.1:${nobody.settings.port}: connect ECONNREFUSED`);
  });

  test("does not wait for a wrong password", async () => {
    const { primary } = cluster;
    const opening = openUrl(urlOf({ settings: { ...primary.settings, password: "wrong" } }), {
      startMilliseconds: 3_600_000,
    });
    await expect(opening).rejects.toThrow("password authentication failed");
  });
});

describe("a commit", () => {
  test("whose wait for the standby an administrator cancels is not acknowledged", async () => {
    const database = await openUrl(cluster.url);
    await migrate(database.db);
    const app = await startApp({ database });
    const { settings } = cluster.primary;
    const cancel = () =>
      query(settings, "select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'");
    await holdCommits(settings, true);
    try {
      const statement = sql`create table of_a_statement ()`.execute(database.db);
      const refused = expect(statement).rejects.toThrow(NotReplicatedError);
      await untilWaiting(settings, "SyncRep");
      await cancel();
      await refused;

      const body = JSON.stringify(doctorBody());
      const headers = { "content-type": "application/json" };
      const request = app.send(doctorRoutes.create.path, { method: "POST", headers, body });
      await untilWaiting(settings, "SyncRep");
      await cancel();
      expect((await request).status).toBe(503);

      let attempts = 0;
      const command = transaction(database.db, async (tx) => {
        attempts++;
        await sql`create table of_a_transaction ()`.execute(tx);
      });
      const unknown = expect(command).rejects.toThrow(NotReplicatedError);
      await untilWaiting(settings, "SyncRep");
      await cancel();
      await unknown;
      expect(attempts).toBe(1);
    } finally {
      await holdCommits(settings, false);
    }
    expect((await app.call(doctorRoutes.list, {})).total).toBe(1);
    await app.close();
    await database.close();
  }, 120_000);
});

describe("a connection", () => {
  test("to a read-only server is replaced, and the command runs again", async () => {
    const database = await createTestDatabase();
    const backends: number[] = [];
    await transaction(database.db, async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      backends.push(rows[0]?.pid ?? 0);
      if (backends.length === 1) await sql`set transaction read only`.execute(tx);
      await sql`create table saved ()`.execute(tx);
    });
    expect(new Set(backends).size).toBe(2);
    await database.close();
  });

  test("ended by an administrator costs the command only another run", async () => {
    const database = await createTestDatabase();
    let attempts = 0;
    await transaction(database.db, async (tx) => {
      await sql`select 1`.execute(tx);
      if (++attempts === 1) await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx);
    });
    expect(attempts).toBe(2);
    await database.close();
  });
});

test("a silent primary delays nobody for long, and is used again when it answers", async () => {
  const { primary } = cluster;
  const database = await openUrl(cluster.url, { longestWaitMilliseconds: 300 });
  expect(await portOf(database.db)).toBe(primary.settings.port);
  const asked = performance.now();
  await primary.freeze();
  try {
    await expect(portOf(database.db)).rejects.toThrow("no answer in 5 s");
    await expect(portOf(database.db)).rejects.toThrow(NoPrimaryError);
  } finally {
    await primary.thaw();
  }
  expect(performance.now() - asked).toBeLessThan(30_000);
  await expect.poll(() => portOf(database.db).catch(String), { timeout: 60_000 }).toBe(primary.settings.port);
  await database.close();
}, 120_000);

// Last, because the primary is another one afterwards.
test("a primary that is cut off is replaced by the next, and rejected when it comes back", async () => {
  const { primary, standby } = cluster;
  const database = await openUrl(urlOf(primary, standby), { longestWaitMilliseconds: 60_000 });
  const { db } = database;
  const waiting = sql`select pg_sleep(600)`.execute(db).catch((error: unknown) => error);
  await untilWaiting(primary.settings, "PgSleep");
  await holdCommits(primary.settings, true);
  let attempts = 0;
  const commit = transaction(db, async (tx) => {
    attempts++;
    await sql`create table of_the_past ()`.execute(tx);
  }).catch((error: unknown) => error);
  await untilWaiting(primary.settings, "SyncRep");

  await primary.freeze();
  await cluster.promote();
  expect(await waiting).toMatchObject({ message: expect.stringContaining("Connection terminated") });
  expect(await commit).toMatchObject({ message: expect.stringMatching(/terminated|not queryable/) });
  expect(attempts).toBe(1);
  expect(await portOf(db)).toBe(standby.settings.port);

  await primary.thaw();
  const claim = await query(primary.settings, "select pg_is_in_recovery() as standby");
  expect(claim).toEqual([{ standby: false }]);
  // Both claim to be the primary now; a starting server finds the later one as well.
  const newcomer = await openUrl(urlOf(primary, standby), { longestWaitMilliseconds: 300 });
  expect(await portOf(newcomer.db)).toBe(standby.settings.port);
  expect(await portOf(db)).toBe(standby.settings.port);
  // With the later one gone, the earlier one is still rejected.
  await standby.kill();
  await expect.poll(() => newcomer.logged.join(), { timeout: 60_000 }).toContain("The primary was lost");
  await expect
    .poll(() => portOf(newcomer.db).catch(String), { timeout: 60_000 })
    .toContain(`${primary.settings.port} was the primary until another host was promoted`);
  await standby.start();
  expect(await portOf(db)).toBe(standby.settings.port);
  await newcomer.close();
  await database.close();
}, 240_000);
