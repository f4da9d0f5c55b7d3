import { randomUUID } from "node:crypto";
import type { DoctorCreation } from "@rounds/domain/doctors/doctor-list.ts";
import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { aDoctor, aVisit } from "@rounds/testkit/builders.ts";
import { type QueryId, RawNode } from "kysely";
import { afterAll, expect, test, vi } from "vitest";
import { startApp } from "../testing/app.ts";
import { listLikelyPairs } from "./likely-pairs.ts";

const ids: Record<string, string> = {};
const directory: Record<string, Partial<DoctorCreation>> = {
  shantanu: { name: "Dr. Shantanu Banerjee", contact_number: "98300 12345", address: "Salt Lake, Kolkata" },
  santanu: { name: "SANTANU BANERJI", contact_number: "+91-98300-12345", address: "Calcutta" },
  wife: { name: "Dr. Rita Banerjee", contact_number: "98300 12345", address: "Salt Lake, Kolkata" },
  sunita: { name: "Dr. Sunita Rao", hospital: "Ruby Hall Clinic", address: "12 MG Road, Pune" },
  initials: { name: "S. Rao", hospital: "Ruby Hall", address: "Pune - 411001" },
  delhi: { name: "Dr. Sunita Rao", hospital: "Apollo", address: "Delhi" },
};
const app = await startApp();
for (const [key, given] of Object.entries(directory)) {
  const none = { hospital: null, contact_number: null, email: null, specialization: null };
  ids[key] = (await aDoctor(app, { ...none, ...given })).id;
}
await aVisit(app, ids.santanu ?? "");
afterAll(() => app.close());

const pairs = async (page = 1) => await app.call(doctorRoutes.likelyPairs, { query: { page } });
const named = async () =>
  (await pairs()).rows.map(({ one, other, reason }) => [[one.name, other.name].sort(), reason]);

const banerjees = [["Dr. Shantanu Banerjee", "SANTANU BANERJI"], "same phone, name sounds alike, same city"];
const raos = [["Dr. Sunita Rao", "S. Rao"], "initials fit, same hospital, same city"];

test("pairs of doctors who are probably one are listed with the reason, the likeliest first", async () => {
  expect(await named()).toEqual([banerjees, raos]);
  const { rows, ...page } = await pairs(7);
  expect(page).toEqual({ total: 2, page: 1, page_size: 10, is_limited: false });
  expect(rows.flatMap(({ one, other }) => [one, other]).find(({ id }) => id === ids.santanu)).toMatchObject({
    contact_number: "+91-98300-12345",
    address: "Calcutta",
    visits: 1,
  });
});

test("who is said to be two is no pair for anybody, until that is taken back", async () => {
  const colleague = await app.signUp("colleague@rounds.example");
  const { shantanu: one = "", santanu: other = "" } = ids;
  for (const body of [
    { one, other, are_two: true },
    { one: other, other: one, are_two: true },
  ])
    expect(await colleague.call(doctorRoutes.decidePair, { body })).toEqual(body);
  expect(await named()).toEqual([raos]);
  await app.call(doctorRoutes.decidePair, { body: { one: other, other: one, are_two: false } });
  expect(await named()).toEqual([banerjees, raos]);
});

test("a doctor who is not there is no part of a decision", async () => {
  const body = { one: ids.delhi ?? "", other: randomUUID(), are_two: true };
  await expect(app.call(doctorRoutes.decidePair, { body })).rejects.toMatchObject({ code: "doctor_missing" });
});

test("the number of a clinic with many doctors makes no pairs", async () => {
  const before = (await pairs()).total;
  for (let n = 0; n < 21; n++)
    await aDoctor(app, {
      name: `Dr. ${"abcdefghijklmnopqrstu"[n]}. Clinic`,
      contact_number: "022 2845 1234",
      address: null,
    });
  expect((await pairs()).total).toBe(before);
});

test("in a large directory pairs are found once a minute, and who was decided about or is gone is not shown again", async () => {
  const at = (second: number) => listLikelyPairs(app.db, 1, { now: second * 1000, actor: app, above: 0 });
  const twins = async (name: string, contact_number: string) => {
    const given = { name, contact_number, hospital: null, email: null, specialization: null };
    return [await aDoctor(app, given), await aDoctor(app, given)];
  };
  const before = (await at(0)).total;
  const [one, other] = await twins("Dr. Asha Kept", "90000 00001");
  expect((await at(59)).total).toBe(before);
  expect((await at(60)).total).toBe(before + 1);
  await app.call(doctorRoutes.decidePair, {
    body: { one: one?.id ?? "", other: other?.id ?? "", are_two: true },
  });
  expect((await at(61)).total).toBe(before);
  const [gone] = await twins("Dr. Leela Gone", "90000 00002");
  expect((await at(120)).total).toBe(before + 1);
  await app.call(doctorRoutes.delete, { params: { id: gone?.id ?? "" }, query: {} });
  expect((await at(121)).total).toBe(before);
});

test("a search that fails late leaves a newer one as it is, and the next one after a failure searches again", async () => {
  const searches = new WeakSet<QueryId>();
  const found = vi.fn(async () => {});
  const db = app.db.withPlugin({
    transformQuery({ node, queryId }) {
      if (RawNode.is(node) && node.sqlFragments.some((text) => text.includes("with sharing")))
        searches.add(queryId);
      return node;
    },
    async transformResult({ result, queryId }) {
      if (searches.has(queryId)) await found();
      return result;
    },
  });
  const at = async (second: number) =>
    (await listLikelyPairs(db, 1, { now: second * 1000, actor: app, above: 0 })).total;
  let fail = (_: Error) => {};
  found.mockReturnValueOnce(
    new Promise<void>((_, reject) => {
      fail = reject;
    }),
  );
  const first = at(0).catch((error: Error) => error.message);
  await vi.waitFor(() => expect(found).toHaveBeenCalledOnce());
  const total = await at(60);
  const asked = found.mock.calls.length;
  fail(new Error("too late"));
  expect(await first).toBe("too late");
  expect(await at(61)).toBe(total);
  expect(found).toHaveBeenCalledTimes(asked);

  found.mockRejectedValueOnce(new Error("failed"));
  await expect(at(120)).rejects.toThrow("failed");
  expect(await at(121)).toBe(total);
});
