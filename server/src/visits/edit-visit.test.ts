import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import {
  aDoctor,
  anId,
  anItem,
  aProduct,
  aVisit,
  itemsOf,
  movementsOf,
  stockOf,
  visitBody,
  visitEdit,
} from "@rounds/testkit/builders.ts";
import type { Member } from "@rounds/testkit/caller.ts";
import { afterAll, describe, expect, test } from "vitest";
import { startApp } from "../testing/app.ts";

const app = await startApp();
const ravi = await app.signUp("ravi@example.com");
const doctor_id = (await aDoctor(app, { name: "Dr. Rao" })).id;
afterAll(() => app.close());

type Edit = ReturnType<typeof visitEdit>;
const read = (id: string) => app.call(visitRoutes.read, { params: { id } });
const edit = (id: string, body: Edit, by: Member = app.member) =>
  by.call(visitRoutes.update, { params: { id }, body });
const remove = (id: string) => app.call(visitRoutes.delete, { params: { id } });
const bought = (units: number) => ["purchase", units, "2025-06-15", "manual_adjustment"];
const sold = (units: number, day = "2025-06-10") => ["sale", -units, day, "visit"];
const reversed = (units: number, day = "2025-06-10") => ["adjustment", units, day, "visit_edit_reversal"];

describe("editing a visit", () => {
  test("saves every field under the next version", async () => {
    const other = await aDoctor(app, { name: "Dr. Other" });
    const visit = await aVisit(app, doctor_id);
    const changes = {
      doctor_id: other.id,
      visit_date: "2025-06-12",
      status: "cancelled",
      notes: "",
    } as const;
    const saved = await edit(visit.id, visitEdit(visit, changes), ravi);
    expect(saved).toMatchObject({
      ...changes,
      notes: null,
      version: 2,
      created_by: app.id,
      updated_by: ravi.id,
      doctor: { name: "Dr. Other" },
    });
    expect(await read(visit.id)).toEqual(saved);
  });

  test("changes the ledger only for changed lines", async () => {
    const [a, b, c, d] = await Promise.all([10, 10, 10, 10].map((units) => aProduct(app, units)));
    if (!a || !b || !c || !d) throw new Error("four products");
    const visit = await aVisit(app, doctor_id, {
      items: [anItem(a.id, 1), anItem(b.id, 2), anItem(c.id, 3)],
    });
    const [first, second] = itemsOf(visit);
    if (!first || !second) throw new Error("lines");
    const items = [anItem(d.id, 4), { ...second, quantity: 5 }, { ...first, unit_price: "77.00" }];
    const saved = await edit(visit.id, visitEdit(visit, { items, notes: "Changed" }));
    expect(saved.sales.map(({ id, quantity, unit_price }) => ({ id, quantity, unit_price }))).toEqual(
      items.map(({ id, quantity, unit_price }) => ({ id, quantity, unit_price })),
    );
    expect(saved.total_sales).toBe("977.00");
    expect(await movementsOf(app, a.id)).toEqual([bought(10), sold(1)]);
    expect(await movementsOf(app, b.id)).toEqual([bought(10), sold(2), reversed(2), sold(5)]);
    expect(await movementsOf(app, c.id)).toEqual([bought(10), sold(3), reversed(3)]);
    expect(await movementsOf(app, d.id)).toEqual([bought(10), sold(4)]);
    const stock = await Promise.all([a, b, c, d].map((product) => stockOf(app, product.id)));
    expect(stock).toEqual([9, 5, 10, 6]);
  });

  test("that changes nothing but the version leaves ledger and lines alone", async () => {
    const { id } = await aProduct(app, 10);
    const visit = await aVisit(app, doctor_id, { items: [anItem(id, 4)] });
    const saved = await edit(visit.id, visitEdit(visit));
    expect(saved).toEqual({ ...visit, version: 2, updated_at: saved.updated_at, changed_by: app.email });
    expect(await movementsOf(app, id)).toEqual([bought(10), sold(4)]);
  });

  test("a line that gets another product moves both", async () => {
    const [a, b] = [await aProduct(app, 10), await aProduct(app, 10)];
    const visit = await aVisit(app, doctor_id, { items: [anItem(a.id, 4)] });
    const items = itemsOf(visit).map((item) => ({ ...item, product_id: b.id }));
    await edit(visit.id, visitEdit(visit, { items }));
    expect(await movementsOf(app, a.id)).toEqual([bought(10), sold(4), reversed(4)]);
    expect(await movementsOf(app, b.id)).toEqual([bought(10), sold(4)]);
  });

  test("a new date moves the sale to it; the reversal carries the day of the sale", async () => {
    const { id } = await aProduct(app, 10);
    const visit = await aVisit(app, doctor_id, { items: [anItem(id, 4)] });
    const later = await edit(visit.id, visitEdit(visit, { visit_date: "2025-06-12" }));
    await edit(visit.id, visitEdit(later, { visit_date: "2025-07-30" }));
    expect(await movementsOf(app, id)).toEqual([
      bought(10),
      sold(4),
      reversed(4),
      sold(4, "2025-06-12"),
      reversed(4, "2025-06-12"),
      sold(4, "2025-06-15"),
    ]);
    expect(await stockOf(app, id)).toBe(6);
  });

  test("from one future date to another leaves the ledger alone", async () => {
    const { id } = await aProduct(app, 10);
    const visit = await aVisit(app, doctor_id, { visit_date: "2025-07-01", items: [anItem(id, 4)] });
    await edit(visit.id, visitEdit(visit, { visit_date: "2025-08-01" }));
    expect(await movementsOf(app, id)).toEqual([bought(10), sold(4, "2025-06-15")]);
  });

  test("on a later day, of a line whose sale lay on the day it was made, reverses on that day", async () => {
    const { id } = await aProduct(app, 10);
    const visit = await aVisit(app, doctor_id, { visit_date: "2025-07-01", items: [anItem(id, 4)] });
    app.setClock("2025-06-20T10:00:00Z");
    const asha = await app.signIn("asha@example.com");
    const items = itemsOf(visit).map((item) => ({ ...item, quantity: 3 }));
    await edit(visit.id, visitEdit(visit, { items }), asha);
    app.setClock("2025-06-15T10:00:00Z");
    expect(await movementsOf(app, id)).toEqual([
      bought(10),
      sold(4, "2025-06-15"),
      reversed(4, "2025-06-15"),
      sold(3, "2025-06-20"),
    ]);
  });

  test("counts what its own lines give back as available", async () => {
    const { id } = await aProduct(app, 10);
    const visit = await aVisit(app, doctor_id, { items: [anItem(id, 8)] });
    const [line] = itemsOf(visit);
    if (!line) throw new Error("line");
    const all = await edit(visit.id, visitEdit(visit, { items: [{ ...line, quantity: 10 }] }));
    expect(await stockOf(app, id)).toBe(0);
    await expect(
      edit(visit.id, visitEdit(all, { items: [{ ...line, quantity: 11 }] })),
    ).rejects.toMatchObject({
      code: "insufficient_stock",
      message: "Insufficient stock. Available: 10",
      details: { available: 10, in_all: 10 },
    });
    // An unchanged line gives nothing back.
    await expect(
      edit(visit.id, visitEdit(all, { items: [...itemsOf(all), anItem(id, 1)] })),
    ).rejects.toMatchObject({
      message: "Insufficient stock. Available: 0",
      fields: { "items.1.quantity": "Insufficient stock. Available: 0" },
      details: { available: 0, in_all: 10 },
    });
    expect(await read(visit.id)).toEqual(all);
  });

  test("can swap two lines of one visit when nothing is in stock", async () => {
    const [a, b] = [await aProduct(app, 3), await aProduct(app, 3)];
    const visit = await aVisit(app, doctor_id, { items: [anItem(a.id, 3), anItem(b.id, 3)] });
    const [first, second] = itemsOf(visit);
    if (!first || !second) throw new Error("lines");
    const items = [
      { ...first, product_id: b.id },
      { ...second, product_id: a.id },
    ];
    const saved = await edit(visit.id, visitEdit(visit, { items }));
    expect(saved.sales.map((line) => line.product_id)).toEqual([b.id, a.id]);
    expect([await stockOf(app, a.id), await stockOf(app, b.id)]).toEqual([0, 0]);
  });

  test("that somebody else edited in the meantime shows the visit with its sales, and moves nothing", async () => {
    const { id } = await aProduct(app, 10);
    const visit = await aVisit(app, doctor_id, { items: [anItem(id, 1)] });
    const theirs = await edit(visit.id, visitEdit(visit, { notes: "Theirs" }), ravi);
    await expect(edit(visit.id, visitEdit(visit, { items: [] }))).rejects.toMatchObject({
      status: 409,
      code: "changed_meanwhile",
      details: { current: theirs, changed_by: "ravi@example.com", changed_at: theirs.updated_at },
    });
    expect(await stockOf(app, id)).toBe(9);
    expect(await read(visit.id)).toEqual(theirs);
  });

  test("to a missing doctor, product or visit, or with another visit's line, is refused", async () => {
    const { id } = await aProduct(app, 10);
    const visit = await aVisit(app, doctor_id, { items: [anItem(id, 1)] });
    const other = await aVisit(app, doctor_id, { items: [anItem(id, 1)] });
    const refused = (changes: Parameters<typeof visitEdit>[1]) =>
      expect(edit(visit.id, visitEdit(visit, changes))).rejects;
    await refused({ doctor_id: anId() }).toMatchObject({
      status: 409,
      code: "doctor_missing",
      fields: { doctor_id: "This doctor no longer exists." },
    });
    await refused({ items: [...itemsOf(visit), anItem(anId())] }).toMatchObject({
      status: 409,
      code: "product_missing",
      fields: { "items.1.product_id": "A chosen product no longer exists." },
    });
    await refused({ items: itemsOf(other) }).toMatchObject({ status: 409, code: "id_taken" });
    await expect(edit(anId(), visitEdit(visit))).rejects.toMatchObject({ status: 404, code: "not_found" });
    expect(await read(visit.id)).toEqual(visit);
    expect(await stockOf(app, id)).toBe(8);
  });

  test("keeps a late repetition of its recording harmless", async () => {
    const { id } = await aProduct(app, 10);
    const body = visitBody(doctor_id, { items: [anItem(id, 4)] });
    const visit = await app.call(visitRoutes.create, { body });
    const saved = await edit(visit.id, visitEdit(visit, { items: [] }));
    expect(await app.call(visitRoutes.create, { body })).toEqual(saved);
    expect(await stockOf(app, id)).toBe(10);
  });
});

describe("deleting a visit", () => {
  const restored = (units: number, day: string) => ["adjustment", units, day, "visit_delete_reversal"];

  test("says what is deleted with it, and returns the stock on the day of the sale", async () => {
    const [a, b] = [await aProduct(app, 10), await aProduct(app, 10)];
    const items = [anItem(a.id, 4), anItem(b.id, 1), anItem(a.id, 2)];
    const visit = await aVisit(app, doctor_id, { visit_date: "2025-06-01", items });
    const effect = { doctor_name: "Dr. Rao", visit_date: "2025-06-01", sales: 3, units_returned: 7 };
    const params = { id: visit.id };
    expect(await app.call(visitRoutes.deletionEffect, { params })).toEqual({ ...effect, version: 1 });
    expect(await remove(visit.id)).toEqual(effect);
    expect([await stockOf(app, a.id), await stockOf(app, b.id)]).toEqual([10, 10]);
    const movements = await movementsOf(app, a.id);
    expect(movements.slice(-2)).toEqual(
      expect.arrayContaining([restored(4, "2025-06-01"), restored(2, "2025-06-01")]),
    );
    const left = await app.db.selectFrom("sales").select("id").where("visit_id", "=", visit.id).execute();
    expect(left).toEqual([]);
  });

  test("in the future returns the stock on the day on which it left", async () => {
    const { id } = await aProduct(app, 10);
    const visit = await aVisit(app, doctor_id, { visit_date: "2025-09-01", items: [anItem(id, 4)] });
    await remove(visit.id);
    expect(await movementsOf(app, id)).toEqual([
      bought(10),
      sold(4, "2025-06-15"),
      restored(4, "2025-06-15"),
    ]);
  });

  test("twice says the second time that there is none, and returns the stock once", async () => {
    const { id } = await aProduct(app, 10);
    const visit = await aVisit(app, doctor_id, { items: [anItem(id, 4)] });
    const answers = await Promise.allSettled(Array.from({ length: 5 }, () => remove(visit.id)));
    expect(answers.filter((answer) => answer.status === "fulfilled")).toHaveLength(1);
    for (const answer of answers) {
      if (answer.status === "rejected") expect(answer.reason).toMatchObject({ status: 410, code: "gone" });
    }
    expect(await stockOf(app, id)).toBe(10);
    const params = { id: visit.id };
    await expect(app.call(visitRoutes.deletionEffect, { params })).rejects.toMatchObject({ status: 404 });
    await expect(read(visit.id)).rejects.toMatchObject({ status: 404 });
  });
});
