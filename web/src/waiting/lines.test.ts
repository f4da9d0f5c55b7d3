import { expect, test } from "vitest";
import type { Entry } from "../phone/entry.ts";
import { type Decision, decide, linesOf, shortagesOf, wholeOf } from "./lines.ts";
import { entryWith, ids, refusals, world } from "./testing/refused.ts";

const [error] = refusals("insufficient_stock");
if (!error) throw new Error("No refusal.");
const refused = entryWith({ noun: "visits", op: "create", error });

const lineOf = (at: number, quantity: number) => ({
  id: `line ${at}`,
  product_id: ids.product,
  quantity,
  unit_price: "1.00",
});

/** A visit with lines of one product, of which 3 are left. */
function visitOf(...quantities: number[]): Entry {
  return {
    ...refused,
    body: { ...refused.body, items: quantities.map((quantity, at) => lineOf(at, quantity)) },
  };
}

/** The same, refused with what the server says about the product. */
function saidOf(entry: Entry, said: { available: number; in_all?: number }): Entry {
  return { ...entry, error: { ...error, details: { product_id: ids.product, ...said } } as Entry["error"] };
}

/** The rows of the phone with lines of the visit that are saved. */
function savedWith(...sales: ReturnType<typeof lineOf>[]) {
  const visit = world.base.visits.get(ids.visit);
  if (!visit) throw new Error("No visit.");
  return { ...world.base, visits: new Map([[ids.visit, { ...visit, sales }]]) };
}

function decided(entry: Entry, ...decisions: (Decision | undefined)[]) {
  return decidedOver(world.base, entry, ...decisions);
}

function decidedOver(base: typeof world.base, entry: Entry, ...decisions: (Decision | undefined)[]) {
  const made = new Map(decisions.flatMap((one, at) => (one ? [[`line ${at}`, one] as const] : [])));
  const { short, lines } = decide(entry, base, made);
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

test("what the server says of a product is what all its lines may take", () => {
  // The second line was refused: one unit was left for it.
  const entry = saidOf(visitOf(2, 5), { available: 1, in_all: 3 });
  expect(decided(entry, undefined, "sell")).toEqual({
    short: [["line 1", 1, "sell"]],
    lines: [
      ["line 0", 2],
      ["line 1", 1],
    ],
  });
});

test("a line that is saved keeps its units, also after a new one", () => {
  const base = savedWith(lineOf(1, 2), lineOf(2, 4));
  const changed = visitOf(5, 2, 6);
  const wanted = {
    short: [
      ["line 0", 4, "sell"],
      ["line 2", 0, "sell"],
    ],
    lines: [
      ["line 0", 4],
      ["line 1", 2],
    ],
  };
  // Nothing else is in stock: the visit has 6 units, of which the line that changed gives 4 back.
  expect(decidedOver(base, saidOf(changed, { available: 4, in_all: 6 }), "sell", undefined, "sell")).toEqual(
    wanted,
  );
  // The same from a server of the release before.
  expect(decidedOver(base, saidOf(changed, { available: 4 }), "sell", undefined, "sell")).toEqual(wanted);
  // The phone knows of 3 more, if the server said nothing.
  expect(decidedOver(base, changed).short).toEqual([["line 2", 2, undefined]]);
});

test("a refused completion is the whole visit, with what was refused at its lines there", () => {
  const fields = { "items.1.quantity": "Please enter at least 1", notes: "Too long" };
  const refusal = { ...error, fields } as NonNullable<Entry["error"]>;
  const entry = entryWith({ noun: "visits", op: "complete", error: refusal });
  const plan = savedWith(lineOf(0, 2), lineOf(1, 2), lineOf(2, 2)).visits.get(ids.visit) ?? null;
  const whole = wholeOf({ ...entry, base: plan });
  expect([whole.op, linesOf(whole).length]).toEqual(["update", 5]);
  expect(whole.error?.fields).toEqual({ "items.4.quantity": "Please enter at least 1", notes: "Too long" });
  const edit = entryWith({ noun: "visits", op: "update", error: refusal });
  expect(wholeOf(edit)).toBe(edit);
});
