import { glanceRoutes } from "@rounds/domain/glance/routes.ts";
import { productRoutes } from "@rounds/domain/products/routes.ts";
import { stockRoutes } from "@rounds/domain/stock/routes.ts";
import { expect, test } from "vitest";
import type { Entry } from "../phone/entry.ts";
import type { Phone, PhoneState, Rows } from "../phone/phone-state.ts";
import { entryOf } from "./engine/outbox.ts";
import { lessWaiting, stockWordsOf, unitsWaiting } from "./units-waiting.ts";

const [paracip, amoxi] = ["p1", "p2"];
const base = {
  doctors: new Map(),
  products: new Map([paracip, amoxi].map((id) => [id, { id, current_stock: 10 }])),
  visits: new Map(),
} as unknown as Rows;

/** A visit that sells 3 of Paracip. */
function sale(more: Partial<Entry>): Entry {
  const items = [{ id: "line", product_id: paracip, quantity: 3, unit_price: "1.00" }];
  const making = { key: "key", user_id: "me", made_at: 0, app_version: "1" };
  const body = { id: "visit", doctor_id: "doctor", items };
  const operation = { noun: "visits", op: "create", entity: "visit", body, base: null } as const;
  return { ...entryOf(operation, making, 1), ...more };
}

/** The words beside the product's stock, as the list asks for them; a visit has been sent as often as said. */
function words(quantity: number, of?: number, given: Partial<PhoneState> = {}) {
  const left = { ...base, products: new Map([[paracip, { id: paracip, current_stock: 10 - quantity }]]) };
  const items = [{ id: "line", product_id: paracip, quantity, unit_price: "1.00" }];
  const outbox = [sale({ attempts: 1, body: { id: "visit", doctor_id: "doctor", items } })];
  const state = { base, rows: left, outbox, is_reached: true, signed_out: false, ...given };
  return stockWordsOf({ state: () => state } as unknown as Phone)()?.(paracip, of);
}

test("the words beside a stock say how many units wait, and what is left of a stock that counts them still", () => {
  expect(words(3)).toBe("3 wait on this phone");
  expect(words(1)).toBe("1 waits on this phone");
  expect(words(3, 7)).toBe("3 wait on this phone");
  expect(words(3, 10)).toBe("7 left, 3 wait on this phone");
  expect(words(3, 2)).toBe("0 left, 3 wait on this phone");
  expect(words(-1)).toBe("1 comes back from this phone");
  expect(words(-3, 10)).toBe("13 left, 3 come back from this phone");
  expect(words(3, 10, { outbox: [sale({})] })).toBeUndefined();
});

test("the words are the same function until other units wait", () => {
  let state = { base, rows: base, outbox: [sale({ attempts: 1 })], is_reached: true, signed_out: false };
  const current = stockWordsOf({ state: () => state } as unknown as Phone);
  const first = current();
  state = { ...state, is_reached: false };
  expect(current()).toBe(first);
  state = { ...state, outbox: [] };
  expect(current()).toBeUndefined();
});

function units(entry: Partial<Entry>, phone: { is_reached?: boolean; signed_out?: boolean } = {}) {
  return unitsWaiting({ base, outbox: [sale(entry)], is_reached: true, signed_out: false, ...phone });
}

test("what was tried, or can't be sent now, waits; what is being sent or was refused does not", () => {
  const waiting = [[paracip, 3]];
  expect([...units({ attempts: 1 })]).toEqual(waiting);
  expect([...units({}, { is_reached: false })]).toEqual(waiting);
  expect([...units({}, { signed_out: true })]).toEqual(waiting);
  expect(units({}).size).toBe(0);
  expect(units({ state: "sending", attempts: 1 }).size).toBe(0);
  expect(units({ state: "needs_you", attempts: 1 }).size).toBe(0);
  // A server that does not answer gets the next attempt in vain, too.
  expect([...units({ state: "sending", attempts: 2 }, { is_reached: false })]).toEqual(waiting);
});

test("what the server offers for a sale is less by what waits, and never below 0", () => {
  const waiting = new Map([[paracip, 3]]);
  const choices = [
    { id: paracip, current_stock: 2 },
    { id: amoxi, current_stock: 2 },
  ];
  expect(lessWaiting(productRoutes.pick.path, "", choices, waiting)).toEqual([
    { id: paracip, current_stock: 0 },
    { id: amoxi, current_stock: 2 },
  ]);
  expect(lessWaiting(stockRoutes.availability.path, paracip, { available: 10 }, waiting)).toEqual({
    available: 7,
  });
  expect(lessWaiting(stockRoutes.availability.path, amoxi, { available: 10 }, waiting)).toEqual({
    available: 10,
  });
  const glance = { amount: "1.00", bought: [{ product_id: paracip, current_stock: 10 }] };
  expect(lessWaiting(glanceRoutes.read.path, "doctor", glance, waiting)).toEqual({
    amount: "1.00",
    bought: [{ product_id: paracip, current_stock: 7 }],
  });
});

test("other answers, and all of them while nothing waits, stay the same object", () => {
  const answer = { rows: [] };
  expect(lessWaiting(productRoutes.list.path, "", answer, new Map([[paracip, 3]]))).toBe(answer);
  expect(lessWaiting(productRoutes.pick.path, "", answer, new Map())).toBe(answer);
});

test("an edit that waits of a visit which does not move the stock takes nothing", () => {
  const visit = { id: "visit", doctor_id: "doctor", sales: [], moves_stock: false };
  const edited = sale({ op: "update", attempts: 1 });
  const of = (stored: object) =>
    unitsWaiting({
      base: { ...base, visits: new Map([["visit", { ...visit, ...stored }]]) } as unknown as Rows,
      ...{ outbox: [edited], is_reached: true, signed_out: false },
    });
  expect([...of({ moves_stock: true })]).toEqual([[paracip, 3]]);
  expect(of({}).size).toBe(0);
});
