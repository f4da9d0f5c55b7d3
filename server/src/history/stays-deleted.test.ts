import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import type { RecordNoun } from "@rounds/domain/history/history.ts";
import { historyRoutes } from "@rounds/domain/history/routes.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import { aDoctor, anItem, aProduct, aVisit } from "@rounds/testkit/builders.ts";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { startApp } from "../testing/app.ts";

// Why a deleted record can't come back. The clock stands at 15 June 2025 in Kolkata.

const app = await startApp();
afterAll(() => app.close());

const whyDeleted = async (noun: RecordNoun, id: string) =>
  (await app.call(historyRoutes.ofRecord, { params: { noun, id } })).stays_deleted;
const restore = (id: string) => app.call(historyRoutes.restore, { params: { id }, body: {} });
const removeDoctor = (id: string) => app.call(doctorRoutes.delete, { params: { id } });
/** What the database would have noted then. */
const deletedAt = (id: string, moment: string) =>
  app.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`update history.changes set at = ${moment} where row_id = ${id}`.execute(tx);
  });

test("a record that was deleted 91 days ago says so, as bringing it back does; one of 90 days ago comes back", async () => {
  const doctor = await aDoctor(app);
  const product = await aProduct(app, 10);
  const visit = await aVisit(app, doctor.id, { items: [anItem(product.id, 2)] });
  expect(await whyDeleted("visits", visit.id)).toBeUndefined();
  await app.call(visitRoutes.delete, { params: { id: visit.id } });
  await removeDoctor(doctor.id);
  for (const [noun, { id }] of [
    ["doctors", doctor],
    ["visits", visit],
  ] as const) {
    await deletedAt(id, "2025-03-16T18:29:59Z");
    expect(await whyDeleted(noun, id)).toEqual({ why: "too_long_ago", days: 90 });
    await expect(restore(id)).rejects.toMatchObject({ code: "not_found" });
    await deletedAt(id, "2025-03-16T18:30:00Z");
    expect(await whyDeleted(noun, id)).toBeUndefined();
    await restore(id);
    expect(await whyDeleted(noun, id)).toBeUndefined();
  }
});

test("a doctor who was merged into another names that one, who comes back alone", async () => {
  const [kept, other] = [await aDoctor(app, { name: "Dr. Kept" }), await aDoctor(app)];
  const body = { other: other.id, version: 1, other_version: 1, fields: { name: "Dr. Kept" } };
  await app.call(doctorRoutes.merge, { params: { id: kept.id }, body });
  await removeDoctor(kept.id);
  expect(await whyDeleted("doctors", other.id)).toEqual({
    why: "merged",
    into: { id: kept.id, name: "Dr. Kept" },
  });
  await expect(restore(other.id)).rejects.toMatchObject({ code: "not_found" });
  expect(await whyDeleted("doctors", kept.id)).toBeUndefined();
  await restore(kept.id);
});

test("what was erased can't come back", async () => {
  const { id } = await aDoctor(app);
  await removeDoctor(id);
  await app.call(historyRoutes.erase, { params: { id } });
  expect(await whyDeleted("doctors", id)).toEqual({ why: "erased" });
  await expect(restore(id)).rejects.toMatchObject({ code: "not_found" });
});
