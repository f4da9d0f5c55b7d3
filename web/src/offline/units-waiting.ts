import type { Glance } from "@rounds/domain/glance/glance.ts";
import { glanceRoutes } from "@rounds/domain/glance/routes.ts";
import { formatCount } from "@rounds/domain/money/count.ts";
import type { ProductChoice } from "@rounds/domain/products/product-list.ts";
import { productRoutes } from "@rounds/domain/products/routes.ts";
import { remembered } from "@rounds/domain/records/remembered.ts";
import { stockRoutes } from "@rounds/domain/stock/routes.ts";
import type { Availability } from "@rounds/domain/stock/stock.ts";
import type { StockWords } from "../api/phone/phone-slot.ts";
import type { Phone, PhoneState } from "../phone/phone-state.ts";
import { overlaid } from "./engine/local.ts";
import { isHeld } from "./engine/outbox.ts";

/** Units by product. A product without any is left out. */
type Units = ReadonlyMap<string, number>;
const none: Units = new Map();

type Holding = Pick<PhoneState, "base" | "outbox" | "is_reached" | "signed_out">;

/**
 * The units that visits which wait on this phone will take, or give back (below 0). What is sent at once does not wait,
 * and a refused visit takes nothing.
 */
export const unitsWaiting = remembered(({ base, outbox, is_reached, signed_out }: Holding): Units => {
  const isSent = is_reached && !signed_out;
  const held = outbox.filter((entry) => entry.state !== "needs_you" && isHeld(entry, isSent));
  if (held.length === 0) return none;
  const left = overlaid(base, held).products;
  const units = new Map<string, number>();
  for (const [id, { current_stock }] of base.products) {
    const waiting = current_stock - (left.get(id)?.current_stock ?? current_stock);
    if (waiting !== 0) units.set(id, waiting);
  }
  return units;
});

/**
 * The words beside a product's stock, of a phone: another function once other units wait; undefined while none does.
 */
export function stockWordsOf(phone: Phone) {
  let seen: PhoneState | undefined;
  let known = "";
  let words: StockWords | undefined;
  return () => {
    const state = phone.state();
    if (state === seen) return words;
    seen = state;
    const waiting = unitsWaiting(state);
    const { products } = state.rows;
    const text = [...waiting].map(([id, units]) => [id, units, products.get(id)?.current_stock]).join();
    if (text !== known) {
      known = text;
      words = text
        ? (id, units) => wordsOf(waiting.get(id), products.get(id)?.current_stock, units)
        : undefined;
    }
    return words;
  };
}

/** Words for units that wait; `left` is the phone's own stock, and `units` the stock beside which they stand. */
function wordsOf(waiting: number | undefined, left: number | undefined, units = left): string {
  if (!waiting) return "";
  const count = Math.abs(waiting);
  const [one, more, place] = waiting > 0 ? ["waits", "wait", "on"] : ["comes", "come", "back from"];
  const words = `${formatCount(count)} ${count === 1 ? one : more} ${place} this phone`;
  // The phone has answered with what is left.
  return units === left ? words : `${formatCount(Math.max(0, (units ?? 0) - waiting))} left, ${words}`;
}

/** The keys of the queries whose answers offer stock for a sale. */
export const stockOffers = [["products", "choices"], ["stock", "availability"], ["glance"]] as const;

/**
 * The server's answer to a read, with the stock that is left for further sales once it has what waits on this phone. The
 * same object if nothing of it waits, or if the answer offers no stock for a sale.
 */
export function lessWaiting(path: string, id: string, answer: unknown, units: Units): unknown {
  if (units.size === 0) return answer;
  const left = (product: string, stock: number) => Math.max(0, stock - (units.get(product) ?? 0));
  switch (path) {
    case productRoutes.pick.path:
      return (answer as readonly ProductChoice[]).map((choice) => ({
        ...choice,
        current_stock: left(choice.id, choice.current_stock),
      }));
    case stockRoutes.availability.path:
      return { available: left(id, (answer as Availability).available) };
    case glanceRoutes.read.path: {
      const { bought, ...glance } = answer as Glance;
      const products = bought.map((one) => ({
        ...one,
        current_stock: left(one.product_id, one.current_stock),
      }));
      return { ...glance, bought: products };
    }
    default:
      return answer;
  }
}
