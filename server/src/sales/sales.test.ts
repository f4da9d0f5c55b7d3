import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { productRoutes } from "@rounds/domain/products/routes.ts";
import { salesRoutes } from "@rounds/domain/sales/routes.ts";
import type { SalesSummaryQuery } from "@rounds/domain/sales/sales.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import type { Visit } from "@rounds/domain/visits/visit.ts";
import { aDoctor, anId, anItem, aProduct, aVisit, visitEdit } from "@rounds/testkit/builders.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { foldChanges } from "../rollups/fold.ts";
import { startApp, type TestApp } from "../testing/app.ts";

/** Doctor, day, product, quantity and unit price of each sale; the letter names it in the tests. */
const diary = {
  a: ["asha", "2025-06-01", "amoxil", 3, "10.10"],
  b: ["asha", "2025-06-05", "brufen", 1, "0.05"],
  c: ["bela", "2025-06-05", "amoxil", 2, "10.00"],
  d: ["bela", "2024-12-31", "plain", 5, "20.00"],
  e: ["cyrus", "2025-06-14", "other", 1, "100.00"],
  f: ["cyrus", "2025-06-20", "brufen", 4, "25.00"],
} as const;
type Letter = keyof typeof diary;

const doctors: Record<string, string> = {};
const products: Record<string, string> = {};
const sold = new Map<string, Letter>();
const visits = new Map<Letter, Visit>();

const app = await startApp();
for (const [key, name] of [
  ["asha", "Dr. Asha Rao"],
  ["bela", "Dr. Bela Shah"],
  ["cyrus", "Dr. Cyrus Mistry"],
  ["idle", "Dr. Idle"],
] as const)
  doctors[key] = (await aDoctor(app, { name })).id;
for (const [key, category] of [
  ["amoxil", "Antibiotics"],
  ["brufen", "Pain Relief"],
  ["plain", null],
  ["other", "Other"],
  ["unsold", "Vitamins"],
] as const)
  products[key] = (await aProduct(app, 100, { name: key, category })).id;
for (const letter of Object.keys(diary) as Letter[]) {
  const [doctor, visit_date, product, quantity, price] = diary[letter];
  const items = [anItem(products[product] ?? "", quantity, price)];
  const visit = await aVisit(app, doctors[doctor] ?? "", { visit_date, items });
  visits.set(letter, visit);
  sold.set(visit.sales[0]?.id ?? "", letter);
}
afterAll(() => app.close());

type Query = SalesSummaryQuery & { page?: number };
const list = (query: Query = {}) => app.call(salesRoutes.list, { query });
const summary = (query: SalesSummaryQuery = {}) => app.call(salesRoutes.summary, { query });
const lettersOf = (rows: { id: string }[]) => rows.map((row) => sold.get(row.id)).join("");
const none = { revenue: "0.00", items_sold: 0, transactions: 0 };
const nothing = { ...none, by_category: [], top_doctors: [], trend: null, before: null };

/** A filter by the names above. */
type Named = Omit<SalesSummaryQuery, "doctor_id" | "product_id"> & { doctor?: string; product?: string };
const queryOf = ({ doctor, product, ...query }: Named): SalesSummaryQuery => ({
  ...query,
  ...(doctor && { doctor_id: doctors[doctor] ?? doctor }),
  ...(product && { product_id: products[product] ?? product }),
});

const june = { start_date: "2025-06-01", end_date: "2025-06-30" };
const filters: [string, Named, string, string, number][] = [
  ["nothing", {}, "fecbad", "350.35", 16],
  [
    "empty filters",
    { start_date: "", end_date: "", doctor: "", product: "", category: "" },
    "fecbad",
    "350.35",
    16,
  ],
  ["a range", june, "fecba", "250.35", 11],
  ["both ends included", { start_date: "2025-06-01", end_date: "2025-06-05" }, "cba", "50.35", 6],
  ["one day", { start_date: "2025-06-05", end_date: "2025-06-05" }, "cb", "20.05", 3],
  [
    "the day of entry of a visit that lies ahead",
    { start_date: "2025-06-15", end_date: "2025-06-15" },
    "f",
    "100.00",
    4,
  ],
  [
    "the day of a visit that lies ahead, which nothing counts for",
    { start_date: "2025-06-16", end_date: "2025-06-30" },
    "",
    "0.00",
    0,
  ],
  ["a year", { start_date: "2024-01-01", end_date: "2024-12-31" }, "d", "100.00", 5],
  ["a range without sales", { start_date: "2020-01-01", end_date: "2020-12-31" }, "", "0.00", 0],
  ["the longest range", { start_date: "1900-01-01", end_date: "2999-12-31" }, "fecbad", "350.35", 16],
  ["a start alone, which does not filter", { start_date: "2025-06-10" }, "fecbad", "350.35", 16],
  ["an end alone, which does not filter", { end_date: "2025-06-01" }, "fecbad", "350.35", 16],
  ["an end before its start", { start_date: "2025-06-10", end_date: "2025-06-09" }, "", "0.00", 0],
  ["a doctor", { doctor: "asha" }, "ba", "30.35", 4],
  ["a doctor in a range", { doctor: "bela", ...june }, "c", "20.00", 2],
  ["a doctor who bought nothing", { doctor: "idle" }, "", "0.00", 0],
  ["an unknown doctor", { doctor: anId() }, "", "0.00", 0],
  ["a product", { product: "amoxil" }, "ca", "50.30", 5],
  [
    "a product in a range",
    { product: "amoxil", start_date: "2025-06-02", end_date: "2025-06-30" },
    "c",
    "20.00",
    2,
  ],
  ["a product that nobody bought", { product: "unsold" }, "", "0.00", 0],
  ["an unknown product", { product: anId() }, "", "0.00", 0],
  ["a product of a doctor", { product: "amoxil", doctor: "asha" }, "a", "30.30", 3],
  ["a category", { category: "Pain Relief" }, "fb", "100.05", 5],
  ["Other, with products without category", { category: "Other" }, "ed", "200.00", 6],
  ["a category without sales", { category: "Vitamins" }, "", "0.00", 0],
  ["a category without products", { category: "Diabetes" }, "", "0.00", 0],
  ["a category in a range", { category: "Other", ...june }, "e", "100.00", 1],
  ["a category of a doctor", { category: "Other", doctor: "bela" }, "d", "100.00", 5],
  ["a category with its product", { category: "Pain Relief", product: "brufen" }, "fb", "100.05", 5],
  ["a category with another's product", { category: "Pain Relief", product: "amoxil" }, "", "0.00", 0],
  [
    "everything at once",
    { ...june, doctor: "asha", product: "amoxil", category: "Antibiotics" },
    "a",
    "30.30",
    3,
  ],
];

describe.each(["as noted", "folded"])("with sales %s", (state) => {
  beforeAll(async () => {
    if (state === "folded") expect(await foldChanges(app.db)).toBeGreaterThan(0);
  });

  test.each(filters)("%s", async (_, named, letters, revenue, items_sold) => {
    const query = queryOf(named);
    const answer = await list(query);
    expect([lettersOf(answer.rows), answer.total]).toEqual([letters, letters.length]);
    expect(await summary(query)).toMatchObject({ revenue, items_sold, transactions: letters.length });
    // The comparison with the days before is another test's.
    if (letters === "") expect({ ...(await summary(query)), before: null }).toEqual(nothing);
  });

  test("a range is compared with as many days right before it, under the same filters", async () => {
    const before = async (query: Parameters<typeof queryOf>[0]) => (await summary(queryOf(query))).before;
    for (const named of [{}, { doctor: "bela" }, { product: "amoxil" }]) {
      const { from, to, ...figures } = (await before({ ...june, ...named })) ?? { from: "", to: "" };
      expect([from, to]).toEqual(["2025-05-17", "2025-05-31"]);
      const { revenue, items_sold, transactions } = await summary(
        queryOf({ ...named, start_date: from, end_date: to }),
      );
      expect(figures).toEqual({ revenue, items_sold, transactions });
    }
    expect([await before({}), await before({ doctor: "asha" })]).toEqual([null, null]);
  });

  test("categories come largest first, those without a name under Other", async () => {
    const { by_category } = await summary();
    expect(by_category).toEqual([
      { category: "Other", revenue: "200.00" },
      { category: "Pain Relief", revenue: "100.05" },
      { category: "Antibiotics", revenue: "50.30" },
    ]);
    expect((await summary({ doctor_id: doctors.bela ?? "" })).by_category).toEqual([
      { category: "Other", revenue: "100.00" },
      { category: "Antibiotics", revenue: "20.00" },
    ]);
  });

  test("doctors come largest first, under the same filters", async () => {
    const named = async (query: SalesSummaryQuery) =>
      (await summary(query)).top_doctors.map(({ name, revenue }) => [name, revenue]);
    expect((await summary()).top_doctors).toEqual([
      { doctor_id: doctors.cyrus, name: "Dr. Cyrus Mistry", revenue: "200.00" },
      { doctor_id: doctors.bela, name: "Dr. Bela Shah", revenue: "120.00" },
      { doctor_id: doctors.asha, name: "Dr. Asha Rao", revenue: "30.35" },
    ]);
    expect(await named({ product_id: products.amoxil ?? "" })).toEqual([
      ["Dr. Asha Rao", "30.30"],
      ["Dr. Bela Shah", "20.00"],
    ]);
    expect(await named({ category: "Other", ...june })).toEqual([["Dr. Cyrus Mistry", "100.00"]]);
    expect(await named({ doctor_id: doctors.asha ?? "" })).toEqual([["Dr. Asha Rao", "30.35"]]);
  });
});

test("a sale shows its day, its visit's day, its doctor and its product", async () => {
  const { rows } = await list();
  expect(rows.find((row) => sold.get(row.id) === "f")).toEqual({
    id: expect.any(String),
    visit_id: visits.get("f")?.id,
    created_by: app.id,
    changed_by_id: null,
    quantity: 4,
    unit_price: "25.00",
    total_amount: "100.00",
    transaction_date: "2025-06-15",
    visit_date: "2025-06-20",
    doctor: { id: doctors.cyrus, name: "Dr. Cyrus Mistry", specialization: "Cardiology" },
    product: { id: products.brufen, name: "brufen", category: "Pain Relief" },
  });
  expect(rows.find((row) => sold.get(row.id) === "d")?.product.category).toBeNull();
});

test("a page beyond the last gives the last", async () => {
  expect(await list({ page: 2 })).toMatchObject({ page: 1, page_size: 10, total: 6 });
  expect(lettersOf((await list({ page: 100_000_000 })).rows)).toBe("fecbad");
  expect(await list({ page: 7, category: "Vitamins" })).toEqual({
    rows: [],
    total: 0,
    page: 1,
    page_size: 10,
  });
});

test.each<[string, object]>([
  ["start_date", { start_date: "2025-02-29" }],
  ["end_date", { end_date: "yesterday" }],
  ["doctor_id", { doctor_id: "asha" }],
  ["product_id", { product_id: "%" }],
  ["category", { category: "Antibiotic" }],
])("%s must be one", async (field, query) => {
  const refused = { status: 400, code: "validation_failed", fields: { [field]: expect.any(String) } };
  await expect(app.call(salesRoutes.list, { query })).rejects.toMatchObject(refused);
  await expect(app.call(salesRoutes.summary, { query })).rejects.toMatchObject(refused);
});

test("ids are found however they are written", async () => {
  expect((await list({ doctor_id: doctors.asha?.toUpperCase() ?? "" })).total).toBe(2);
  expect((await summary({ product_id: products.amoxil?.toUpperCase() ?? "" })).transactions).toBe(2);
});

describe("figures follow", () => {
  let own: TestApp;
  beforeAll(async () => {
    own = await startApp();
  });
  afterAll(() => own.close());
  const read = (query: SalesSummaryQuery = {}) => own.call(salesRoutes.summary, { query });

  test("the edit and the deletion of a visit, the new category of a product, the new name of a doctor", async () => {
    const doctor = await aDoctor(own, { name: "Dr. Before" });
    const product = await aProduct(own, 100, { category: "Vitamins" });
    const visit = await aVisit(own, doctor.id, { items: [anItem(product.id, 2, "10.00")] });
    await foldChanges(own.db);
    const edit = visitEdit(visit, { visit_date: "2025-05-01", items: [anItem(product.id, 3, "10.00")] });
    await own.call(visitRoutes.update, { params: { id: visit.id }, body: edit });
    expect(await read()).toMatchObject({ revenue: "30.00", items_sold: 3, transactions: 1 });
    const before = { from: "2025-05-17", to: "2025-05-31", ...none };
    expect(await read(june)).toEqual({ ...nothing, before });
    const { name, price, description } = product;
    await own.call(productRoutes.update, {
      params: { id: product.id },
      body: { name, price, description, category: null, version: product.version },
    });
    await own.call(doctorRoutes.update, {
      params: { id: doctor.id },
      body: { name: "Dr. After", version: 1 },
    });
    expect(await read()).toMatchObject({
      by_category: [{ category: "Other", revenue: "30.00" }],
      top_doctors: [{ name: "Dr. After", revenue: "30.00" }],
    });
    await own.call(visitRoutes.delete, { params: { id: visit.id } });
    expect(await read()).toEqual(nothing);
    expect(await read({ product_id: product.id })).toEqual(nothing);
    await foldChanges(own.db);
    expect(await read()).toEqual(nothing);
  });

  test("a visit that moves to another doctor, and a doctor who is deleted", async () => {
    const [one, two] = [await aDoctor(own, { name: "Dr. One" }), await aDoctor(own, { name: "Dr. Two" })];
    const product = await aProduct(own, 100);
    const visit = await aVisit(own, one.id, { items: [anItem(product.id, 1, "5.00")] });
    await own.call(visitRoutes.update, {
      params: { id: visit.id },
      body: visitEdit(visit, { doctor_id: two.id }),
    });
    expect(await read()).toMatchObject({ top_doctors: [{ doctor_id: two.id, revenue: "5.00" }] });
    expect(await read({ doctor_id: one.id })).toEqual(nothing);
    expect(await read({ doctor_id: two.id })).toMatchObject({ revenue: "5.00" });
    await own.call(doctorRoutes.delete, { params: { id: two.id } });
    expect(await read()).toEqual(nothing);
    expect(await own.call(salesRoutes.list, {})).toMatchObject({ rows: [], total: 0 });
  });

  test("ten doctors at most, with equal sums by name", async () => {
    const product = await aProduct(own, 100);
    const names = ["m", "C", "k", "A", "é", "b", "L", "d", "j", "f", "G", "h", "i"];
    for (const name of names) {
      const { id } = await aDoctor(own, { name: `Dr. ${name}` });
      await aVisit(own, id, { items: [anItem(product.id, 1, name === "m" ? "2.00" : "1.00")] });
    }
    const expected = ["m", "A", "b", "C", "d", "é", "f", "G", "h", "i"].map((name) => `Dr. ${name}`);
    for (const query of [{}, { product_id: product.id }, june]) {
      expect((await read(query)).top_doctors.map(({ name }) => name)).toEqual(expected);
    }
  });
});

describe("with more sales than are skipped one by one", () => {
  let busy: TestApp;
  const keys: string[] = [];
  beforeAll(async () => {
    busy = await startApp();
    const doctor = await aDoctor(busy);
    for (const category of ["Vitamins", "Vitamins", "Diabetes"] as const) {
      keys.push((await aProduct(busy, 1_000_000, { category })).id);
    }
    // 4 days with 180 sales each, in three years; the second product was last sold on the first of them.
    for (const [n, visit_date] of ["2023-12-31", "2025-06-01", "2024-01-01", "2024-02-29"].entries()) {
      for (let visit = 0; visit < 2; visit++) {
        const items = Array.from({ length: 90 }, (_, line) =>
          anItem(keys[n > 0 && line % 3 === 1 ? 0 : line % 3] ?? "", 1, "1.00"),
        );
        await aVisit(busy, doctor.id, { visit_date, items });
      }
      // Some of the last entries are only recorded, not folded in.
      await foldChanges(busy.db, n === 3 ? 200 : undefined);
    }
  });
  afterAll(() => busy.close());

  const whole = { start_date: "2023-06-15", end_date: "2025-06-14" };
  test.each<[string, () => SalesSummaryQuery]>([
    ["without filter", () => ({})],
    ["of a range", () => whole],
    ["of a range that begins within", () => ({ start_date: "2024-01-01", end_date: "2025-01-31" })],
    ["of a product", () => ({ product_id: keys[0] ?? "" })],
    ["of a product, of a range", () => ({ product_id: keys[2] ?? "", ...whole })],
    ["of a category", () => ({ category: "Vitamins" })],
    ["of a category, of a range", () => ({ category: "Vitamins", ...whole })],
    ["of a product that nobody buys any more", () => ({ category: "Vitamins", product_id: keys[1] ?? "" })],
  ])("every sale is on exactly one page, latest first: %s", async (_, queryFor) => {
    const query = queryFor();
    const { start_date = "1900-01-01", end_date = "2999-12-31", product_id, category } = query;
    const { rows: stored } = await busy.database.pool.query(
      `select sales.id, transaction_date from sales join products on products.id = product_id
       where transaction_date between $1 and $2 and ($3::uuid is null or product_id = $3)
         and ($4::text is null or category = $4)
       order by transaction_date desc, sales.id desc`,
      [start_date, end_date, product_id, category],
    );
    const rows = [];
    for (let page = 1; page <= Math.ceil(stored.length / 10); page++) {
      const answer = await busy.call(salesRoutes.list, { query: { ...query, page } });
      expect(answer).toMatchObject({ page, total: stored.length });
      rows.push(...answer.rows);
    }
    expect(rows.map(({ id, transaction_date }) => ({ id, transaction_date }))).toEqual(stored);
    const last = Math.ceil(stored.length / 10);
    expect(await busy.call(salesRoutes.list, { query: { ...query, page: last + 1 } })).toMatchObject({
      page: last,
      rows: rows.slice((last - 1) * 10),
    });
  });
});
