import { productRoutes } from "@rounds/domain/products/routes.ts";
import { stockRoutes } from "@rounds/domain/stock/routes.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import {
  aDoctor,
  anId,
  anItem,
  aProduct,
  aVisit,
  productBody,
  stockOf,
  visitEdit,
} from "@rounds/testkit/builders.ts";
import type { Member } from "@rounds/testkit/caller.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startApp, type TestApp } from "../testing/app.ts";

const app = await startApp();
const ravi = await app.signUp("ravi@example.com");
afterAll(() => app.close());

const read = (id: string) => app.call(productRoutes.read, { params: { id } });
const edit = (version: number, changes: object = {}) => {
  const { id: _, ...body } = productBody();
  return { ...body, ...changes, version };
};
const update = (id: string, body: ReturnType<typeof edit>, by: Member = app.member) =>
  by.call(productRoutes.update, { params: { id }, body });

describe("creating a product", () => {
  test("stores what was entered, without stock", async () => {
    const body = productBody({ name: " Cetirizine ", price: "5.5", category: "", description: " " });
    const made = await app.call(productRoutes.create, { body });
    expect(made).toEqual({
      id: body.id,
      name: "Cetirizine",
      price: "5.50",
      category: null,
      description: null,
      current_stock: 0,
      version: 1,
      created_by: app.id,
      updated_by: app.id,
      created_at: made.created_at,
      updated_at: made.created_at,
    });
    expect(await read(made.id)).toEqual({ ...made, has_sales: false });
  });

  test("again gives the first answer, and after stock came in, the current product", async () => {
    const body = productBody({ name: "Once" });
    const first = await app.call(productRoutes.create, { body });
    expect(await app.call(productRoutes.create, { body: { ...body, price: "120.5" } })).toEqual(first);
    await app.call(stockRoutes.add, { params: { id: first.id }, body: { id: anId(), quantity: 3 } });
    expect(await app.call(productRoutes.create, { body })).toEqual({ ...first, current_stock: 3 });
    expect((await app.call(productRoutes.list, { query: { search: "Once" } })).total).toBe(1);
  });

  test("with a used id and other content is refused; simultaneous requests create one row", async () => {
    const body = productBody({ name: "Together" });
    const same = await Promise.all(
      Array.from({ length: 20 }, () => app.call(productRoutes.create, { body })),
    );
    expect(new Set(same.map((answer) => JSON.stringify(answer))).size).toBe(1);
    await expect(app.call(productRoutes.create, { body: { ...body, price: "1" } })).rejects.toMatchObject({
      status: 409,
      code: "id_taken",
    });
  });

  test("can't set stock", async () => {
    const body = { ...productBody(), current_stock: 100 };
    await expect(app.call(productRoutes.create, { body })).rejects.toMatchObject({
      code: "validation_failed",
    });
  });
});

describe("editing a product", () => {
  test("saves under the next version and leaves the stock alone", async () => {
    const made = await aProduct(app, 7);
    const saved = await update(made.id, edit(1, { name: "Renamed", price: "0", category: null }), ravi);
    expect(saved).toMatchObject({
      name: "Renamed",
      price: "0.00",
      category: null,
      version: 2,
      current_stock: 7,
    });
    expect(saved.updated_by).toBe(ravi.id);
  });

  test("that somebody else edited in the meantime names them and shows it", async () => {
    const made = await aProduct(app, 7);
    const theirs = await update(made.id, edit(1, { price: "99" }), ravi);
    await expect(update(made.id, edit(1, { price: "98" }))).rejects.toMatchObject({
      status: 409,
      code: "changed_meanwhile",
      details: { current: theirs, changed_by: "ravi@example.com", changed_at: theirs.updated_at },
    });
    expect(await read(made.id)).toEqual({ ...theirs, has_sales: false });
  });

  test("is not affected by stock that moves in the meantime", async () => {
    const made = await aProduct(app, 7);
    const { id } = await aDoctor(app);
    await aVisit(app, id, { items: [anItem(made.id, 2)] });
    expect(await update(made.id, edit(1))).toMatchObject({ version: 2, current_stock: 5 });
  });

  test("that does not exist is refused", async () => {
    await expect(update(anId(), edit(1))).rejects.toMatchObject({ status: 404, code: "not_found" });
  });
});

describe("deleting a product", () => {
  const deletionEffect = (id: string) => app.call(productRoutes.deletionEffect, { params: { id } });
  const remove = (id: string) => app.call(productRoutes.delete, { params: { id } });

  test("without sales deletes its ledger too", async () => {
    const { id } = await aProduct(app, 7);
    const effect = { sales: 0, stock_transactions: 1 };
    expect(await deletionEffect(id)).toEqual({ ...effect, version: 1 });
    expect(await remove(id)).toEqual(effect);
    await expect(read(id)).rejects.toMatchObject({ code: "not_found" });
    await expect(remove(id)).rejects.toMatchObject({ status: 410, code: "gone" });
    const left = app.db.selectFrom("stock_transactions").select("id").where("product_id", "=", id);
    expect(await left.execute()).toEqual([]);
  });

  test.each([
    [1, "This product has 1 sale and can't be deleted."],
    [3, "This product has 3 sales and can't be deleted."],
  ])("with %i sales is refused and says how many", async (count, message) => {
    const { id } = await aProduct(app, 10);
    const doctor = await aDoctor(app);
    for (let n = 0; n < count; n++) await aVisit(app, doctor.id, { items: [anItem(id)] });
    const effect = { sales: count, stock_transactions: 1 + count };
    expect(await deletionEffect(id)).toEqual({ ...effect, version: 1 });
    await expect(remove(id)).rejects.toMatchObject({
      status: 409,
      code: "product_has_sales",
      message,
      details: effect,
    });
    expect(await stockOf(app, id)).toBe(10 - count);
  });

  test("is possible again once its sales are gone", async () => {
    const { id } = await aProduct(app, 10);
    const doctor = await aDoctor(app);
    const visit = await aVisit(app, doctor.id, { items: [anItem(id)] });
    const params = { id: visit.id };
    expect(await read(id)).toMatchObject({ has_sales: true });
    await app.call(visitRoutes.update, { params, body: visitEdit(visit, { items: [] }) });
    expect(await read(id)).toMatchObject({ has_sales: false });
    expect(await remove(id)).toEqual({ sales: 0, stock_transactions: 3 });
  });
});

describe("the product list", () => {
  const list = (query: { search?: string; page?: number }) => app.call(productRoutes.list, { query });
  let shop: TestApp;
  beforeAll(async () => {
    shop = await startApp();
    const products = [
      { name: "Paracetamol 500", category: "Pain Relief", description: "Fever & pain" },
      { name: "paracétamol 650", category: "Pain Relief", description: null },
      { name: "Vitamin C 100%", category: "Vitamins", description: "Chew_able" },
      { name: "Äther", category: null, description: "C:\\store" },
    ] as const;
    for (const product of products) await aProduct(shop, 0, product);
  });
  afterAll(() => shop.close());

  test.each<[string, string[]]>([
    ["", ["Äther", "Paracetamol 500", "paracétamol 650", "Vitamin C 100%"]],
    ["PARACÉTAMOL", ["Paracetamol 500", "paracétamol 650"]],
    ["pain", ["Paracetamol 500", "paracétamol 650"]],
    ["fever", ["Paracetamol 500"]],
    ["500 paracetamol", ["Paracetamol 500"]],
    ["pain, fever", ["Paracetamol 500"]],
    ["paracetamol vitamins", []],
    ["cstore", []],
    ["vitamins", ["Vitamin C 100%"]],
    ["ather", ["Äther"]],
    ["%", ["Vitamin C 100%"]],
    ["chew_", ["Vitamin C 100%"]],
    ["_", ["Vitamin C 100%"]],
    ["\\", ["Äther"]],
    ["120.50", []],
  ])("search %j finds %j", async (search, names) => {
    const answer = await shop.call(productRoutes.list, { query: { search } });
    expect(answer.rows.map((product) => product.name)).toEqual(names);
    expect(answer).toMatchObject({ total: names.length, unfiltered: 4, page: 1, page_size: 25 });
  });

  test("pages by 25, and a page beyond the last gives the last", async () => {
    for (let n = 0; n < 27; n++) await aProduct(app, 0, { name: `Shelf ${n}` });
    const first = await list({ search: "shelf" });
    const second = await list({ search: "shelf", page: 99 });
    expect([first.rows.length, second.rows.length, second.page, second.total]).toEqual([25, 2, 2, 27]);
    expect(new Set([...first.rows, ...second.rows].map((row) => row.id)).size).toBe(27);
  });

  test("the select of the visit form has all products by name with price and stock", async () => {
    const choices = await shop.call(productRoutes.pick, {});
    expect(choices.map((choice) => choice.name)).toEqual([
      "Äther",
      "Paracetamol 500",
      "paracétamol 650",
      "Vitamin C 100%",
    ]);
    expect(choices[0]).toEqual({ id: expect.any(String), name: "Äther", price: "120.50", current_stock: 0 });
  });
});
