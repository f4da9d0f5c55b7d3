import { bulkEditRoutes } from "@rounds/domain/bulk-edits/routes.ts";
import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { historyRoutes } from "@rounds/domain/history/routes.ts";
import { salesRoutes } from "@rounds/domain/sales/routes.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import type { VisitCreation } from "@rounds/domain/visits/visit-list.ts";
import { checkBooks } from "@rounds/testkit/books.ts";
import {
  aDoctor,
  anId,
  anItem,
  aProduct,
  aVisit,
  doctorBody,
  itemsOf,
  movementsOf,
  stockOf,
  visitBody,
  visitEdit,
} from "@rounds/testkit/builders.ts";
import { checkRollups } from "@rounds/testkit/rollups.ts";
import { sql } from "kysely";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { startApp, type TestApp } from "../testing/app.ts";
import { archiveOf, bringIn } from "../testing/archives.ts";
import { writeLines } from "./sale-lines.ts";

const app = await startApp();
const leela = await app.signUp("leela@example.com");
afterAll(() => app.close());

/** A visit from another system, whose sales did not take anything from the stock. */
async function aPastVisit(doctor_id: string, changes: Partial<VisitCreation> = {}, of: TestApp = app) {
  const { items = [], ...visit } = visitBody(doctor_id, changes);
  await of.db
    .insertInto("visits")
    .values({
      ...visit,
      notes: visit.notes ?? null,
      ...{ creation_digest: "past", operation_key: null, moves_stock: false },
      ...{ created_by: of.id, updated_by: of.id },
    })
    .execute();
  await writeLines(of.db, { visit_id: visit.id, doctor_id }, items, () => visit.visit_date);
  return await of.call(visitRoutes.read, { params: { id: visit.id } });
}

const remove = (id: string, query = {}) => app.call(visitRoutes.delete, { params: { id }, query });
const restore = (id: string) => app.call(historyRoutes.restore, { params: { id }, body: { units: {} } });
const edit = (
  visit: Parameters<typeof visitEdit>[0],
  changes: Parameters<typeof visitEdit>[1],
  key = anId(),
) =>
  app.member.send(visitRoutes.update.path.replace(":id", visit.id), {
    method: "PUT",
    headers: { "idempotency-key": key, "content-type": "application/json" },
    body: JSON.stringify(visitEdit(visit, changes)),
  });
const undo = (id: string) => app.call(historyRoutes.undo, { params: { id }, body: { units: {} } });
const read = (id: string) => app.call(visitRoutes.read, { params: { id } });

afterEach(async () => {
  expect(await checkBooks(app.database)).toEqual([]);
  expect(await checkRollups(app.database)).toEqual([]);
});

describe("the sales of a visit that does not move the stock", () => {
  test("count as sales and leave the ledger alone", async () => {
    const { id } = await aProduct(app, 3);
    const doctor = await aDoctor(app);
    const visit = await aPastVisit(doctor.id, { items: [anItem(id, 8, "12.50")] });
    expect(visit).toMatchObject({ moves_stock: false, total_sales: "100.00" });
    const query = { product_id: id };
    expect(await app.call(salesRoutes.summary, { query })).toMatchObject({
      revenue: "100.00",
      items_sold: 8,
    });
    expect(await stockOf(app, id)).toBe(3);
  });

  test("stay out of the ledger whatever is edited, and when the edits are undone", async () => {
    const [a, b] = [await aProduct(app, 3), await aProduct(app, 3)];
    const doctor = await aDoctor(app);
    const visit = await aPastVisit(doctor.id, { items: [anItem(a.id, 8), anItem(b.id, 1)] });
    const [first] = itemsOf(visit);
    if (!first) throw new Error("a line");
    const items = [{ ...first, quantity: 50 }, anItem(b.id, 40)];
    const [more, later] = [anId(), anId()];
    expect(await edit(visit, { items }, more)).toMatchObject({ status: 200 });
    const changed = await read(visit.id);
    expect(changed).toMatchObject({ moves_stock: false, total_sales: "9000.00" });
    expect(
      await edit(changed, { visit_date: "2025-06-01", status: "cancelled", items: [] }, later),
    ).toMatchObject({
      status: 200,
    });
    await undo(later);
    await undo(more);
    expect(await read(visit.id)).toMatchObject({ moves_stock: false, total_sales: visit.total_sales });
    for (const { id } of [a, b]) expect((await movementsOf(app, id)).length).toBe(1);
  });

  test("return no units when the visit is deleted, and take none when it comes back", async () => {
    const { id } = await aProduct(app, 3);
    const doctor = await aDoctor(app);
    const visit = await aPastVisit(doctor.id, { items: [anItem(id, 8)] });
    const effect = { sales: 1, units_returned: 0, version: 1 };
    expect(await app.call(visitRoutes.deletionEffect, { params: visit })).toMatchObject(effect);
    expect(await remove(visit.id, effect)).toMatchObject({ sales: 1, units_returned: 0 });
    const { rows } = await app.call(historyRoutes.deleted, { query: {} });
    expect(rows.find((row) => row.id === visit.id)).toMatchObject({ units: 0 });
    await restore(visit.id);
    expect(await read(visit.id)).toEqual(visit);
    expect(await movementsOf(app, id)).toHaveLength(1);
  });

  test("go and come back with their doctor, beside sales that move the stock", async () => {
    const { id } = await aProduct(app, 10);
    const doctor = await aDoctor(app);
    const past = await aPastVisit(doctor.id, { items: [anItem(id, 80)] });
    await aVisit(app, doctor.id, { items: [anItem(id, 4)] });
    const effect = { visits: 2, sales: 2, units_returned: 4 };
    expect(await app.call(doctorRoutes.deletionEffect, { params: doctor })).toMatchObject(effect);
    expect(await app.call(doctorRoutes.delete, { params: doctor, query: effect })).toEqual(effect);
    expect(await stockOf(app, id)).toBe(10);
    await restore(doctor.id);
    expect(await stockOf(app, id)).toBe(6);
    expect(await read(past.id)).toEqual(past);

    const body = {
      id: anId(),
      change: { kind: "delete" as const },
      selection: { rows: [{ id: doctor.id, version: 1 }] },
    };
    expect(await app.call(bulkEditRoutes.prepare, { body })).toMatchObject({ effect });
    await app.call(bulkEditRoutes.run, { params: body });
    expect(await stockOf(app, id)).toBe(10);
    await app.call(bulkEditRoutes.undo, { params: body });
    expect(await stockOf(app, id)).toBe(6);
    expect(await read(past.id)).toEqual(past);
  });

  test("follow a merged doctor, and come back from the merge", async () => {
    const { id } = await aProduct(app, 10);
    const [kept, merged] = [await aDoctor(app), await aDoctor(app)];
    const past = await aPastVisit(merged.id, { items: [anItem(id, 80)] });
    const { id: _, ...fields } = doctorBody();
    await app.call(doctorRoutes.merge, {
      params: kept,
      body: { other: merged.id, version: 1, other_version: 1, fields },
    });
    expect(await read(past.id)).toMatchObject({ doctor_id: kept.id, moves_stock: false });
    expect(await stockOf(app, id)).toBe(10);
    await remove(past.id);
    expect(await stockOf(app, id)).toBe(10);
  });

  test("stay out of the ledger in an archive and where it is brought in", async () => {
    const old = await startApp();
    const empty = await startApp();
    try {
      for (const one of [old, empty])
        await sql`update auth.users set app_metadata = app_metadata || '{"role":"admin"}' where id = ${one.id}`.execute(
          one.db,
        );
      const { id } = await aProduct(old, 3);
      const doctor = await aDoctor(old);
      const past = await aPastVisit(doctor.id, { items: [anItem(id, 8)] }, old);
      expect((await bringIn(empty.member, await archiveOf(old))).at(-1)).toHaveProperty("done");
      const read = await empty.call(visitRoutes.read, { params: past });
      expect(read).toMatchObject({ moves_stock: false, total_sales: past.total_sales });
      await empty.call(visitRoutes.delete, { params: past, query: {} });
      expect(await stockOf(empty, id)).toBe(3);
      expect(await checkBooks(empty.database)).toEqual([]);
    } finally {
      await old.close();
      await empty.close();
    }
  });
});

test("the database refuses to return what was never taken, whoever asks", async () => {
  const { id } = await aProduct(app, 3);
  const visit = await aPastVisit((await aDoctor(leela)).id, { items: [anItem(id, 8)] });
  await expect(
    sql`insert into stock_transactions (product_id, transaction_type, quantity, transaction_date, reference_type, reference_id)
      values (${id}, 'adjustment', 8, '2025-06-10', 'visit_delete_reversal', ${visit.id})`.execute(app.db),
  ).rejects.toMatchObject({ code: "23000" });
});

test("the database refuses to take units for a visit that moves no stock, as a server of the release before would", async () => {
  const { id } = await aProduct(app, 3);
  const visit = await aPastVisit((await aDoctor(leela)).id);
  await expect(
    sql`insert into stock_transactions (product_id, transaction_type, quantity, transaction_date, reference_type, reference_id)
      values (${id}, 'sale', -1, '2025-06-10', 'visit', ${visit.id})`.execute(app.db),
  ).rejects.toMatchObject({ code: "23000" });
  expect(await stockOf(app, id)).toBe(3);
});

test("a visit can't be asked not to move the stock", async () => {
  const { id } = await aProduct(app, 3);
  const doctor = await aDoctor(app);
  const body = { ...visitBody(doctor.id, { items: [anItem(id, 2)] }), moves_stock: false };
  await expect(app.call(visitRoutes.create, { body })).rejects.toMatchObject({ code: "validation_failed" });
});
