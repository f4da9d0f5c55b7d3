import { expect, test } from "vitest";
import { chooseLikely } from "./likely.ts";
import { maxLikelyDoctors } from "./limits.ts";

const row = (id: string, city: string | null) => ({ doctor: { id, city } as never });
const idsOf = (rows: readonly { doctor: { id: string } }[]) => rows.map(({ doctor }) => doctor.id);

test("doctors in the cities of the day are chosen before others, and all stay in their order", () => {
  const far = Array.from({ length: 11 }, (_, n) => row(`f${n}`, n % 2 ? "Nashik" : null));
  const ranked = [...far, row("a", "Mumbai"), row("b", "Pune"), row("c", "PUNE - 411001")];
  const first = far.map(({ doctor }) => (doctor as { id: string }).id);
  expect(idsOf(chooseLikely(ranked, ["Pune"], []))).toEqual([...first.slice(0, 10), "b", "c"]);
  expect(idsOf(chooseLikely(ranked, [], []))).toEqual([...first, "a"]);
});

test("who has a row already is left out, before the list is cut", () => {
  const ranked = Array.from({ length: 20 }, (_, n) => row(`d${n}`, "Pune"));
  const chosen = idsOf(chooseLikely(ranked, ["Pune"], ["d0", "d2"]));
  expect(chosen).toHaveLength(maxLikelyDoctors);
  expect(chosen.slice(0, 2)).toEqual(["d1", "d3"]);
});
