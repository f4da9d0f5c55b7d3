import type { Merged } from "@rounds/domain/doctors/duplicates/merge-doctors.ts";
import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { glanceRoutes } from "@rounds/domain/glance/routes.ts";
import { historyRoutes } from "@rounds/domain/history/routes.ts";
import { importRoutes } from "@rounds/domain/imports/routes.ts";
import { salesRoutes } from "@rounds/domain/sales/routes.ts";
import { todayRoutes } from "@rounds/domain/today/routes.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import { aDoctor, anId, anItem, aProduct, aVisit, visitBody, visitEdit } from "@rounds/testkit/builders.ts";
import { Refusal } from "@rounds/testkit/caller.ts";
import { checkRollups } from "@rounds/testkit/rollups.ts";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { startApp } from "../testing/app.ts";
import { bringIn, wholly } from "../testing/imports.ts";

const app = await startApp();
const product = (await aProduct(app, 100_000)).id;
afterAll(() => app.close());

const names = { name: "Dr. Shantanu Banerjee", contact_number: "9830012345" };
const two = async () =>
  [await aDoctor(app, names), await aDoctor(app, { ...names, name: "S. BANERJI" })] as const;
type Two = { id: string; version: number };
async function merge(kept: Two, other: Two, fields: object = names, key = anId()): Promise<Merged> {
  const body = { other: other.id, version: kept.version, other_version: other.version, fields };
  const answer = await app.send(`/api/doctors/${kept.id}/merge`, {
    method: "POST",
    headers: { "content-type": "application/json", "idempotency-key": key },
    body: JSON.stringify(body),
  });
  if (answer.status >= 300) throw new Refusal(answer.status, JSON.parse(answer.text));
  return JSON.parse(answer.text);
}
const undo = (key: string) => app.call(historyRoutes.undo, { params: { id: key }, body: {} });
const read = (id: string) => app.call(doctorRoutes.read, { params: { id } });
const visitsOf = async (id: string) =>
  (await app.call(visitRoutes.ofDoctor, { params: { id }, query: {} })).total;

/** All that counts, without what a change leaves behind by itself. */
async function everything() {
  const { rows } = await sql<{ all: unknown }>`select json_build_object(
    'doctors', (select json_agg(to_jsonb(d) - array['changed', 'rollup_key', 'edit_keys', 'version', 'updated_at', 'updated_by'] order by id) from doctors d),
    'visits', (select json_agg(to_jsonb(v) - array['changed', 'edit_keys', 'version', 'updated_at', 'updated_by'] order by id) from visits v),
    'sales', (select json_agg(to_jsonb(s) order by id) from sales s),
    'skips', (select json_agg(to_jsonb(s) order by user_id, day, doctor_id) from visit_skips s),
    'stock', (select json_agg(json_build_array(id, current_stock) order by id) from products),
    'aliases', (select count(*) from directory.doctor_aliases)) as all`.execute(app.db);
  return rows[0]?.all;
}

test("visits, plans and skips move, the old id finds the doctor who stays, and undo makes two of one again", async () => {
  const [kept, other] = await two();
  const day = app.today();
  const sold = await aVisit(app, other.id, { items: [anItem(product, 3)] });
  await aVisit(app, kept.id, { items: [anItem(product, 2)] });
  await aVisit(app, kept.id, { visit_date: day, status: "scheduled" });
  const doubled = await aVisit(app, other.id, { visit_date: day, status: "scheduled", notes: null });
  await app.call(todayRoutes.skip, { params: { id: other.id }, body: { day, reason: "on_leave", note: "" } });
  const before = await everything();

  const preview = await app.call(doctorRoutes.mergePreview, {
    params: { id: kept.id },
    query: { other: other.id },
  });
  expect(preview.moves.other).toEqual({ visits: 2, planned: 1, sales: 1, skips: 1, dropped: 1 });
  const key = anId();
  const { doctor } = await merge(kept, other, { ...names, hospital: "Ruby Hall" }, key);
  expect(doctor).toMatchObject({ id: kept.id, hospital: "Ruby Hall" });
  expect(await read(other.id)).toEqual(doctor);
  expect(await visitsOf(kept.id)).toBe(3);
  expect((await app.call(visitRoutes.read, { params: { id: sold.id } })).doctor_id).toBe(kept.id);
  await expect(app.call(visitRoutes.read, { params: { id: doubled.id } })).rejects.toMatchObject({
    code: "not_found",
  });
  expect(await checkRollups(app.database)).toEqual([]);
  const history = await app.call(historyRoutes.ofRecord, {
    params: { noun: "doctors", id: kept.id },
    query: {},
  });
  expect(history.merges).toMatchObject([
    { id: key, by: app.email, merged: other.id, name: "S. BANERJI", visits: 1, is_undone: false },
  ]);
  // A repetition merges nothing again.
  expect((await merge(kept, other, names, key)).doctor).toEqual(doctor);

  await undo(key);
  expect(await everything()).toEqual(before);
  expect(await checkRollups(app.database)).toEqual([]);
  await expect(undo(key)).rejects.toMatchObject({ code: "not_found" });
  // Nor does a late repetition.
  expect((await merge(kept, other, names, key)).doctor.id).toBe(kept.id);
  expect(await everything()).toEqual(before);
});

test("what asks for the doctor who went by the old id gets what is the one's who stays", async () => {
  const [kept, other] = await two();
  const visit = await aVisit(app, other.id, { visit_date: "2025-06-02", items: [anItem(product, 3)] });
  await merge(kept, other);
  const query = { start_date: "", end_date: "", doctor_id: other.id };
  const sales = await app.call(salesRoutes.list, { query });
  expect(sales.rows.map(({ visit_id }) => visit_id)).toEqual([visit.id]);
  expect((await app.call(salesRoutes.summary, { query })).transactions).toBe(1);
  const file = await app.send(`/api/sales/export?doctor_id=${other.id}&start_date=&end_date=`, {
    method: "GET",
  });
  expect(file.text.trim().split("\n")).toHaveLength(2);
  const params = { id: other.id };
  expect(await visitsOf(other.id)).toBe(1);
  expect(await app.call(visitRoutes.lastPrices, { params })).toMatchObject([{ product_id: product }]);
  expect((await app.call(glanceRoutes.read, { params })).doctor.id).toBe(kept.id);
});

test("an import that is undone leaves a doctor into whom another one was merged, who would be lost too", async () => {
  const made = await bringIn(app, [{ name: "Anil Roy" }]);
  const rows = async () => (await app.call(importRoutes.rows, { params: { id: made.id }, query: {} })).rows;
  const anil = await read((await rows())[0]?.record_id ?? "");
  const other = await aDoctor(app, { name: "Dr. Anil Roi" });
  await merge(anil, other, { name: anil.name });
  await wholly(app, importRoutes.undo, made.id, "undone");
  expect(await rows()).toMatchObject([
    { outcome: "kept", problem: { message: "Another doctor was merged into this one by now." } },
  ]);
  expect((await read(other.id)).id).toBe(anil.id);
});

test("what waited on a phone for the doctor who went is of the one who stays: visits, plans, edits and skips", async () => {
  const [kept, other] = await two();
  const visit = await aVisit(app, other.id, { notes: "Before" });
  await merge(kept, other);
  const body = { ...visitBody(other.id, { items: [anItem(product, 1)] }) };
  const first = await app.call(visitRoutes.create, { body });
  expect(first.doctor_id).toBe(kept.id);
  expect((await app.call(visitRoutes.create, { body })).id).toBe(first.id);
  const { id: _, ...input } = visitBody(other.id, { notes: "After" });
  const edited = await app.call(visitRoutes.update, {
    params: { id: visit.id },
    body: { ...input, version: visit.version } as never,
  });
  expect(edited).toMatchObject({ doctor_id: kept.id, notes: "After" });
  const day = app.today();
  const skip = { day, reason: "on_leave" as const, note: "" };
  expect(await app.call(todayRoutes.skip, { params: { id: other.id }, body: skip })).toMatchObject({
    doctor_id: kept.id,
  });
  await app.call(todayRoutes.undoSkip, { params: { id: other.id }, query: { day } });
  await expect(app.call(doctorRoutes.delete, { params: { id: other.id }, query: {} })).rejects.toMatchObject({
    code: "gone",
  });
});

test("a doctor who was merged is found through two merges, and undone in turn; also after the last one was deleted and came back", async () => {
  const [b, c] = await two();
  const [a] = await two();
  const [first, second] = [anId(), anId()];
  const visit = await aVisit(app, c.id);
  await merge(b, c, names, first);
  await merge(a, await read(b.id), names, second);
  expect((await read(c.id)).id).toBe(a.id);
  await expect(undo(first)).rejects.toMatchObject({ code: "gone" });
  await app.call(doctorRoutes.delete, { params: { id: a.id }, query: {} });
  await expect(read(c.id)).rejects.toMatchObject({ code: "not_found" });
  await expect(undo(second)).rejects.toMatchObject({ code: "gone" });
  await expect(
    app.call(historyRoutes.restore, { params: { id: b.id }, body: { units: {} } }),
  ).rejects.toMatchObject({ code: "not_found" });
  await app.call(historyRoutes.restore, { params: { id: a.id }, body: { units: {} } });
  expect((await read(c.id)).id).toBe(a.id);
  await undo(second);
  expect((await read(c.id)).id).toBe(b.id);
  expect([await visitsOf(a.id), await visitsOf(b.id)]).toEqual([0, 1]);
  await undo(first);
  expect((await read(c.id)).id).toBe(c.id);
  expect((await app.call(visitRoutes.read, { params: { id: visit.id } })).doctor_id).toBe(c.id);
});

test.each([
  ["the oldest last", "2024-06-01", "2023-06-01"],
  ["the oldest first", "2023-06-01", "2024-06-01"],
])(
  "two doctors merged into one, %s, are undone in any order: who stays counts from when the oldest was added",
  async (_, ofB, ofC) => {
    for (const isReverse of [false, true]) {
      const [[a, b], [c]] = [await two(), await two()];
      const days = { [a.id]: "2025-06-01", [b.id]: ofB, [c.id]: ofC };
      for (const [id, day] of Object.entries(days))
        await sql`update doctors set created_at = ${day}::date where id = ${id}`.execute(app.db);
      const dayOfA = async () => (await read(a.id)).created_at.slice(0, 10);
      const keys = [anId(), anId()];
      await merge(a, b, names, keys[0]);
      await merge(await read(a.id), c, names, keys[1]);
      expect(await dayOfA()).toBe("2023-06-01");
      const [first = "", last = ""] = isReverse ? keys.toReversed() : keys;
      await undo(first);
      expect(await dayOfA()).toBe(isReverse ? ofB : ofC);
      await undo(last);
      expect(await dayOfA()).toBe("2025-06-01");
      expect((await read(b.id)).created_at.slice(0, 10)).toBe(ofB);
      expect((await read(c.id)).created_at.slice(0, 10)).toBe(ofC);
    }
  },
);

test("a merge is not undone once a visit that moved was changed", async () => {
  const [kept, other] = await two();
  const visit = await aVisit(app, other.id);
  const key = anId();
  await merge(kept, other, names, key);
  const { id: _, ...input } = visitBody(kept.id, { notes: "Changed" });
  await app.call(visitRoutes.update, { params: { id: visit.id }, body: { ...input, version: 1 } as never });
  await expect(undo(key)).rejects.toMatchObject({ code: "changed_meanwhile" });
  expect((await read(other.id)).id).toBe(kept.id);
});

test("an edit from before a merge was undone does not move a visit to the one who stayed again", async () => {
  const [kept, other] = await two();
  const { id } = await aVisit(app, other.id, { notes: "Before" });
  const key = anId();
  await merge(kept, other, names, key);
  const readVisit = () => app.call(visitRoutes.read, { params: { id } });
  const body = visitEdit(await readVisit(), { notes: "After" });
  expect(body).toMatchObject({ doctor_id: kept.id, version: 1 });
  await undo(key);
  await expect(app.call(visitRoutes.update, { params: { id }, body })).rejects.toMatchObject({
    ...{ status: 409, code: "changed_meanwhile" },
    details: { changed_by: app.email, current: { doctor_id: other.id, version: 2 } },
  });
  expect(await readVisit()).toMatchObject({ doctor_id: other.id, notes: "Before" });
  // It moved back in the batch in which the doctor came back.
  const batchOf = async (noun: "doctors" | "visits", of: string) =>
    (await app.call(historyRoutes.ofRecord, { params: { noun, id: of } })).changes[0]?.batch_id;
  expect(await batchOf("visits", id)).toBe(await batchOf("doctors", other.id));
});

test("refuses one and the same, another version, a doctor who is not there, and the key of another merge", async () => {
  const [kept, other] = await two();
  await expect(merge(kept, kept)).rejects.toMatchObject({ code: "validation_failed" });
  await expect(merge(kept, { ...other, version: 9 })).rejects.toMatchObject({ code: "changed_meanwhile" });
  await expect(merge(kept, { id: anId(), version: 1 })).rejects.toMatchObject({ code: "not_found" });
  const key = anId();
  await merge(kept, other, names, key);
  await expect(merge(...(await two()), names, key)).rejects.toMatchObject({ code: "id_taken" });
});

test("two merges of a pair at once, and a visit to the doctor who goes at the same instant: nothing is lost", async () => {
  for (let run = 0; run < 8; run++) {
    const [one, other] = await two();
    await aVisit(app, one.id);
    const body = () => visitBody(other.id, { items: [anItem(product, 1)] });
    const done = await Promise.allSettled([
      merge(one, other),
      merge(other, one),
      app.call(visitRoutes.create, { body: body() }),
      app.call(visitRoutes.create, { body: body() }),
    ]);
    expect(done.slice(2).map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
    expect(done.slice(0, 2).filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const stays = await read(one.id);
    expect((await read(other.id)).id).toBe(stays.id);
    expect(await visitsOf(stays.id)).toBe(3);
  }
  expect(await checkRollups(app.database)).toEqual([]);
});
