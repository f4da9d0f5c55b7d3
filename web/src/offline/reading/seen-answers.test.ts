import "fake-indexeddb/auto";
import { openDB } from "idb";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createKeeper, type Keeper } from "../keeper.ts";
import { resultOf } from "../requests.ts";
import { databaseName } from "../stores.ts";
import { seenAnswers } from "./seen-answers.ts";

let keeper: Keeper;
let count = 0;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-23T06:30:00Z") });
  keeper = createKeeper(databaseName(`seen-${count++}`));
});
afterEach(() => {
  keeper.close();
  vi.useRealTimers();
});

const asked = (path: string, query: object = {}) => ({ path, params: {}, query });
const sales = asked("/api/sales/summary", { from: "2026-11-01" });

test("the last figures are found again by the same question, with when they were seen", async () => {
  const { keep, find } = seenAnswers(keeper);
  const at = Date.now();
  await keep(sales, { total: "1.00" });
  vi.setSystemTime(at + 1_000);
  expect(await find(sales)).toEqual({ data: { total: "1.00" }, as_of: at });
  expect(await find(asked("/api/sales/summary", { from: "2026-10-01" }))).toBeUndefined();
  await keep(sales, { total: "2.00" });
  expect(await find(sales)).toEqual({ data: { total: "2.00" }, as_of: at + 1_000 });
});

test("rows that the phone has, what must be new, and what is too long are not kept", async () => {
  const { keep, find } = seenAnswers(keeper);
  for (const path of ["/api/doctors", "/api/team/1/deletion-effect", "/api/teams"]) {
    await keep(asked(path), { total: 1 });
    expect(await find(asked(path))).toBeUndefined();
  }
  await keep(sales, { text: "x".repeat(200_000) });
  expect(await find(sales)).toBeUndefined();
});

test("the saved views are kept as they were seen last", async () => {
  const { keep, find } = seenAnswers(keeper);
  await keep(asked("/api/views"), { rows: [] });
  expect(await find(asked("/api/views"))).toMatchObject({ data: { rows: [] } });
});

test.each(["/api/today", "/api/today/day", "/api/today/week"])(
  "what %s plans is shown on the day on which it was read",
  async (path) => {
    const { keep, find } = seenAnswers(keeper);
    await keep(asked(path), { planned: [] });
    expect(await find(asked(path))).toBeDefined();
    vi.setSystemTime(Date.parse("2026-11-23T19:00:00Z"));
    expect(await find(asked(path))).toBeUndefined();
  },
);

test("of many answers those given last are kept", async () => {
  const { keep, find } = seenAnswers(keeper);
  for (let page = 0; page < 43; page++) {
    vi.setSystemTime(Date.now() + 1);
    await keep(asked("/api/sales", { page }), { page });
  }
  expect(await find(asked("/api/sales", { page: 2 }))).toBeUndefined();
  expect(await find(asked("/api/sales", { page: 3 }))).toBeDefined();
  expect(
    await keeper.use((database) => resultOf(database.transaction("seen").objectStore("seen").count())),
  ).toBe(40);
});

test("a database of the version before is opened with what it keeps", async () => {
  const name = databaseName(`seen-${count++}`);
  const old = await openDB(name, 1, {
    upgrade(database) {
      database.createObjectStore("meta");
      for (const store of ["doctors", "products"]) database.createObjectStore(store, { keyPath: "id" });
      database.createObjectStore("visits", { keyPath: "id" }).createIndex("visit_date", "visit_date");
      database.createObjectStore("outbox", { keyPath: "seq" });
    },
  });
  await old.put("outbox", { seq: 1, key: "key-1" });
  old.close();
  const own = createKeeper(name);
  await seenAnswers(own).keep(sales, { total: "1.00" });
  expect(
    await own.use((database) => resultOf(database.transaction("outbox").objectStore("outbox").getAll())),
  ).toEqual([{ seq: 1, key: "key-1" }]);
  own.close();
});
