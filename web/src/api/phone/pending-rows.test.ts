import { expect, test } from "vitest";
import { withPending } from "./pending-rows.ts";

const row = (id: string, day: number) => ({ id, day });
const page = { rows: [row("c", 3), row("b", 2), row("a", 1)], page_size: 4, total: 9 };
type Numbered = { id: string; day: number };
const shown = (pending: Numbered[]) =>
  withPending<Numbered, typeof page>(page, pending, (one, other) => one.day >= other.day);
const idsOf = (pending: Numbered[]) => shown(pending).rows.map(({ id }) => id);

test("a row that is being saved stands in its place", () => {
  expect(idsOf([row("new", 4)])).toEqual(["new", "c", "b", "a"]);
  expect(idsOf([row("new", 2)])).toEqual(["c", "new", "b", "a"]);
  expect(idsOf([row("new", 0)])).toEqual(["c", "b", "a", "new"]);
});

test("one that the server has is there once, and a list without any is the same list", () => {
  expect(idsOf([row("b", 2)])).toEqual(["c", "b", "a"]);
  expect(shown([row("b", 2)])).toBe(page);
});

test("a page never gets longer than pages are", () => {
  expect(idsOf([row("x", 5), row("y", 6)])).toEqual(["y", "x", "c", "b"]);
});
