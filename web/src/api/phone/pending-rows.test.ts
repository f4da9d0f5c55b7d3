import { expect, test } from "vitest";
import { markAsOf } from "./as-of.ts";
import { type Shown, withPending } from "./pending-rows.ts";

const row = (id: string, day: number) => ({ id, day });
const page = { rows: [row("c", 3), row("b", 2), row("a", 1)], page_size: 4, total: 9 };
type Numbered = { id: string; day: number };
const shown = (pending: Shown<Numbered>[], list = page) =>
  withPending<Numbered, typeof page>(list, pending, (one, other) => one.day >= other.day);
const idsOf = (pending: Shown<Numbered>[], list = page) => shown(pending, list).rows.map(({ id }) => id);

test("a row that is being saved stands in its place", () => {
  expect(idsOf([row("new", 4)])).toEqual(["new", "c", "b", "a"]);
  expect(idsOf([row("new", 2)])).toEqual(["c", "new", "b", "a"]);
  expect(idsOf([row("new", 0)])).toEqual(["c", "b", "a", "new"]);
});

test("one that the server has is there once, and a list without any is the same list", () => {
  expect(idsOf([row("b", 2)])).toEqual(["c", "b", "a"]);
  expect(shown([row("b", 2)])).toBe(page);
});

test("a page never gets longer than pages are while rows are saved", () => {
  expect(idsOf([row("x", 5), row("y", 6)])).toEqual(["y", "x", "c", "b"]);
});

test("a row of the answer stays on its page, however many wait or were refused", () => {
  const waiting = [
    { ...row("x", 5), waiting: "waiting" as const },
    { ...row("y", 6), waiting: "needs_you" as const },
  ];
  expect(idsOf(waiting)).toEqual(["y", "x", "c", "b", "a"]);
  expect(idsOf(waiting, { ...page, page_size: 3 })).toEqual(["y", "x", "c", "b", "a"]);
});

test("the phone's own answer has what waits on one of its pages already", () => {
  const own = { ...page };
  markAsOf(own, 1);
  expect(idsOf([{ ...row("x", 5), waiting: "waiting" }], own)).toEqual(["c", "b", "a"]);
  const marked = shown([{ ...row("b", 2), waiting: "waiting" }], own).rows;
  expect(marked).toContainEqual({ ...row("b", 2), waiting: "waiting" });
});
