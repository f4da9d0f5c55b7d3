import { expect, test } from "vitest";
import { maxLikelyDoctors } from "./catch-up.ts";
import { chooseLikely } from "./likely.ts";

const row = (id: string, city: string | null) => ({ doctor: { id, city } as never });
const idsOf = (rows: readonly { doctor: { id: string } }[]) => rows.map(({ doctor }) => doctor.id);

test("doctors in the cities of the day come first, each group in its order", () => {
  const ranked = [row("a", "Nashik"), row("b", "Pune"), row("c", null), row("d", "PUNE"), row("e", "Nashik")];
  expect(idsOf(chooseLikely(ranked, ["Pune"], []))).toEqual(["b", "d", "a", "c", "e"]);
  expect(idsOf(chooseLikely(ranked, [], []))).toEqual(["a", "b", "c", "d", "e"]);
});

test("who has a row already is left out, before the list is cut", () => {
  const ranked = Array.from({ length: 20 }, (_, n) => row(`d${n}`, "Pune"));
  const chosen = idsOf(chooseLikely(ranked, ["Pune"], ["d0", "d2"]));
  expect(chosen).toHaveLength(maxLikelyDoctors);
  expect(chosen.slice(0, 2)).toEqual(["d1", "d3"]);
});
