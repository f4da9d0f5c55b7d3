import type { Product } from "@rounds/domain/products/product.ts";
import { act } from "@testing-library/react";
import { onTestFinished, vi } from "vitest";
import { setPhone } from "../api/phone/phone-slot.ts";
import { stockWordsOf } from "../offline/units-waiting.ts";
import { aDoctor, aSale, aVisit } from "./rows.ts";

/**
 * Puts a phone in its place on which a visit with so many units of a product waits, as the server does not answer, until the test ends.
 * Returns what is called when the person signs out.
 */
export function letUnitsWait(product: Product, quantity: number) {
  const visit = aVisit(aDoctor(), { sales: [aSale(product, { quantity, total_amount: product.price })] });
  const { sales, ...body } = visit;
  const entry = { noun: "visits", op: "create", entity: visit.id, body: { ...body, items: sales } };
  const rows = (current_stock: number) => ({
    doctors: new Map(),
    visits: new Map(),
    products: new Map([[product.id, { ...product, current_stock }]]),
  });
  const state = {
    base: rows(product.current_stock),
    rows: rows(product.current_stock - quantity),
    outbox: [{ ...entry, state: "waiting", attempts: 1, made_at: 0 }],
    is_reached: false,
    signed_out: false,
  };
  const phone = { state: () => state, subscribe: () => () => {} } as never;
  const nothing: never[] = [];
  const leave = vi.fn(async (_locked: boolean) => {});
  act(() => setPhone({ leave, phone, waiting: () => nothing, stockWords: stockWordsOf(phone) } as never));
  onTestFinished(() => act(() => setPhone(undefined)));
  return leave;
}
