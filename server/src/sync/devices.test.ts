import { syncRoutes } from "@rounds/domain/sync/routes.ts";
import type { DeviceReport } from "@rounds/domain/sync/sync.ts";
import { teamRoutes } from "@rounds/domain/team/routes.ts";
import { anId } from "@rounds/testkit/builders.ts";
import type { Member } from "@rounds/testkit/caller.ts";
import { afterAll, expect, test } from "vitest";
import { startApp } from "../testing/app.ts";

// The first person is an administrator.

const app = await startApp();
afterAll(() => app.close());

let people = 0;
const somebody = () => app.signUp(`person${++people}@example.com`);

const now = "2025-06-15T10:00:00.000Z";
const nothing = { rows: 0, waiting: 0, needs_you: 0, oldest_at: null };
const report = (who: Member, body: Partial<DeviceReport> = {}) =>
  who.call(syncRoutes.report, { body: { id: anId(), ...nothing, ...body } });
const devicesOf = ({ id }: Member) => app.call(syncRoutes.devices, { params: { id } });

test("a device tells what it keeps and what waits, each time anew", async () => {
  const member = await somebody();
  const id = anId();
  const oldest_at = "2025-06-14T10:00:00.000Z";
  const counts = { rows: 1600, waiting: 3, needs_you: 1, oldest_at };
  expect(await report(member, { id, ...counts })).toEqual({ synced_at: now });
  expect(await devicesOf(member)).toEqual([{ id, ...counts, user_agent: "node", synced_at: now }]);
  await report(member, { id });
  await report(member);
  expect(await devicesOf(member)).toHaveLength(2);
  expect(await devicesOf(member)).toContainEqual({ id, ...nothing, user_agent: "node", synced_at: now });
  // Somebody else on the same device has another row.
  const other = await somebody();
  await report(other, { id, rows: 5 });
  expect(await devicesOf(member)).toContainEqual(expect.objectContaining({ id, rows: 0 }));
  expect(await devicesOf(other)).toMatchObject([{ id, rows: 5 }]);
});

test("a person keeps the twenty devices that synced last", async () => {
  const member = await somebody();
  for (let minute = 10; minute < 35; minute++) {
    app.setClock(`2025-06-15T10:${minute}:00Z`);
    await report(member, { rows: minute });
  }
  app.setClock(now);
  const rows = (await devicesOf(member)).map((device) => device.rows);
  expect(rows).toEqual(Array.from({ length: 20 }, (_, at) => 34 - at));
});

test("a device that signed out is not shown, unless something waits there", async () => {
  const member = await somebody();
  const phone = await app.signIn(member.email);
  const [quiet, waiting] = [anId(), anId()];
  await report(phone, { id: quiet });
  await report(phone, { id: waiting, needs_you: 1, oldest_at: now });
  expect(await devicesOf(member)).toHaveLength(2);
  await phone.send("/auth/v1/logout?scope=local", { method: "POST" });
  expect(await devicesOf(member)).toMatchObject([{ id: waiting }]);
});

test("only administrators see devices; they go with the account", async () => {
  const member = await somebody();
  await report(member, { waiting: 1, oldest_at: now });
  const params = { id: member.id };
  await expect(member.call(syncRoutes.devices, { params })).rejects.toMatchObject({ code: "forbidden" });
  await app.call(teamRoutes.delete, { params });
  await expect(devicesOf(member)).rejects.toMatchObject({ code: "not_found" });
  const { rows } = await app.database.pool.query("select from sync.devices where user_id = $1", [member.id]);
  expect(rows).toEqual([]);
});

test.each([
  ["a negative number", { waiting: -1 }],
  ["half a row", { rows: 0.5 }],
  ["too many", { needs_you: 1_000_001 }],
  ["a day for a moment", { oldest_at: "2025-06-14" }],
  ["a moment before the years", { oldest_at: "0000-01-01T00:00:00Z" }],
  ["no id", { id: "x" }],
  ["a further field", { user_id: anId() } as object],
])("a report with %s is refused", async (_, wrong) => {
  await expect(report(app, wrong)).rejects.toMatchObject({ status: 400, code: "validation_failed" });
});
