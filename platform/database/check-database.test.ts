import { createTestDatabase, urlOf } from "@rounds/testkit/database.ts";
import { afterAll, expect, test } from "vitest";
import { checkDatabase, explainRefusal, UnfitDatabaseError } from "./check-database.ts";
import { readAddress } from "./cluster/address.ts";
import { openCluster } from "./cluster/cluster.ts";
import { connect } from "./connect.ts";
import { migrate } from "./migrate.ts";
import { NoPrimaryError } from "./no-primary.ts";

// Problems that a start can find in the user's own PostgreSQL, and their messages.

const role = `weak_${process.pid}`;
const other = `ascii_${process.pid}`;
const database = await createTestDatabase();
afterAll(async () => {
  await database.pool.query(`drop database if exists ${other} with (force)`);
  await database.pool.query(`drop role if exists ${role}`);
  await database.close();
});

test("a database that can't store every name", async () => {
  await expect(checkDatabase(database.db)).resolves.toBeUndefined();
  await database.pool.query(
    `create database ${other} template template0 encoding 'SQL_ASCII' locale_provider libc locale 'C'`,
  );
  const ascii = connect({ ...database.settings, database: other }, () => {});
  const refused = checkDatabase(ascii.db);
  await expect(refused).rejects.toThrow(UnfitDatabaseError);
  await expect(refused).rejects.toThrow(`The database “${other}” stores text in the encoding SQL_ASCII`);
  await ascii.close();
});

test("a user without rights", async () => {
  await database.pool.query(`create role ${role} login password 'weak'`);
  const weak = connect({ ...database.settings, user: role, password: "weak" }, () => {});
  const error = await migrate(weak.db).catch((thrown: unknown) => thrown);
  expect(explainRefusal(error)).toMatch(
    /^The database user has too few rights \(permission denied for .*\)\. It must own/,
  );
  await weak.close();
  expect(explainRefusal(new Error("something else"))).toBeUndefined();
});

test.each([
  ["a server without TLS, where it is asked for", "sslmode=require", /does not support SSL/],
  ["a user who may not connect", `user=nobody_${process.pid}`, /nobody_/],
])("%s, within seconds", async (_, parameter, reason) => {
  const begun = performance.now();
  // Over TCP: a socket in a folder has no TLS.
  const opening = openCluster(readAddress(`${urlOf(database)}&${parameter}`), () => {});
  await expect(opening).rejects.toThrow(NoPrimaryError);
  await expect(opening).rejects.toThrow(reason);
  expect(performance.now() - begun).toBeLessThan(30_000);
});
