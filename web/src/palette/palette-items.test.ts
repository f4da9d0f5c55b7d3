import { Search } from "lucide-react";
import { expect, test } from "vitest";
import { paths } from "../paths.ts";
import { activeIndex, byGroup, matching, type PaletteItem, readQuery } from "./palette-items.ts";

test.each([
  ["asha rao", "asha rao", false],
  ["record visit for asha", "asha", true],
  ["Record a visit to Dr. Rao ", "Dr. Rao", true],
  ["visit asha", "asha", true],
  ["visits of asha", "asha", true],
  ["record asha", "asha", true],
  ["visit", "", true],
  ["record", "record", false],
  ["visiting", "visiting", false],
  ["visit forbes", "forbes", true],
  ["visit for", "", true],
  ["revisit asha", "revisit asha", false],
  ["visit\u000basha\u0001rao", "asha rao", true],
  ["", "", false],
])("“%s” looks for “%s”, for a visit: %s", (typed, search, visit) => {
  expect(readQuery(typed)).toEqual({ search, visit });
});

const item = (label: string, group: string, words?: string): PaletteItem => ({
  id: label,
  group,
  label,
  icon: Search,
  target: paths.dashboard(),
  ...(words && { words }),
});
const items = [
  item("Doctors", "Screens"),
  item("Add doctor", "Actions"),
  item("Dark theme", "Actions", "night"),
];

test("what holds every typed word is found, in any order, by its other words too", () => {
  const found = (typed: string) => matching(items, typed).map(({ label }) => label);
  expect(found("")).toHaveLength(3);
  expect(found("doc")).toEqual(["Doctors", "Add doctor"]);
  expect(found("doctor add")).toEqual(["Add doctor"]);
  expect(found("NIGHT")).toEqual(["Dark theme"]);
  expect(found("x")).toEqual([]);
});

test("groups are in the order of their first item", () => {
  expect(
    byGroup([...items, item("Visits", "Screens")]).map(({ group, members }) => [group, members.length]),
  ).toEqual([
    ["Screens", 2],
    ["Actions", 2],
  ]);
});

test("the chosen item stays chosen when others come before it; one that is gone gives way to the first", () => {
  expect(activeIndex(items, "Dark theme")).toBe(2);
  expect(activeIndex([item("New", "Doctors"), ...items], "Dark theme")).toBe(3);
  expect(activeIndex(items, "Gone")).toBe(0);
  expect(activeIndex(items, null)).toBe(0);
  expect(activeIndex([], "Gone")).toBe(-1);
});
