import type { ReadNoun } from "@rounds/domain/live/stale-after.ts";
import { afterEach, expect, test } from "vitest";
import { queryClient } from "../query-client.ts";
import { refetchAfter, rowDeleted, rowInLists, rowSaved } from "./stored-rows.ts";

const list = ["doctors", "list", { page: 1 }] as const;
const stale = (key: readonly [ReadNoun, ...unknown[]]) => queryClient.getQueryState(key)?.isInvalidated;

function fill() {
  queryClient.setQueryData(list, {
    rows: [
      { id: "a", name: "Old" },
      { id: "b", name: "Other" },
    ],
    total: 2,
  });
  queryClient.setQueryData(["doctors", "row", "a"], { id: "a", name: "Old" });
  queryClient.setQueryData(["visits", "of-doctor", "a", 1], { rows: [] });
  queryClient.setQueryData(["visits", "list", {}], { rows: [] });
  queryClient.setQueryData(["products", "list", {}], { rows: [] });
  queryClient.setQueryData(["team", "list", {}], { rows: [] });
}

afterEach(() => queryClient.clear());

test("a saved row shows everywhere at once, and what depends on it is refetched", () => {
  fill();
  rowSaved("doctors", { id: "a", name: "New" } as { id: string });
  expect(queryClient.getQueryData(["doctors", "row", "a"])).toEqual({ id: "a", name: "New" });
  expect(queryClient.getQueryData(list)).toEqual({
    rows: [
      { id: "a", name: "New" },
      { id: "b", name: "Other" },
    ],
    total: 2,
  });
  expect([stale(list), stale(["visits", "list", {}]), stale(["team", "list", {}])]).toEqual([
    true,
    true,
    false,
  ]);
});

test("a saved row keeps the data that was loaded besides its own fields", () => {
  queryClient.setQueryData(["products", "row", "a"], { id: "a", name: "Old", has_sales: true });
  queryClient.setQueryData(["products", "list", {}], { rows: [{ id: "a", name: "Old", has_sales: true }] });
  rowSaved("products", { id: "a", name: "New" } as { id: string });
  const saved = { id: "a", name: "New", has_sales: true };
  expect(queryClient.getQueryData(["products", "row", "a"])).toEqual(saved);
  expect(queryClient.getQueryData(["products", "list", {}])).toEqual({ rows: [saved] });
});

test("a deleted row leaves every list; its own screen, which is being left, is not refetched", () => {
  fill();
  rowDeleted("doctors", "a");
  expect(queryClient.getQueryData(list)).toEqual({ rows: [{ id: "b", name: "Other" }], total: 2 });
  expect([stale(["doctors", "row", "a"]), stale(["visits", "of-doctor", "a", 1])]).toEqual([false, false]);
  expect([stale(list), stale(["visits", "list", {}])]).toEqual([true, true]);
});

test("only what shows the announced changes is read again", () => {
  fill();
  void refetchAfter(["stock_transactions"]);
  expect([stale(list), stale(["products", "list", {}])]).toEqual([false, true]);
});

test("a row is taken from the list that was read last", () => {
  const lists = (name: string, updatedAt: number) => {
    const data = { rows: [{ id: "a", name }] };
    queryClient.setQueryData(["doctors", "list", { page: updatedAt }], data, { updatedAt });
  };
  lists("Old", 1);
  lists("New", 3);
  lists("Older", 2);
  queryClient.setQueryData(["visits", "of-doctor", "d", 1], { rows: [{ id: "v" }] });
  expect(rowInLists("doctors", "a")).toEqual({ id: "a", name: "New" });
  expect(rowInLists("doctors", "b")).toBeUndefined();
  expect(rowInLists("visits", "v")).toBeUndefined();
  expect(rowInLists("visits", "v", "of-doctor")).toEqual({ id: "v" });
});
