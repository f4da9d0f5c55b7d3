import { expect, test } from "vitest";
import type { Slipping, SlipState } from "../coverage/slipping.ts";
import { chooseDue } from "./due.ts";
import { mostShown } from "./today.ts";

function doctor(id: string, state: SlipState = "due"): Slipping {
  const month = { gap: 5, calls: 1, scheduled: 0, planned: null, norm: 4, last_visit: null, city: null };
  return {
    doctor: { id, name: `Dr. ${id}`, doctor_class: "A", ...month },
    state,
    missing: 3,
    slack: 0,
    lost: 0,
    is_resting: false,
    see_by: "2025-06-16",
  };
}

const none = { busy: [], skipped: [] };
const shownOf = (list: Slipping[], taken: Parameters<typeof chooseDue>[1]) =>
  chooseDue(list, taken).shown.map(({ doctor }) => doctor.id);

test("the list keeps its order, and counts doctors by state, without those for whom a visit is planned", () => {
  const list = [
    doctor("n", "never"),
    ...[doctor("c", "late"), doctor("a", "late")],
    ...[doctor("b"), doctor("p", "planned")],
  ];
  expect(shownOf(list, none)).toEqual(["n", "c", "a", "b", "p"]);
  expect(chooseDue(list, none)).toMatchObject({ never_total: 1, late_total: 2, due_total: 1 });
});

test("whom somebody met or planned today, and whom the person skipped, is neither listed nor counted", () => {
  const list = [doctor("a", "late"), doctor("b", "late"), doctor("c"), doctor("d")];
  const taken = { busy: ["b", "x"], skipped: ["c"] };
  expect(shownOf(list, taken)).toEqual(["a", "d"]);
  expect(chooseDue(list, taken)).toMatchObject({ late_total: 1, due_total: 1 });
});

test("a long list is cut, and its counts are of all", () => {
  const list = Array.from({ length: mostShown + 20 }, (_, n) => doctor(String(n), n < 3 ? "late" : "due"));
  const { shown, late_total, due_total } = chooseDue(list, none);
  expect(shown.map(({ doctor }) => doctor.id)).toEqual(
    list.slice(0, mostShown).map(({ doctor }) => doctor.id),
  );
  expect([late_total, due_total]).toEqual([3, mostShown + 17]);
});
