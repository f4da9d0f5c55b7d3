import { expect, test } from "vitest";
import type { Entry } from "../phone/entry.ts";
import { type Decision, decide, shortagesOf } from "./lines.ts";
import { entryWith, ids, refusals, world } from "./testing/refused.ts";

const [error] = refusals("insufficient_stock");
if (!error) throw new Error("No refusal.");
const refused = entryWith({ noun: "visits", op: "create", error });

/** A visit with lines of one product, of which 3 are left. */
function visitOf(...quantities: number[]): Entry {
  const items = quantities.map((quantity, at) => ({
    id: `line ${at}`,
    product_id: ids.product,
    quantity,
    unit_price: "1.00",
  }));
  return { ...refused, body: { ...refused.body, items } };
}

function decided(entry: Entry, ...decisions: (Decision | undefined)[]) {
  const made = new Map(decisions.flatMap((one, at) => (one ? [[`line ${at}`, one] as const] : [])));
  const { short, lines } = decide(entry, world.base, made);
  return {
    short: short.map(({ id, left, decision }) => [id, left, decision]),
    lines: lines.map(({ id, quantity }) => [id, quantity]),
  };
}

test("a line takes what is there before the next one of the same product", () => {
  expect(shortagesOf(visitOf(2, 5), world.base)).toEqual([
    { id: "line 1", name: "Amoxicillin 500", asked: 5, left: 1 },
  ]);
});

test("a line is sold as far as there is stock, and goes if there is none", () => {
  expect(decided(visitOf(2, 5), undefined, "sell")).toEqual({
    short: [["line 1", 1, "sell"]],
    lines: [
      ["line 0", 2],
      ["line 1", 1],
    ],
  });
  expect(decided(visitOf(3, 5), undefined, "sell").lines).toEqual([["line 0", 3]]);
});

test("what a removed line leaves is there for the next one", () => {
  const visit = visitOf(5, 4);
  expect(decided(visit).short).toEqual([
    ["line 0", 3, undefined],
    ["line 1", 0, undefined],
  ]);
  expect(decided(visit, "remove")).toEqual({
    short: [
      ["line 0", 3, "remove"],
      ["line 1", 3, undefined],
    ],
    lines: [["line 1", 4]],
  });
  expect(decided(visitOf(5, 2), "remove").short).toEqual([["line 0", 3, "remove"]]);
});

test("a line that waits keeps its quantity", () => {
  expect(decided(visitOf(5), "later")).toEqual({ short: [["line 0", 3, "later"]], lines: [["line 0", 5]] });
});
