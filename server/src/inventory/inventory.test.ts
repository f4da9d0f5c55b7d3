import type { InventorySummaryQuery } from "@rounds/domain/inventory/inventory.ts";
import { inventoryRoutes } from "@rounds/domain/inventory/routes.ts";
import { stockRoutes } from "@rounds/domain/stock/routes.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import { aDoctor, anId, anItem, aProduct, aVisit } from "@rounds/testkit/builders.ts";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { startApp } from "../testing/app.ts";

const app = await startApp();
const doctor_id = (await aDoctor(app)).id;
afterAll(() => app.close());
// Every test begins without products; the clock shows 15 June 2025.
beforeEach(async () => {
  await app.database.pool.query("delete from visits; delete from products");
});

const list = (query: InventorySummaryQuery & { page?: number } = {}) =>
  app.call(inventoryRoutes.list, { query });
const summary = (query: InventorySummaryQuery = {}) => app.call(inventoryRoutes.summary, { query });

/** The figures of the only row: opening, purchases, sales, adjustments, sold before received, closing. */
async function figures(query: InventorySummaryQuery = {}) {
  const { rows } = await list(query);
  expect(rows.length).toBe(1);
  return rows.map((row) => [
    row.opening_stock,
    row.purchases,
    row.sales,
    row.adjustments,
    row.sold_before_received,
    row.closing_stock,
  ])[0];
}

describe("a row of the report", () => {
  test("has zeros for a product without any movement", async () => {
    const product = await aProduct(app, 0, { category: null, price: "12.50" });
    expect(await list()).toEqual({
      rows: [
        {
          product_id: product.id,
          product_name: product.name,
          category: null,
          price: "12.50",
          opening_stock: 0,
          opening_entries: 0,
          purchases: 0,
          sales: 0,
          adjustments: 0,
          sold_before_received: 0,
          closing_stock: 0,
          stock_value: "0.00",
        },
      ],
      total: 1,
      page: 1,
      page_size: 25,
    });
  });

  test("nets returns against sales, and leaves them out of the adjustments", async () => {
    const product = await aProduct(app, 100, { price: "9999999999.99" });
    const kept = await aVisit(app, doctor_id, { visit_date: "2025-06-15", items: [anItem(product.id, 7)] });
    const gone = await aVisit(app, doctor_id, { visit_date: "2025-06-15", items: [anItem(product.id, 30)] });
    await app.call(visitRoutes.delete, { params: { id: gone.id } });
    await app.call(stockRoutes.correct, {
      params: { id: product.id },
      body: { id: anId(), quantity: 90, current_stock: 93 },
    });
    expect(await figures()).toEqual([0, 100, 7, -3, 0, 90]);
    expect((await list()).rows[0]?.stock_value).toBe("899999999999.10");
    expect((await summary()).stock_value).toBe("899999999999.10");
    await app.call(visitRoutes.delete, { params: { id: kept.id } });
    expect(await figures()).toEqual([0, 100, 0, -3, 0, 97]);
  });

  test("counts opening transactions within the days as opening stock", async () => {
    const product = await aProduct(app);
    await app.database.pool.query(
      `insert into stock_transactions (id, product_id, transaction_type, quantity, transaction_date)
       values (gen_random_uuid(), $1, 'opening', 40, '2025-03-10'), (gen_random_uuid(), $1, 'opening', 2, '2025-04-01')`,
      [product.id],
    );
    expect(await figures()).toEqual([42, 0, 0, 0, 0, 42]);
    expect(await figures({ end_date: "2025-03-31" })).toEqual([40, 0, 0, 0, 0, 40]);
    expect(await figures({ start_date: "2025-03-11", end_date: "2025-03-31" })).toEqual([40, 0, 0, 0, 0, 40]);
    expect(await figures({ start_date: "2025-03-11" })).toEqual([42, 0, 0, 0, 0, 42]);
    expect((await list({ start_date: "2025-03-11" })).rows[0]?.opening_entries).toBe(2);
    expect(await figures({ end_date: "2025-03-09" })).toEqual([0, 0, 0, 0, 0, 0]);
  });

  test("shows no stock below 0, and separately what was sold before it was received, until it was made good", async () => {
    // Bought today, sold (as entered later) five days before.
    const product = await aProduct(app, 50);
    await aVisit(app, doctor_id, { visit_date: "2025-06-10", items: [anItem(product.id, 8)] });
    expect(await figures({ end_date: "2025-06-09" })).toEqual([0, 0, 0, 0, 0, 0]);
    expect(await figures({ end_date: "2025-06-12" })).toEqual([0, 0, 8, 0, 8, 0]);
    expect(await figures({ start_date: "2025-06-11", end_date: "2025-06-12" })).toEqual([0, 0, 0, 0, 0, 0]);
    expect(await figures({ start_date: "2025-06-11" })).toEqual([0, 50, 0, 0, -8, 42]);
    expect(await figures()).toEqual([0, 50, 8, 0, 0, 42]);
  });

  test("ends today, however late the end", async () => {
    const product = await aProduct(app, 20);
    await aVisit(app, doctor_id, { visit_date: "2025-08-01", items: [anItem(product.id, 5)] });
    for (const end_date of [undefined, "2025-06-15", "2025-06-16", "2999-12-31"]) {
      expect(await figures({ ...(end_date && { end_date }) })).toEqual([0, 20, 5, 0, 0, 15]);
    }
    expect(await figures({ start_date: "2025-07-01" })).toEqual([15, 0, 0, 0, 0, 15]);
    expect(await figures({ start_date: "2025-07-01", end_date: "2025-09-01" })).toEqual([15, 0, 0, 0, 0, 15]);
    expect((await summary({ start_date: "2025-07-01" })).movement.sums).toEqual([]);
  });

  test("refuses a range that ends before it begins", async () => {
    const query = { start_date: "2025-06-02", end_date: "2025-06-01" };
    const refusal = {
      code: "validation_failed",
      fields: { end_date: "End date cannot be earlier than start date." },
    };
    await expect(list(query)).rejects.toMatchObject(refusal);
    await expect(summary(query)).rejects.toMatchObject(refusal);
    await expect(app.call(inventoryRoutes.export, { query })).rejects.toMatchObject(refusal);
  });
});

describe("the table", () => {
  test("pages by name, 25 at a time, and applies its product and category filters", async () => {
    for (let n = 0; n < 60; n++) {
      const category = n < 3 ? null : n < 5 ? "Other" : n < 30 ? "Vitamins" : "Diabetes";
      await aProduct(app, 0, { name: `${n % 2 ? "é" : "E"}-${String(n % 50).padStart(2, "0")}`, category });
    }
    const pages = await Promise.all([1, 2, 3, 9].map((page) => list({ page })));
    expect(pages.map((page) => [page.page, page.rows.length, page.total])).toEqual([
      [1, 25, 60],
      [2, 25, 60],
      [3, 10, 60],
      [3, 10, 60],
    ]);
    const rows = pages.slice(0, 3).flatMap((page) => page.rows);
    const keys = rows.map((row) => `${row.product_name.slice(2)} ${row.product_id}`);
    expect(keys).toEqual(keys.toSorted());
    expect(new Set(keys).size).toBe(60);
    expect((await list({ category: "Other" })).total).toBe(5);
    expect((await list({ category: "Vitamins" })).total).toBe(25);
    const product_id = rows[7]?.product_id ?? "";
    expect((await list({ product_id })).rows).toEqual([rows[7]]);
    expect((await list({ product_id: product_id.toUpperCase() })).total).toBe(1);
    expect((await list({ product_id: anId() })).rows).toEqual([]);
    expect((await summary({ product_id: anId() })).products).toBe(0);
  });
});

describe("the summary", () => {
  test("of nothing", async () => {
    expect(await summary()).toEqual({
      products: 0,
      purchases: 0,
      sales: 0,
      stock_value: "0.00",
      movement: { step: "month", from: "2020-01-01", to: "2025-06-15", sums: [] },
      before: null,
      value_by_category: [],
      low_stock: [],
      low_stock_products: 0,
    });
  });

  test("shows the movement of each day, of a single product too, without days that net to zero", async () => {
    const [a, b] = [await aProduct(app, 100), await aProduct(app, 50, { category: "Diabetes" })];
    const sell = (visit_date: string, product_id: string, quantity: number) =>
      aVisit(app, doctor_id, { visit_date, items: [anItem(product_id, quantity)] });
    await sell("2025-06-01", a.id, 3);
    await sell("2025-06-01", b.id, 4);
    const gone = await sell("2025-06-05", a.id, 9);
    await app.call(visitRoutes.delete, { params: { id: gone.id } });
    const today = "2025-06-15";
    const movement = async (query?: InventorySummaryQuery) => (await summary(query)).movement;
    const on = (day: string, purchases: number, sales: number) => ({ from: day, to: day, purchases, sales });
    expect(await movement()).toEqual({
      step: "day",
      from: "2025-06-01",
      to: today,
      sums: [on("2025-06-01", 0, 7), on(today, 150, 0)],
    });
    expect((await movement({ product_id: a.id })).sums).toEqual([on("2025-06-01", 0, 3), on(today, 100, 0)]);
    expect((await movement({ category: "Diabetes", end_date: "2025-06-14" })).sums).toEqual([
      on("2025-06-01", 0, 4),
    ]);
    expect((await movement({ start_date: "2025-06-02", end_date: "2025-06-14" })).sums).toEqual([]);
    // Beyond 60 days it is by week, Monday to Sunday: the first of June was a Sunday.
    expect(await movement({ start_date: "2025-04-16" })).toEqual({
      step: "week",
      from: "2025-04-16",
      to: today,
      sums: [
        { from: "2025-05-26", to: "2025-06-01", purchases: 0, sales: 7 },
        { from: "2025-06-09", to: today, purchases: 150, sales: 0 },
      ],
    });
  });

  test("sums the value by category, largest first, and lists the products lowest on stock", async () => {
    for (let n = 0; n < 53; n++)
      await aProduct(app, n % 12, { name: `P${n}`, category: "Vitamins", price: "1.01" });
    await aProduct(app, 11, { name: "None", category: null, price: "0.10" });
    await aProduct(app, 20, { name: "Else", category: "Other", price: "0.10" });
    await aProduct(app, 90, { name: "Free", category: "Diabetes", price: "0.00" });
    const units = Array.from({ length: 53 }, (_, n) => n % 12);
    const { value_by_category, low_stock, low_stock_products, products, stock_value } = await summary();
    expect(products).toBe(56);
    const vitamins = units.reduce((sum, n) => sum + n, 0) * 101;
    expect(value_by_category).toEqual([
      { category: "Vitamins", value: (vitamins / 100).toFixed(2) },
      { category: "Other", value: "3.10" },
    ]);
    expect(stock_value).toBe(((vitamins + 310) / 100).toFixed(2));
    const low = units.filter((n) => n <= 10).length;
    expect([low_stock.length, low_stock_products]).toEqual([Math.min(50, low), low]);
    expect(low_stock.map((row) => row.closing_stock)).toEqual(
      units
        .filter((n) => n <= 10)
        .sort((x, y) => x - y)
        .slice(0, 50),
    );
    expect(low_stock.slice(0, 5).map((row) => row.product_name)).toEqual(["P0", "P12", "P24", "P36", "P48"]);
  });
});
