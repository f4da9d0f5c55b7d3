import { act, render } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { setPhone } from "../../api/phone/phone-slot.ts";
import { UnitsWaiting } from "./UnitsWaiting.tsx";

/** A phone on which a product has this many units with what waits, and had 5 before; entries were sent as often as said. */
function phone(left: number, given: { is_reached?: boolean; attempts?: number } = {}) {
  const { is_reached = false, attempts = 0 } = given;
  const products = (current_stock: number) => ({ products: new Map([["crocin", { current_stock }]]) });
  const state = {
    rows: products(left),
    base: products(5),
    outbox: [{ attempts }],
    is_reached,
    signed_out: false,
  };
  return { phone: { state: () => state, subscribe: () => () => {} } } as never;
}

afterEach(() => act(() => setPhone(undefined)));

test.each([
  ["some are sold", phone(3), "2 wait on this phone"],
  ["one is sold", phone(4), "1 waits on this phone"],
  ["one is given back", phone(6), "1 comes back from this phone"],
  ["some are given back", phone(8), "3 come back from this phone"],
  ["nothing waits", phone(5), ""],
  ["it is on its way", phone(3, { is_reached: true }), ""],
  ["it was sent in vain", phone(3, { is_reached: true, attempts: 1 }), "2 wait on this phone"],
])("the units that wait are said: %s", (_, next, words) => {
  const { container } = render(<UnitsWaiting product_id="crocin" />);
  expect(container.textContent).toBe("");
  act(() => setPhone(next));
  expect(container.textContent).toBe(words);
});
