import { describe, expect, test } from "vitest";
import { concerns, type ReadKey } from "./concerns.ts";
import {
  type LiveTable,
  type News,
  newsToSend,
  type RowChange,
  receivedNews,
  unnamedChanges,
} from "./news.ts";

const tablesOf = {
  doctors: ["doctors"],
  products: ["products", "stock_transactions"],
  visits: ["visits", "sales"],
} as const;
const newsOf = (...changes: RowChange[]): News => ({
  tables: changes.flatMap(({ noun }): readonly LiveTable[] => tablesOf[noun]),
  changes,
  pages: 1,
});
const page = (...rows: object[]) => ({ rows, total: 40, page: 1 });
const doctor = { id: "d1", name: "Dr. Rao", version: 3 };
const visit = { id: "v1", doctor: { id: "d1" } };
const product = { id: "p1", name: "Crocin", version: 2 };

/** Everything that follows by a rule of its own, showing or asking about d1, p1 and v1. */
const shown: [ReadKey, unknown][] = [
  [["doctors", "list", {}], page(doctor)],
  [["doctors", "row", "d1"], doctor],
  [["doctors", "choices", "", ""], { rows: [doctor] }],
  [["doctors", "places"], { cities: [], addresses: [] }],
  [["coverage", "settings", 2025], {}],
  [["coverage", "representatives"], []],
  [["products", "list", {}], page(product)],
  [["products", "row", "p1"], product],
  [["products", "choices"], [product]],
  [["stock", "availability", "p1"], { available: 5 }],
  [["stock", "ledger", "p1", {}], page()],
  [["visits", "list", {}], page(visit)],
  [["visits", "of-doctor", "d1", 1], page(visit)],
  [["visits", "row", "v1"], { id: "v1", doctor_id: "d1", sales: [{ product_id: "p1" }] }],
  [["visits", "last-prices", "d1"], []],
  [["dashboard", "this-month", "2025-06-10"], { recent_visits: [visit] }],
  [["glance", "d1"], { bought: [{ product_id: "p1", current_stock: 5 }] }],
  [["sales", "list", {}], page()],
];
/** What is read again, and how soon; what is not mentioned is not. */
const after = (...changes: RowChange[]) =>
  Object.fromEntries(
    shown.flatMap(([key, data]) => {
      const read = concerns(key, data, newsOf(...changes));
      return read === "no" ? [] : [[key.slice(0, key[0] === "glance" ? 1 : 2).join(" "), read]];
    }),
  );

test("a visit that comes back after its deletion is read by the page that shows it", () => {
  expect(after({ noun: "visits", what: "added", id: "v1", version: 2, doctor_id: "d9" })).toMatchObject({
    "visits row": "soon",
  });
});

describe("a colleague's visit with a sale", () => {
  const sale = (visited: string, sold: string): RowChange[] => [
    { noun: "visits", what: "added", id: "v9", version: 1, doctor_id: visited },
    { noun: "products", what: "changed", id: sold, version: 2 },
  ];

  test("of what is shown is read again where it is in view, and sums later", () => {
    expect(after(...sale("d1", "p1"))).toEqual({
      "doctors list": "inView",
      "doctors choices": "stale",
      "products list": "inView",
      "products row": "soon",
      "products choices": "later",
      "stock availability": "soon",
      "stock ledger": "soon",
      "visits list": "inView",
      "visits of-doctor": "inView",
      "visits row": "later",
      "visits last-prices": "later",
      "dashboard this-month": "later",
      glance: "inView",
      "sales list": "later",
    });
  });

  test("to another doctor, of another product, leaves alone what shows neither", () => {
    expect(after(...sale("d2", "p2"))).toEqual({
      "doctors choices": "stale",
      "products list": "later",
      "products choices": "later",
      "visits list": "inView",
      "dashboard this-month": "later",
      "sales list": "later",
    });
  });

  test.each([{ search: "x" }, { city: "Pune" }, { representative: "r" }])(
    "seldom belongs to a list of %j",
    (query) => {
      expect(concerns(["visits", "list", query], page(), newsOf(...sale("d2", "p2")))).toBe("later");
    },
  );
});

test("an edited or deleted visit that is not shown may have been one of what is shown", () => {
  const changes = {
    "doctors list": "stale",
    "doctors choices": "stale",
    "stock ledger": "later",
    "visits list": "later",
    "visits of-doctor": "later",
    "visits last-prices": "later",
    "dashboard this-month": "later",
    glance: "later",
    "sales list": "later",
  };
  expect(after({ noun: "visits", what: "changed", id: "v9", doctor_id: "d9" })).toEqual(changes);
  expect(after({ noun: "visits", what: "gone", id: "v9" })).toEqual(changes);
  expect(after({ noun: "visits", what: "gone", id: "v1" })).toMatchObject({
    "visits row": "soon",
    "visits list": "inView",
  });
});

test("a doctor's or a product's edit is read at once where it is shown, and later where it may belong", () => {
  expect(after({ noun: "doctors", what: "changed", id: "d1", version: 4 })).toEqual({
    "doctors list": "inView",
    "doctors row": "soon",
    "doctors choices": "later",
    "doctors places": "later",
    "coverage representatives": "stale",
    "stock ledger": "later",
    "visits list": "inView",
    "visits of-doctor": "inView",
    "visits row": "soon",
    "dashboard this-month": "later",
    glance: "later",
    "sales list": "later",
  });
  expect(after({ noun: "products", what: "added", id: "p9", version: 1 })).toEqual({
    "products list": "later",
    "products choices": "later",
    "dashboard this-month": "later",
    "sales list": "later",
  });
});

test("a row that is shown in a later version than the change made is not read; in the same, it is", () => {
  const read = (version: number) =>
    [[["doctors", "list", {}], page(doctor)] as const, [["doctors", "row", "d1"], doctor] as const].map(
      ([key, data]) => concerns(key, data, newsOf({ noun: "doctors", what: "changed", id: "d1", version })),
    );
  expect([read(2), read(3), read(4)]).toEqual([
    ["no", "no"],
    ["inView", "soon"],
    ["inView", "soon"],
  ]);
});

test("rows that are not named may be any: whatever could show them is read later, nothing sooner", () => {
  const unnamed = (...tables: LiveTable[]) => after(...unnamedChanges(tables));
  expect(unnamed("stock_transactions")).toEqual({
    ...{ "products list": "later", "products row": "later", "products choices": "later" },
    ...{ "stock availability": "later", "stock ledger": "later", glance: "later" },
    ...{ "visits row": "later", "dashboard this-month": "later", "sales list": "later" },
  });
  expect(unnamed("visits")).toMatchObject({
    "doctors list": "later",
    "visits row": "later",
    glance: "later",
  });
  expect(Object.values(unnamed("doctors", "products", "visits"))).not.toContain("soon");
});

test("the most urgent of several changes counts", () => {
  const [near, far] = ["d1", "d9"].map((id): RowChange => ({ noun: "doctors", what: "changed", id }));
  const read = (...changes: (RowChange | undefined)[]) =>
    concerns(["doctors", "list", {}], page(doctor), newsOf(...changes.filter((one) => one !== undefined)));
  expect([read(near, far), read(far, near), read(far)]).toEqual(["inView", "inView", "later"]);
});

test("what could not be read is tried again, if the change can have to do with it", () => {
  const gone = newsOf({ noun: "visits", what: "gone", id: "v9" });
  expect(concerns(["visits", "row", "v1"], undefined, gone)).toBe("soon");
  expect(concerns(["account", "own"], undefined, gone)).toBe("no");
});

test("during an upgrade: a page before reads all again later, as does this page with a server before", () => {
  const sent = newsToSend(newsOf({ noun: "doctors", what: "changed", id: "d1" }));
  const nothing = { added: [], changed: [], gone: [] };
  expect(sent).toMatchObject({
    untold: ["doctors"],
    rows: { doctors: nothing, products: nothing, visits: nothing },
  });
  const { changes: _, ...before } = sent;
  expect(receivedNews(before)).toEqual({
    ...{ tables: ["doctors"], pages: 1 },
    changes: [{ noun: "doctors", what: "changed" }],
  });
  expect(receivedNews(sent).changes).toEqual(sent.changes);
});
