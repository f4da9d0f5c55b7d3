import { describe, expect, test } from "vitest";
import type { Doctor } from "../doctors/doctor.ts";
import type { ProductView } from "../products/product-list.ts";
import type { VisitRow } from "../visits/visit-list.ts";
import { follow, type ReadKey } from "./follow.ts";
import { type IsStockOnly, rememberProducts } from "./follow-products.ts";
import { type LiveTable, type News, newsWithoutRows, type ToldRows } from "./news.ts";

const record = {
  version: 1,
  created_at: "2025-06-01T10:00:00.000Z",
  updated_at: "2025-06-01T10:00:00.000Z",
  created_by: null,
  updated_by: null,
};
const doctor = (id: string, changes: Partial<Doctor> = {}): Doctor => ({
  ...{ ...record, id, name: `Dr. ${id}`, specialization: null, hospital: null, doctor_class: null },
  ...{ doctor_type: null, contact_number: null, email: null, address: null },
  ...{ norm: null, representative_id: null, ...changes },
});
const product = (id: string, changes: Partial<ProductView> = {}): ProductView => ({
  ...{ ...record, id, name: `Product ${id}`, category: null, price: "10.00", description: null },
  ...{ current_stock: 10, has_sales: false, ...changes },
});
const visit = (id: string, visit_date: string, changes: Partial<VisitRow> = {}): VisitRow => ({
  ...{ id, visit_date, status: "completed", notes: null, created_by: null },
  ...{ total_sales: "0.00", item_count: 0 },
  doctor: { id: "d", name: "Dr. d", specialization: null, hospital: null, address: null },
  ...changes,
});

type Changes = { [Table in keyof ToldRows]?: Partial<ToldRows[Table]> };

/** News of these rows, of the tables that a server would name. */
function newsOf({ doctors, products, visits }: Changes, untold: LiveTable[] = []): News {
  const { rows } = newsWithoutRows([], 1);
  const tables: LiveTable[] = [...untold];
  if (doctors) tables.push("doctors");
  if (products) tables.push("products", "stock_transactions");
  if (visits) tables.push("visits", "sales");
  return {
    tables,
    untold,
    rows: {
      doctors: { ...rows.doctors, ...doctors },
      products: { ...rows.products, ...products },
      visits: { ...rows.visits, ...visits },
    },
    pages: 1,
  };
}

/** What a colleague's visit to another doctor tells. */
const someVisit = newsOf({
  visits: { added: [visit("v9", "2025-06-10", { total_sales: "30.00", item_count: 1 })] },
  products: { changed: [product("p1", { current_stock: 7, has_sales: true })] },
});
const never: IsStockOnly = () => false;
const after = (key: ReadKey, shown: unknown, news: News, isStockOnly = never) =>
  follow(key, shown, news, isStockOnly, "2025-06-30");
const page = <Row>(rows: Row[], total = rows.length) => ({
  rows,
  total,
  page: 1,
  page_size: 3,
  unfiltered: total,
});

describe("a colleague's visit", () => {
  test.each<[ReadKey, unknown]>([
    [["doctors", "list", {}], page([doctor("a")])],
    [["doctors", "row", "a"], doctor("a")],
    [["doctors", "places"], { cities: [], addresses: [] }],
    [
      ["visits", "row", "v1"],
      { id: "v1", doctor_id: "d", sales: [{ product_id: "p1", product: product("p1") }] },
    ],
    [["visits", "of-doctor", "other", 1], page([visit("v1", "2025-06-01")])],
    [["visits", "of-doctor", "other", 1], page([visit("v1", "2025-06-01")], 40)],
    [["visits", "last-prices", "other"], []],
    [["glance", "other"], { bought: [{ product_id: "p2", current_stock: 5 }] }],
    [["stock", "ledger", "p2", {}], page([])],
    [["stock", "availability", "p2"], { available: 5 }],
    [["products", "row", "p2"], product("p2")],
    [["account", "own"], {}],
    [["team", "list", {}], page([])],
  ])("changes nothing of %j", (key, shown) => {
    expect(after(key, shown, someVisit)).toEqual({ data: shown, read: "no" });
  });

  test.each<[ReadKey, unknown]>([
    [["dashboard", "this-month", "2025-06-10"], { recent_visits: [], planned_visits: [] }],
    [["sales", "summary", {}], {}],
    [["inventory", "list", {}, 1, "2025-06-10"], page([])],
    [["visits", "of-doctor", "d", 1], page([])],
    [["visits", "last-prices", "d"], []],
    [["glance", "d"], { bought: [] }],
    [["visits", "deletion-effect", "v1"], {}],
    [["stock", "ledger", "p1", {}], page([])],
  ])("makes %j be read again later", (key, shown) => {
    expect(after(key, shown, someVisit)).toEqual({ data: shown, read: "later" });
  });

  test("takes stock into the product list, the product, the choices and the form's limit", () => {
    const [p1, p2] = [product("p1"), product("p2")];
    const sold = { ...p1, current_stock: 7, has_sales: true };
    expect(after(["products", "list", {}], page([p1, p2]), someVisit)).toEqual({
      data: page([sold, p2]),
      read: "no",
    });
    expect(after(["products", "row", "p1"], p1, someVisit)).toEqual({ data: sold, read: "no" });
    const choice = (current_stock: number) => ({
      id: "p1",
      name: "Product p1",
      price: "10.00",
      current_stock,
    });
    expect(after(["products", "choices"], [choice(10)], someVisit)).toEqual({
      data: [choice(7)],
      read: "no",
    });
    const limit = after(["stock", "availability", "p1"], { available: 10 }, someVisit);
    expect(limit).toEqual({ data: { available: 7 }, read: "no" });
  });

  test("takes stock into what another doctor buys, and reads nothing for it", () => {
    const bought = (current_stock: number) => ({
      bought: [{ product_id: "p1", name: "Product p1", price: "10.00", current_stock }],
    });
    const glance = after(["glance", "other"], bought(10), someVisit);
    expect(glance).toEqual({ data: bought(7), read: "no" });
  });

  test("marks a form's choice of doctors as stale, without reading it", () => {
    expect(after(["doctors", "choices", ""], [], someVisit).read).toBe("stale");
  });

  test("leads to another try where nothing could be read", () => {
    expect(after(["visits", "list", {}], undefined, someVisit)).toEqual({ data: undefined, read: "soon" });
  });
});

describe("the product list", () => {
  test("is read again if a product that it does not show may be one of it, but not if only its stock moved", () => {
    const { compare } = rememberProducts();
    const shown = page([product("p2")], 40);
    const read = (news: News) => after(["products", "list", {}], shown, news, compare(news)).read;
    expect(read(someVisit)).toBe("later");
    expect(read(someVisit)).toBe("no");
    expect(read(newsOf({ products: { changed: [product("p1", { name: "Renamed" })] } }))).toBe("later");
  });

  test.each<[string, Changes["products"], LiveTable[]]>([
    ["new", { added: [product("p3")] }, []],
    ["gone", { gone: ["p1"] }, []],
    ["renamed", { changed: [product("p1", { name: "New", version: 2 })] }, []],
    ["not told", {}, ["stock_transactions"]],
  ])("is read again if a product is %s", (_, products = {}, untold) => {
    const list = after(["products", "list", {}], page([product("p1")]), newsOf({ products }, untold));
    const choices = after(
      ["products", "choices"],
      [{ id: "p1", name: "Product p1" }],
      newsOf({ products }, untold),
    );
    expect([list.read, choices.read]).toEqual(["later", "later"]);
  });

  test("with a search, is read again if any field of a product changed", () => {
    const products = { changed: [product("p1", { description: "Syrup", version: 2 })] };
    const list = (search: string) =>
      after(["products", "list", { search }], page([product("p1")]), newsOf({ products }));
    expect([list("").read, list("syrup").read]).toEqual(["no", "later"]);
  });
});

describe("a changed doctor", () => {
  const changed = doctor("a", { hospital: "KEM", version: 2 });
  const news = newsOf({ doctors: { changed: [changed] } });

  test("shows at once in list and detail, and nothing is read if the place in the list is certain", () => {
    const list = page([doctor("a"), doctor("b")]);
    expect(after(["doctors", "list", {}], list, news)).toEqual({
      data: page([changed, doctor("b")]),
      read: "no",
    });
    expect(after(["doctors", "row", "a"], doctor("a"), news)).toEqual({ data: changed, read: "no" });
  });

  test.each([{ search: "kem" }, { city: "Pune" }, { doctor_class: "A" }, { doctor_type: "prescriber" }])(
    "shows at once in a list filtered by %j, which is read again",
    (query) => {
      const followed = after(["doctors", "list", query], page([doctor("a")]), news);
      expect(followed).toEqual({ data: page([changed]), read: "later" });
    },
  );

  test.each<[Partial<Doctor>, string]>([
    [{ address: "Pune" }, "stale"],
    [{ address: null }, "stale"],
    [{ address: "Nashik" }, "later"],
  ])("with %j makes the places %s", (changes, read) => {
    const places = { cities: ["Pune"], addresses: ["Pune"] };
    const moved = newsOf({ doctors: { changed: [doctor("a", changes)] } });
    expect(after(["doctors", "places"], places, moved)).toEqual({ data: places, read });
  });

  test.each<[string, Changes["doctors"]]>([
    ["another name", { changed: [doctor("a", { name: "Dr. Z", version: 2 })] }],
    ["a place on another page", { changed: [doctor("z")] }],
    ["just been added", { added: [doctor("z")] }],
  ])("makes the list be read again who has %s", (_, doctors = {}) => {
    expect(after(["doctors", "list", {}], page([doctor("a")]), newsOf({ doctors })).read).toBe("later");
  });

  test("never replaces a newer version, whether by number or by time", () => {
    const row = (shown: Doctor) => after(["doctors", "row", "a"], shown, news).data;
    for (const newer of [
      doctor("a", { hospital: "Newer", version: 3 }),
      doctor("a", { hospital: "Newer", version: 2, updated_at: "2025-06-01T10:00:00.001Z" }),
    ]) {
      expect(row(newer)).toBe(newer);
      expect(after(["doctors", "list", {}], page([newer]), news).data).toEqual(page([newer]));
    }
  });

  test("leaves the list when deleted, and the detail is asked for", () => {
    const gone = newsOf({ doctors: { gone: ["a"] } });
    const list = after(["doctors", "list", {}], page([doctor("a"), doctor("b")]), gone);
    expect(list).toEqual({ data: { ...page([doctor("b")]), total: 2, unfiltered: 2 }, read: "later" });
    expect(after(["doctors", "row", "a"], doctor("a"), gone).read).toBe("soon");
    expect(after(["visits", "row", "v"], { doctor_id: "a", sales: [] }, gone).read).toBe("soon");
  });

  test("gives its name to the visits that are shown", () => {
    const renamed = newsOf({ doctors: { changed: [doctor("d", { name: "Dr. New", version: 2 })] } });
    const { data, read } = after(["visits", "list", {}], page([visit("v1", "2025-06-01")]), renamed);
    expect(data).toMatchObject({ rows: [{ doctor: { id: "d", name: "Dr. New" } }], total: 1 });
    expect(read).toBe("later");
  });
});

describe("the visit list", () => {
  const [v1, v2, v3] = [visit("v1", "2025-06-03"), visit("v2", "2025-06-02"), visit("v3", "2025-06-01")];
  const added = (one: VisitRow) => newsOf({ visits: { added: [one] } });
  const listed = (shown: ReturnType<typeof page<VisitRow>>, news: News, query: object = {}) => {
    const { data, read } = after(["visits", "list", query], shown, news);
    expect(read).toBe("later");
    const { rows, total } = data as typeof shown;
    return [rows.map(({ id }) => id).join(" "), total];
  };

  test.each<[string, VisitRow, [string, number]]>([
    ["the newest first", visit("v9", "2025-06-04"), ["v9 v1 v2", 11]],
    ["by id within a day", visit("v0", "2025-06-03"), ["v1 v0 v2", 11]],
    ["not on this page", visit("v9", "2025-05-01"), ["v1 v2 v3", 11]],
  ])("takes a new visit in at its place: %s", (_, one, expected) => {
    expect(listed(page([v1, v2, v3], 10), added(one))).toEqual(expected);
  });

  test("takes a visit in at its place among days still to come, the nearest first", () => {
    const [w1, w2, w3] = [visit("w1", "2025-07-01"), visit("w2", "2025-07-02"), visit("w3", "2025-07-03")];
    const ahead = { start_date: "2025-07-01", end_date: "2025-08-31" };
    const news = (one: VisitRow) => listed(page([w1, w2, w3], 10), added(one), ahead);
    expect(news(visit("w9", "2025-07-01"))).toEqual(["w1 w9 w2", 11]);
    expect(news(visit("w0", "2025-07-03"))).toEqual(["w1 w2 w0", 11]);
    expect(news(visit("w9", "2025-07-04"))).toEqual(["w1 w2 w3", 11]);
  });

  test("keeps a new visit on a page with room for all, and tells it once", () => {
    const shown = page([v1, v2]);
    expect(listed(shown, added(v3))).toEqual(["v1 v2 v3", 3]);
    expect(listed(shown, added(v2))).toEqual(["v1 v2", 2]);
  });

  test.each<[string, object, VisitRow]>([
    ["a range", { start_date: "2025-06-01", end_date: "2025-06-30" }, visit("v9", "2025-07-01")],
    ["completed visits", { status: "completed" }, visit("v9", "2025-06-04", { status: "scheduled" })],
    ["other visits", { status: "other" }, visit("v9", "2025-06-04")],
    ["a search, which the database decides", { search: "x" }, visit("v9", "2025-06-04")],
    ["an address, which the database decides", { city: "Pune" }, visit("v9", "2025-06-04")],
  ])("takes no visit in that is outside of %s", (_, query, one) => {
    expect(listed(page([v1, v2]), added(one), query)).toEqual(["v1 v2", 2]);
  });

  test.each<[object, VisitRow]>([
    [{ start_date: "2025-06-01", end_date: "2025-06-30" }, visit("v9", "2025-06-30")],
    [{ start_date: "2025-06-01", end_date: "" }, visit("v9", "2025-07-01")],
    [{ status: "completed" }, visit("v9", "2025-06-04")],
    [{ status: "other" }, visit("v9", "2025-06-04", { status: "cancelled" })],
  ])("takes one in that passes %j", (query, one) => {
    expect(listed(page([v1, v2]), added(one), query)).toEqual(["v9 v1 v2", 3]);
  });

  test("on a later page, takes none in", () => {
    expect(listed({ ...page([v1, v2, v3], 10), page: 2 }, added(visit("v9", "2025-06-02")))).toEqual([
      "v1 v2 v3",
      11,
    ]);
  });

  test("changes a row where it stands, even the last one", () => {
    const changed = visit("v3", "2025-06-01", { notes: "New" });
    const { data } = after(
      ["visits", "list", {}],
      page([v1, v2, v3], 10),
      newsOf({ visits: { changed: [changed] } }),
    );
    expect(data).toMatchObject({ rows: [v1, v2, changed], total: 10 });
  });

  test("moves a row to its new day, unless it may be one of another page", () => {
    const moved = (day: string) => newsOf({ visits: { changed: [visit("v1", day)] } });
    expect(listed(page([v1, v2, v3], 10), moved("2025-06-02"))).toEqual(["v2 v1 v3", 10]);
    expect(listed(page([v1, v2, v3], 10), moved("2025-05-01"))).toEqual(["v2 v3", 10]);
    expect(listed(page([v1, v2, v3]), moved("2025-05-01"))).toEqual(["v2 v3 v1", 3]);
  });

  test("leaves out what was deleted, or does not pass any more", () => {
    expect(listed(page([v1, v2, v3], 10), newsOf({ visits: { gone: ["v2"] } }))).toEqual(["v1 v3", 9]);
    const cancelled = newsOf({ visits: { changed: [visit("v2", "2025-06-02", { status: "cancelled" })] } });
    expect(listed(page([v1, v2, v3], 10), cancelled, { status: "completed" })).toEqual(["v1 v3", 9]);
  });

  test("has nothing of stock", () => {
    const shown = page([v1]);
    const moved = newsOf({ products: { changed: [product("p1")] } }, ["products"]);
    expect(after(["visits", "list", {}], shown, moved)).toEqual({ data: shown, read: "no" });
  });
});

describe("a doctor's visits", () => {
  const shown = page([visit("v1", "2025-06-03")], 2);
  const key: ReadKey = ["visits", "of-doctor", "other", 1];

  test.each<[string, Changes["visits"]]>([
    ["one of them was changed", { changed: [visit("v1", "2025-06-03", { notes: "New" })] }],
    ["one of another page may have been given to somebody else", { changed: [visit("v5", "2025-06-03")] }],
    ["one of another page may be gone", { gone: ["v5"] }],
  ])("are read again if %s", (_, visits = {}) => {
    expect(after(key, shown, newsOf({ visits })).read).toBe("later");
  });

  test("are not if all are shown and none is concerned", () => {
    const all = page([visit("v1", "2025-06-03")]);
    expect(after(key, all, newsOf({ visits: { gone: ["v5"] } })).read).toBe("no");
  });
});

describe("one visit", () => {
  const shown = { id: "v1", doctor_id: "d", sales: [{ product_id: "p1", product: product("p1") }] };
  const key: ReadKey = ["visits", "row", "v1"];

  test.each<[string, Changes]>([
    ["it was changed", { visits: { changed: [visit("v1", "2025-06-03")] } }],
    ["it is gone", { visits: { gone: ["v1"] } }],
    ["its doctor was changed", { doctors: { changed: [doctor("d")] } }],
    ["one of its products has another name", { products: { changed: [product("p1", { name: "New" })] } }],
  ])("is read again at once if %s", (_, changes) => {
    expect(after(key, shown, newsOf(changes)).read).toBe("soon");
  });
});

test.each<[ReadKey, unknown]>([
  [["doctors", "list", {}], page([doctor("a")])],
  [["doctors", "row", "a"], doctor("a")],
  [["products", "list", {}], page([product("p1")])],
  [["products", "row", "p1"], product("p1")],
  [["products", "choices"], []],
  [["stock", "availability", "p1"], { available: 1 }],
  [["stock", "ledger", "p1", {}], page([])],
  [["visits", "list", {}], page([])],
  [["visits", "row", "v1"], { id: "v1", sales: [] }],
  [["visits", "of-doctor", "d", 1], page([])],
  [["visits", "last-prices", "d"], []],
  [["dashboard", "this-month", "2025-06-10"], { recent_visits: [], planned_visits: [] }],
])("%j is read again later if it was not told what changed", (key, shown) => {
  const all: LiveTable[] = ["doctors", "products", "stock_transactions", "visits", "sales"];
  expect(after(key, shown, newsWithoutRows(all, 1))).toMatchObject({ read: "later" });
});

test("the dashboard follows the visits that it shows, and has nothing of stock", () => {
  const shown = { recent_visits: [visit("v1", "2025-06-03"), visit("v2", "2025-06-02")], planned_visits: [] };
  const key: ReadKey = ["dashboard", "this-month", "2025-06-10"];
  const changed = visit("v1", "2025-06-03", { notes: "New" });
  const news = newsOf({ visits: { changed: [changed], gone: ["v2"] } });
  expect(after(key, shown, news)).toEqual({ data: { ...shown, recent_visits: [changed] }, read: "later" });
  const stock = newsOf({ products: { changed: [product("p1")] } });
  expect(after(key, shown, stock)).toEqual({ data: shown, read: "no" });
  expect(after(key, shown, newsOf({ products: { added: [product("p1")] } })).read).toBe("later");
});
