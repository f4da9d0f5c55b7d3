import type { View } from "@rounds/domain/views/view.ts";
import { describe, expect, test } from "vitest";
import { currentView, filtersOf, isSame, plain, withColumn } from "./view-state.ts";

const view = (id: string, filters: View["filters"], columns: View["columns"] = null): View => ({
  ...{ id, list: "doctors", name: id, shared: false, filters, columns },
  ...{ version: 1, updated_at: "2025-06-15T10:00:00.000Z" },
});
const pune = view("pune", { city: "Pune" });
const short = view("short", { city: "Pune" }, ["Name", "Class"]);

test("the filters of an address are the list's own, without its page; a cleared day counts", () => {
  const search = { start_date: "", status: "completed", page: 3, city: undefined, other: "x" };
  expect(filtersOf("visits", search)).toEqual({ start_date: "", status: "completed" });
});

test("two states are the same whatever the order of their columns", () => {
  expect(isSame(pune, { filters: { city: "PUNE - 411001" }, columns: null })).toBe(true);
  expect(isSame(short, { filters: { city: "Pune" }, columns: ["Class", "Name"] })).toBe(true);
  expect(isSame(short, pune)).toBe(false);
  expect(isSame({ filters: { city: "" }, columns: null }, plain)).toBe(false);
});

describe("the current view", () => {
  test("is one that is exactly like the list, the opened one first", () => {
    const twin = view("twin", { city: "Pune" });
    expect(currentView([pune, short, twin], pune, null)).toEqual({ view: pune, changed: false });
    expect(currentView([pune, short, twin], pune, "twin")).toEqual({ view: twin, changed: false });
  });

  test("is the opened one, changed, as long as there are filters or columns", () => {
    const state = { filters: { city: "Kochi" }, columns: null };
    expect(currentView([pune], state, "pune")).toEqual({ view: pune, changed: true });
    expect(currentView([pune], state, null)).toBeUndefined();
    expect(currentView([pune], plain, "pune")).toBeUndefined();
    expect(currentView([pune], state, "deleted")).toBeUndefined();
  });
});

test("columns keep the list's order, and all of them are no choice", () => {
  const fewer = withColumn("visits", null, "Notes", false);
  expect(fewer).toEqual(["Doctor", "Visit Date", "Status", "Total Sales", "Recorded By"]);
  const fewest = withColumn("visits", fewer, "Visit Date", false);
  const more = withColumn("visits", fewest, "Notes", true);
  expect(more).toEqual(["Doctor", "Status", "Total Sales", "Notes", "Recorded By"]);
  expect(withColumn("visits", fewer, "Notes", true)).toBeNull();
});
