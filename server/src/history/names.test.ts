import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import type { RecordNoun } from "@rounds/domain/history/history.ts";
import { historyRoutes } from "@rounds/domain/history/routes.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import {
  aDoctor,
  anItem,
  aProduct,
  aVisit,
  doctorBody,
  itemsOf,
  visitEdit,
} from "@rounds/testkit/builders.ts";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { startApp } from "../testing/app.ts";

const app = await startApp();
await sql`update auth.users set app_metadata = app_metadata || '{"role":"admin"}' where id = ${app.id}`.execute(
  app.db,
);
afterAll(() => app.close());

const historyOf = (noun: RecordNoun, id: string, query = {}) =>
  app.call(historyRoutes.ofRecord, { params: { noun, id }, query });

test("names a visit's doctors and the products of its lines, also of a removed one", async () => {
  const [kept, removed, other] = [
    await aProduct(app, 10, { name: "Alpha" }),
    await aProduct(app, 10, { name: "Beta" }),
    await aProduct(app, 10, { name: "Gamma" }),
  ];
  const [first, second] = [
    await aDoctor(app, { name: "Dr. First" }),
    await aDoctor(app, { name: "Dr. Second" }),
  ];
  const visit = await aVisit(app, first.id, { items: [anItem(kept.id, 1), anItem(removed.id, 2)] });
  const [a, b] = itemsOf(visit);
  if (!a || !b) throw new Error("two lines");
  const edited = await app.call(visitRoutes.update, {
    params: { id: visit.id },
    body: visitEdit(visit, {
      doctor_id: second.id,
      items: [
        { ...a, quantity: 2 },
        { ...b, quantity: 3 },
      ],
    }),
  });
  await app.call(visitRoutes.update, {
    params: { id: visit.id },
    body: visitEdit(edited, { items: [{ ...a, quantity: 2, product_id: other.id }] }),
  });
  const names = {
    ...{ [visit.id]: "Dr. Second", [first.id]: "Dr. First", [second.id]: "Dr. Second" },
    ...{ [a.id]: "Gamma", [b.id]: "Beta", [kept.id]: "Alpha", [removed.id]: "Beta", [other.id]: "Gamma" },
  };
  const own = await historyOf("visits", visit.id);
  expect(own.names).toEqual(names);
  const all = await app.call(historyRoutes.list, { query: { noun: "visits" } });
  expect(all).toEqual({ changes: own.changes, has_more: false, names });
});

test("names what was deleted, and the visits that went with it, as it was called", async () => {
  const product = await aProduct(app, 10, { name: "Omega" });
  const doctor = await aDoctor(app, { name: "Dr. Gone" });
  const visit = await aVisit(app, doctor.id, { items: [anItem(product.id, 1)] });
  await app.call(doctorRoutes.delete, { params: { id: doctor.id } });
  const { names } = await app.call(historyRoutes.list, { query: {} });
  expect(names).toMatchObject({ [doctor.id]: "Dr. Gone", [visit.id]: "Dr. Gone" });
});

test("gives a page of a doctor's changes, and the next one before its last, with the names of people", async () => {
  const doctor = await aDoctor(app, { name: "Dr. 0" });
  let version = doctor.version;
  const { id: _, ...body } = doctorBody();
  for (let n = 1; n <= 51; n++) {
    const changed = { ...body, name: `Dr. ${n}`, representative_id: n === 51 ? app.id : null, version };
    ({ version } = await app.call(doctorRoutes.update, { params: { id: doctor.id }, body: changed }));
  }
  const newest = await historyOf("doctors", doctor.id);
  expect([newest.changes.length, newest.has_more]).toEqual([50, true]);
  expect(newest.names).toEqual({ [doctor.id]: "Dr. 51", [app.id]: app.email });
  expect(newest.changes[0]?.at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  const older = await historyOf("doctors", doctor.id, { before: String(newest.changes.at(-1)?.id) });
  expect(older).toMatchObject({ changes: [{ before: { name: "Dr. 0" } }], has_more: false });
  expect(older).toMatchObject({ created: { at: doctor.created_at, by: app.email } });
});

test("names nobody where nothing is named by an id", async () => {
  expect(await app.call(historyRoutes.list, { query: { noun: "holidays" } })).toEqual({
    ...{ changes: [], has_more: false, names: {} },
  });
});

test("days filter all changes only if both are set; an end before the start lets nothing through", async () => {
  const among = async (start_date: string, end_date: string) =>
    (await app.call(historyRoutes.list, { query: { noun: "doctors", start_date, end_date } })).changes.length;
  const all = await among("", "");
  expect(all).toBeGreaterThan(0);
  expect(await among("2020-01-01", "2100-01-01")).toBe(all);
  expect(await among("2100-01-01", "")).toBe(all);
  expect(await among("", "2020-01-01")).toBe(all);
  expect(await among("2100-01-01", "2100-01-02")).toBe(0);
  expect(await among("2100-01-01", "2020-01-01")).toBe(0);
});
