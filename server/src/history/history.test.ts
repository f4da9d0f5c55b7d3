import { coverageRoutes } from "@rounds/domain/coverage/routes.ts";
import { doctorInput } from "@rounds/domain/doctors/doctor.ts";
import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { historyFields } from "@rounds/domain/history/fields.ts";
import type { RecordNoun } from "@rounds/domain/history/history.ts";
import { historyRoutes } from "@rounds/domain/history/routes.ts";
import { productInput } from "@rounds/domain/products/product.ts";
import { productRoutes } from "@rounds/domain/products/routes.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import { visitInput } from "@rounds/domain/visits/visit.ts";
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
  visitEdit,
} from "@rounds/testkit/builders.ts";
import { type Member, requestOf } from "@rounds/testkit/caller.ts";
import { checkRollups } from "@rounds/testkit/rollups.ts";
import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import { foldChanges } from "../rollups/fold.ts";
import { startApp } from "../testing/app.ts";
import { forgetChanges } from "./forget.ts";

const app = await startApp();
const ravi = await app.signUp("ravi@example.com");
afterAll(() => app.close());

const historyOf = (noun: RecordNoun, id: string) =>
  app.call(historyRoutes.ofRecord, { params: { noun, id } });
const undo = (batch: string, by: Member = app.member, units?: Record<string, number>) =>
  by.call(historyRoutes.undo, { params: { id: batch }, body: units ? { units } : {} });

/** Everything that counts of the rows, to compare; what changed them last does not. */
async function everything() {
  const { rows } = await sql<{ all: unknown }>`select json_build_object(
    'doctors', (select json_agg(to_jsonb(d) - array['changed', 'rollup_key', 'edit_keys'] order by id) from doctors d),
    'norms', (select json_agg(to_jsonb(n) order by doctor_id, until) from doctor_norms n),
    'representatives', (select json_agg(to_jsonb(r) order by doctor_id, until) from doctor_representatives r),
    'visits', (select json_agg(to_jsonb(v) - array['changed', 'edit_keys'] order by id) from visits v),
    'sales', (select json_agg(to_jsonb(s) order by id) from sales s),
    'stock', (select json_agg(json_build_array(id, current_stock) order by id) from products),
    'deleted', (select count(*) from sync.deleted)) as all`.execute(app.db);
  return rows[0]?.all;
}

const edit = (doctor: { id: string; version: number }, changes: object, by: Member = app.member) =>
  by.call(doctorRoutes.update, {
    params: { id: doctor.id },
    body: { ...withoutId(doctorBody()), ...changes, version: doctor.version },
  });
const withoutId = ({ id: _, ...body }: ReturnType<typeof doctorBody>) => body;

describe("the history of a record", () => {
  test("says who changed what from what to what, and who created it", async () => {
    const doctor = await aDoctor(app);
    await edit(doctor, { name: "Dr. M. Iyer", doctor_class: "B" }, ravi);
    const { changes, created, has_more } = await historyOf("doctors", doctor.id);
    expect(created).toEqual({ at: doctor.created_at, by: app.email });
    expect([changes.length, has_more]).toEqual([1, false]);
    expect(changes[0]).toMatchObject({
      ...{ noun: "doctors", op: "updated", row_id: doctor.id, by: "ravi@example.com" },
      before: { id: doctor.id, name: "Dr. Meera Iyer", doctor_class: "A" },
      after: { id: doctor.id, name: "Dr. M. Iyer", doctor_class: "B" },
    });
    expect(Object.keys(changes[0]?.after ?? {}).sort()).toEqual(["doctor_class", "id", "name"]);
  });

  test("holds nothing for what was only created, sold or saved unchanged", async () => {
    const product = await aProduct(app, 10);
    const doctor = await aDoctor(app);
    const visit = await aVisit(app, doctor.id, { items: [anItem(product.id, 2)] });
    await edit(doctor, {});
    for (const [noun, id] of [
      ["doctors", doctor.id],
      ["products", product.id],
      ["visits", visit.id],
    ] as const)
      expect((await historyOf(noun, id)).changes).toEqual([]);
  });

  test("of a visit tells of its lines, in one batch, with the names of what they name", async () => {
    const [a, b] = [await aProduct(app, 10, { name: "Alpha" }), await aProduct(app, 10, { name: "Beta" })];
    const doctor = await aDoctor(app);
    const visit = await aVisit(app, doctor.id, { items: [anItem(a.id, 1), anItem(b.id, 2)] });
    const [first] = itemsOf(visit);
    if (!first) throw new Error("a line");
    const items = [{ ...first, quantity: 3 }, anItem(b.id, 4)];
    await app.call(visitRoutes.update, {
      params: { id: visit.id },
      body: visitEdit(visit, { items, notes: "More" }),
    });
    const { changes, names } = await historyOf("visits", visit.id);
    expect(changes.map(({ noun, op }) => `${noun} ${op}`).sort()).toEqual([
      "sales added",
      "sales deleted",
      "sales updated",
      "visits updated",
    ]);
    expect(new Set(changes.map(({ batch_id, by }) => `${batch_id} ${by}`)).size).toBe(1);
    expect(names).toMatchObject({ [b.id]: "Beta" });
  });

  test("tells of settings too, and nobody but administrators sees all", async () => {
    const params = { start_date: "2020-01-01", end_date: "2100-01-01" };
    await expect(ravi.call(historyRoutes.list, { query: params })).rejects.toMatchObject({
      code: "forbidden",
    });
    await sql`update auth.users set app_metadata = app_metadata || '{"role":"admin"}' where id = ${app.id}`.execute(
      app.db,
    );
    await app.call(coverageRoutes.saveHolidays, {
      body: { holidays: [{ day: "2025-08-15", name: "Holiday" }] },
    });
    const { changes } = await app.call(historyRoutes.list, { query: { ...params, noun: "holidays" } });
    expect(changes).toMatchObject([
      { noun: "holidays", op: "added", by: app.email, after: { name: "Holiday" } },
    ]);
    const own = await app.call(historyRoutes.list, { query: { by: ravi.id } });
    expect(new Set(own.changes.map(({ by }) => by))).toEqual(new Set(["ravi@example.com"]));
  });

  test("can't be rewritten", async () => {
    const statements = [
      sql`update history.changes set by = null`,
      sql`delete from history.changes`,
      sql`truncate history.changes`,
    ];
    for (const statement of statements)
      await expect(statement.execute(app.db)).rejects.toThrow("append-only");
  });
});

describe("what is kept of it", () => {
  /** The fields of each trigger, by the table. */
  async function noted(): Promise<Record<string, string[]>> {
    const { rows } = await sql<{ table: string; given: string }>`
      select relname as table, encode(tgargs, 'escape') as given
      from pg_trigger join pg_class on pg_class.oid = tgrelid
      where tgname like '%history' and tgnargs > 0`.execute(app.db);
    return Object.fromEntries(rows.map(({ table, given }) => [table, given.split("\\000").filter(Boolean)]));
  }

  test("is every field that people set", async () => {
    const { doctors, products, visits, sales } = historyFields;
    const known = Object.entries({ doctors, products, visits, sales });
    // Whose a visit is follows from who completes it, and is noted with that.
    const beside = (table: string) => (table === "visits" ? ["created_by"] : []);
    const fields = known.map(([table, labels]) => [table, [...Object.keys(labels), ...beside(table)].sort()]);
    const found = Object.entries(await noted()).map(([table, names]) => [table, names.sort()]);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(fields));
    const { items: _, id: __, ...ofVisit } = visitInput.shape as Record<string, unknown>;
    expect(Object.keys(doctors).sort()).toEqual(Object.keys(doctorInput.shape).sort());
    expect(Object.keys(products).sort()).toEqual(Object.keys(productInput.shape).sort());
    expect(Object.keys(visits).sort()).toEqual(Object.keys(ofVisit).sort());
  });

  test("goes when its time is over, in portions", async () => {
    const doctor = await aDoctor(app);
    const second = await edit(doctor, { name: "Dr. One" });
    await edit(second, { name: "Dr. Two" });
    const { changes } = await historyOf("doctors", doctor.id);
    const after = Date.parse(changes[0]?.at ?? "") + 1000;
    expect(await forgetChanges(app.db, after - 86_400_000)).toBe(0);
    expect(await forgetChanges(app.db, after, 1)).toBe(1);
    while ((await forgetChanges(app.db, after)) > 0);
    expect((await historyOf("doctors", doctor.id)).changes).toEqual([]);
  });

  test("of a doctor is emptied on request, but not who did what; then nothing comes back", async () => {
    const doctor = await aDoctor(app, { name: "Dr. Private" });
    await aVisit(app, doctor.id, { notes: "Secret" });
    await edit(doctor, { name: "Dr. Hidden" });
    await app.call(doctorRoutes.delete, { params: { id: doctor.id } });
    const params = { id: doctor.id };
    await expect(ravi.call(historyRoutes.erase, { params })).rejects.toMatchObject({ code: "forbidden" });
    expect(await app.call(historyRoutes.erase, { params })).toEqual({ changes: 3 });
    const { changes } = await historyOf("doctors", doctor.id);
    expect(changes.map(({ op, by, before }) => [op, by, before])).toEqual([
      ["deleted", app.email, {}],
      ["updated", app.email, {}],
    ]);
    const { rows } =
      await sql`select from history.changes where to_jsonb(changes)::text ~ 'Private|Secret'`.execute(app.db);
    expect(rows).toEqual([]);
    expect((await app.call(historyRoutes.deleted, {})).rows.some(({ id }) => id === doctor.id)).toBe(false);
    await expect(app.call(historyRoutes.restore, { params, body: {} })).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(undo(changes[1]?.batch_id ?? "")).rejects.toMatchObject({ code: "not_found" });
  });

  test("is a file for administrators only", async () => {
    expect((await app.send(historyRoutes.export.path)).status).toBe(200);
    expect((await ravi.send(historyRoutes.export.path)).status).toBe(403);
  });
});

describe("undoing", () => {
  test("takes an edit of a doctor or product back, by another edit", async () => {
    const doctor = await aDoctor(app);
    await edit(doctor, { name: "Dr. Wrong", address: null });
    const [wrong] = (await historyOf("doctors", doctor.id)).changes;
    expect(await undo(wrong?.batch_id ?? "")).toEqual({ noun: "doctors", id: doctor.id, records: 1 });
    const now = await app.call(doctorRoutes.read, { params: { id: doctor.id } });
    expect(now).toMatchObject({ name: doctor.name, address: doctor.address, version: 3 });

    const product = await aProduct(app, 5);
    const { name, category, description } = product;
    const body = { name, category, description, price: "99.90", version: 1 };
    await app.call(productRoutes.update, { params: { id: product.id }, body: body as never });
    const [cheaper] = (await historyOf("products", product.id)).changes;
    await undo(cheaper?.batch_id ?? "");
    const read = await app.call(productRoutes.read, { params: { id: product.id } });
    expect(read).toMatchObject({ price: "120.50", current_stock: 5 });
  });

  test("takes the edit of a visit back, with its lines and their stock", async () => {
    const [a, b] = [await aProduct(app, 10), await aProduct(app, 10)];
    const doctor = await aDoctor(app);
    const visit = await aVisit(app, doctor.id, { items: [anItem(a.id, 1), anItem(b.id, 2)] });
    const [first] = itemsOf(visit);
    if (!first) throw new Error("a line");
    const items = [{ ...first, quantity: 3, unit_price: "90.00" }, anItem(b.id, 4)];
    await app.call(visitRoutes.update, {
      params: { id: visit.id },
      body: visitEdit(visit, { items, notes: null, visit_date: "2025-06-11" }),
    });
    const [last] = (await historyOf("visits", visit.id)).changes;
    await undo(last?.batch_id ?? "");
    const now = await app.call(visitRoutes.read, { params: { id: visit.id } });
    expect(now).toMatchObject({
      notes: visit.notes,
      visit_date: visit.visit_date,
      total_sales: visit.total_sales,
    });
    expect(new Set(itemsOf(now))).toEqual(new Set(itemsOf(visit)));
    expect([await stockOf(app, a.id), await stockOf(app, b.id)]).toEqual([9, 8]);
  });

  test("is refused over what was changed since, for somebody else's, and for what is unknown", async () => {
    const doctor = await aDoctor(app);
    const second = await edit(doctor, { name: "Dr. One" });
    const [change] = (await historyOf("doctors", doctor.id)).changes;
    const batch = change?.batch_id ?? "";
    await expect(undo(batch, ravi)).rejects.toMatchObject({ code: "forbidden" });
    await edit(second, { name: "Dr. Two" });
    await expect(undo(batch)).rejects.toMatchObject({
      code: "changed_meanwhile",
      details: { current: { name: "Dr. Two" } },
    });
    await expect(undo(anId())).rejects.toMatchObject({ code: "not_found" });
  });

  test("brings a doctor back with visits, sales and stock, exactly as it was", async () => {
    const product = await aProduct(app, 20);
    const doctor = await aDoctor(app);
    await edit(doctor, { doctor_class: "C" });
    for (const units of [2, 3]) await aVisit(app, doctor.id, { items: [anItem(product.id, units)] });
    const before = await everything();
    await app.call(doctorRoutes.delete, { params: { id: doctor.id } });
    expect(await stockOf(app, product.id)).toBe(20);
    const { rows } = await app.call(historyRoutes.deleted, {});
    const taken = rows.find(({ id }) => id === doctor.id);
    expect(taken).toMatchObject({ noun: "doctors", by: app.email, visits: 2, sales: 2, units: 5 });
    expect(await undo(taken?.batch_id ?? "")).toEqual({ noun: "doctors", id: doctor.id, records: 1 });
    expect(await everything()).toEqual(before);
    expect((await movementsOf(app, product.id)).slice(-2).map(([type, units]) => [type, units])).toEqual([
      ["sale", -2],
      ["sale", -3],
    ]);
    expect((await app.call(historyRoutes.deleted, {})).rows.some(({ id }) => id === doctor.id)).toBe(false);
    await expect(undo(taken?.batch_id ?? "")).rejects.toMatchObject({ code: "changed_meanwhile" });
  });

  test("brings one of several back that were deleted at once, also for somebody else", async () => {
    const key = anId();
    const [one, other] = [await aDoctor(app), await aDoctor(app)];
    for (const { id } of [one, other]) {
      await aVisit(app, id);
      await app.member.send(`/api/doctors/${id}`, { method: "DELETE", headers: { "idempotency-key": key } });
    }
    const listed = async () =>
      (await app.call(historyRoutes.deleted, {})).rows.filter(({ id }) => id === one.id || id === other.id);
    expect((await listed()).map(({ visits }) => visits)).toEqual([1, 1]);
    const params = { id: one.id };
    expect(await ravi.call(historyRoutes.restore, { params, body: {} })).toEqual({
      ...{ noun: "doctors", id: one.id, records: 1 },
    });
    expect((await listed()).map(({ id }) => id)).toEqual([other.id]);
    await expect(ravi.call(historyRoutes.restore, { params, body: {} })).rejects.toMatchObject({
      code: "changed_meanwhile",
    });
    await app.call(doctorRoutes.delete, { params });
    expect(await listed()).toHaveLength(2);
    expect(await app.call(historyRoutes.restore, { params, body: {} })).toMatchObject({ id: one.id });
  });

  test("is nobody's to prevent: under the key of another person's batch, others have batches of their own", async () => {
    const [his, changed, deleted] = [await aDoctor(app), await aDoctor(app), await aDoctor(app)];
    const [kept, merged] = [await aDoctor(app), await aDoctor(app)];
    const batchOf = async ({ id }: { id: string }) =>
      (await historyOf("doctors", id)).changes[0]?.batch_id ?? "";
    await edit(his, { name: "Dr. First" }, ravi);
    const key = await batchOf(his);
    const body = { ...withoutId(doctorBody()), name: "Dr. Second", version: changed.version };
    const merging = { other: merged.id, version: 1, other_version: 1, fields: { name: "Dr. Third" } };
    for (const { path, headers, ...request } of [
      requestOf(doctorRoutes.update, { params: { id: changed.id }, body }),
      requestOf(doctorRoutes.delete, { params: { id: deleted.id } }),
      requestOf(doctorRoutes.merge, { params: { id: kept.id }, body: merging }),
    ])
      await app.send(path, { ...request, headers: { ...headers, "idempotency-key": key } });
    expect(await undo(key, ravi)).toMatchObject({ id: his.id, records: 1 });
    for (const one of [changed, deleted, merged]) {
      const batch = await batchOf(one);
      await expect(undo(batch, ravi)).rejects.toMatchObject({ code: "forbidden" });
      expect(await undo(batch)).toMatchObject({ id: one.id, records: 1 });
    }
  });

  test("asks which units come back where the stock does not suffice", async () => {
    const product = await aProduct(app, 5);
    const doctor = await aDoctor(app);
    const visit = await aVisit(app, doctor.id, { items: [anItem(product.id, 4)] });
    await app.call(visitRoutes.delete, { params: { id: visit.id } });
    await aVisit(app, doctor.id, { items: [anItem(product.id, 3)] });
    const { rows } = await app.call(historyRoutes.deleted, {});
    const batch = rows.find(({ id }) => id === visit.id)?.batch_id ?? "";
    await expect(undo(batch)).rejects.toMatchObject({
      code: "insufficient_stock",
      details: { available: 2 },
    });
    const [line] = itemsOf(visit);
    await undo(batch, app.member, { [line?.id ?? ""]: 2 });
    const now = await app.call(visitRoutes.read, { params: { id: visit.id } });
    expect(now.sales).toMatchObject([{ quantity: 2 }]);
    expect(await stockOf(app, product.id)).toBe(0);
  });

  test("tells that the doctor of a visit is gone, and leaves out who has no account any more", async () => {
    const doctor = await aDoctor(app);
    const meera = await app.signUp("meera@example.com");
    const visit = await aVisit(meera, doctor.id);
    await app.call(visitRoutes.delete, { params: { id: visit.id } });
    await app.call(doctorRoutes.delete, { params: { id: doctor.id } });
    const restore = (id: string) => app.call(historyRoutes.restore, { params: { id }, body: {} });
    await expect(restore(visit.id)).rejects.toMatchObject({ code: "doctor_missing" });
    await sql`delete from auth.users where id = ${meera.id}`.execute(app.db);
    await restore(doctor.id);
    await restore(visit.id);
    expect(await app.call(visitRoutes.read, { params: { id: visit.id } })).toMatchObject({
      created_by: null,
    });
  });

  test("brings a product back with its ledger", async () => {
    const product = await aProduct(app, 7);
    const ledger = await movementsOf(app, product.id);
    await app.call(productRoutes.delete, { params: { id: product.id } });
    const { rows } = await app.call(historyRoutes.deleted, {});
    await undo(rows.find(({ id }) => id === product.id)?.batch_id ?? "");
    expect(await movementsOf(app, product.id)).toEqual(ledger);
    expect(await stockOf(app, product.id)).toBe(7);
  });

  test("keeps every sum right, also when it comes back before the sums have followed its deletion", async () => {
    const [sold, doctor] = [await aProduct(app, 20), await aDoctor(app)];
    await aVisit(app, doctor.id, { items: [anItem(sold.id, 2)] });
    const unsold = await aProduct(app, 7);
    await foldChanges(app.db);
    for (const { id } of [doctor, unsold]) {
      if (id === doctor.id) await app.call(doctorRoutes.delete, { params: { id } });
      else await app.call(productRoutes.delete, { params: { id } });
      const { rows } = await app.call(historyRoutes.deleted, {});
      await undo(rows.find((row) => row.id === id)?.batch_id ?? "");
      expect(await checkRollups(app.database)).toEqual([]);
    }
    await foldChanges(app.db);
    expect(await checkRollups(app.database)).toEqual([]);
  });

  test("by the key of the request; a late repetition of the deletion does not delete again", async () => {
    const doctor = await aDoctor(app);
    const key = anId();
    const remove = () =>
      app.member.send(`/api/doctors/${doctor.id}`, { method: "DELETE", headers: { "idempotency-key": key } });
    expect((await remove()).status).toBe(200);
    await undo(key);
    expect((await remove()).status).toBe(200);
    expect(await app.call(doctorRoutes.read, { params: { id: doctor.id } })).toMatchObject({ id: doctor.id });
  });
});
