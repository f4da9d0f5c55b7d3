import { createTestDatabase } from "@rounds/testkit/database.ts";
import { afterAll, expect, test } from "vitest";
import { connect } from "./connect.ts";
import { databaseError } from "./database-error.ts";
import { sqlState } from "./transaction.ts";

const database = await createTestDatabase();
afterAll(() => database.close());

const failureOf = (query: Promise<unknown>) =>
  query.then(
    () => undefined,
    (error: unknown) => error,
  );
const raise = (errcode: string) =>
  failureOf(database.pool.query(`do $$ begin raise exception 'secret' using errcode = '${errcode}'; end $$`));

test.each([
  ["53100", "storage_full", 503],
  ["53300", "unavailable", 503],
  ["57P01", "unavailable", 503],
  ["57P03", "unavailable", 503],
  ["57014", "unavailable", 503],
  ["08006", "unavailable", 503],
  ["25006", "unavailable", 503],
  ["40P01", "unavailable", 503],
  ["40001", "unavailable", 503],
  ["22003", "validation_failed", 400],
  ["22021", "validation_failed", 400],
])("SQLSTATE %s is %s", async (state, code, status) => {
  const error = await raise(state);
  expect(sqlState(error)).toBe(state);
  const shown = databaseError(error);
  expect([shown?.code, shown?.status]).toEqual([code, status]);
  expect(shown?.message).not.toContain("secret");
});

test.each(["23505", "42P01", "P0001", "XX000"])("SQLSTATE %s is an internal error", async (state) => {
  expect(databaseError(await raise(state))).toBeUndefined();
});

test("an ended backend, a missing server, and time-outs are unavailable", async () => {
  const { settings } = database;
  const nowhere = connect({ ...settings, host: "127.0.0.1", port: 1 }, () => {});
  const noSocket = connect({ ...settings, host: "/nowhere" }, () => {});
  const slow = connect({ ...settings, max: 1, connectionTimeoutMillis: 500 }, () => {});
  await slow.pool.query("select");
  const busy = slow.pool.query("select pg_sleep(1.5)");
  const failures = [
    await failureOf(database.pool.query("select pg_terminate_backend(pg_backend_pid())")),
    await failureOf(nowhere.pool.query("select")),
    await failureOf(noSocket.pool.query("select")),
    await failureOf(slow.pool.query("select")),
    // Five letters, as an SQLSTATE has.
    Object.assign(new Error("write EPIPE"), { code: "EPIPE" }),
  ];
  expect(failures.map((failure) => databaseError(failure)?.code)).toEqual(Array(5).fill("unavailable"));
  await busy;
  await Promise.all([nowhere.close(), noSocket.close(), slow.close()]);
});

test("a transaction whose connection is cut changes nothing and does not end the process", async () => {
  const { db, pool } = database;
  const cut = db.transaction().execute(async (tx) => {
    const { rows } = await pool.query("select 1 as one");
    expect(rows).toEqual([{ one: 1 }]);
    const insert = tx.insertInto("products").values({
      id: crypto.randomUUID(),
      name: "Lost",
      category: null,
      price: "1.00",
      description: null,
      creation_digest: "",
      created_by: null,
      updated_by: null,
    });
    await insert.execute();
    // Between two statements nobody waits for this connection.
    await pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and state = 'idle in transaction'",
    );
    await new Promise((resolve) => setTimeout(resolve, 100));
    await insert.execute();
  });
  expect(databaseError(await failureOf(cut))?.code).toBe("unavailable");
  expect((await pool.query("select from products where name = 'Lost'")).rowCount).toBe(0);
});
