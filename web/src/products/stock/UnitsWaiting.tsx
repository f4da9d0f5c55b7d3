import { formatCount } from "@rounds/domain/money/count.ts";
import { useSyncExternalStore } from "react";
import { currentPhone, onPhone } from "../../api/phone/phone-slot.ts";
import type { Rows } from "../../phone/phone-state.ts";

/** Says how many units of a product the visits that wait on this phone take, or give back; nothing if none does. */
export function UnitsWaiting({ product_id }: { product_id: string }) {
  const units = useSyncExternalStore(onPhone, () => unitsWaiting(product_id));
  if (units === 0) return null;
  const count = Math.abs(units);
  const [one, more, place] = units > 0 ? ["waits", "wait", "on"] : ["comes", "come", "back from"];
  return (
    <span className="text-small text-muted">
      {`${formatCount(count)} ${count === 1 ? one : more} ${place} this phone`}
    </span>
  );
}

/** The units that waiting visits take; below 0 for those given back. What is sent at once does not wait. */
function unitsWaiting(product_id: string): number {
  const state = currentPhone()?.state();
  if (!state) return 0;
  const { rows, base, outbox, is_reached, signed_out } = state;
  if (is_reached && !signed_out && outbox.every(({ attempts }) => attempts === 0)) return 0;
  const stock = ({ products }: Rows) => products.get(product_id)?.current_stock ?? 0;
  return stock(base) - stock(rows);
}
