import type { Day } from "../calendar/calendar.ts";
import { formatCount } from "../money/count.ts";
import { formatRupees, type Rupees } from "../money/money.ts";
import { isUnlikelyLow, isUnlikelyPrice, lowWords, timesUsual } from "../products/unlikely-price.ts";
import { dayDoubt } from "./day-doubt.ts";
import type { VisitStatus } from "./statuses.ts";
import type { SaleInput } from "./visit.ts";

type Doubtful = {
  visit_date: Day;
  status: VisitStatus;
  items: readonly Pick<SaleInput, "id" | "product_id" | "unit_price">[];
};

type Before = {
  visit_date?: string | undefined;
  status?: string | undefined;
  items?: readonly ({ id?: string | undefined; unit_price?: string | undefined } | undefined)[] | undefined;
};

type Known = {
  today: Day;
  products: readonly { id: string; name: string; price: Rupees }[];
  /** What the doctor paid last, which the form proposes. */
  last?: readonly { product_id: string; unit_price: Rupees }[] | undefined;
  /** The items that the person wants the cancelled visit to keep. */
  kept?: readonly string[] | undefined;
};

/**
 * Sentences about what is unlikely but possible in a visit. What was so in `before`, the values at the start, is not
 * asked about again.
 */
export function visitDoubts(
  visit: Doubtful,
  before: Before,
  { today, products, last = [], kept = [] }: Known,
): string[] {
  const doubts = [dayDoubt(visit, before, today), cancelledDoubt(visit, before, kept)].filter(
    (doubt) => doubt !== null,
  );
  for (const { id, product_id, unit_price } of visit.items) {
    const { name, price: own } = products.find((product) => product.id === product_id) ?? {};
    const isAsBefore = before.items?.some((item) => item?.id === id && item.unit_price === unit_price);
    if (own === undefined || isAsBefore) continue;
    const paid = last.find((price) => price.product_id === product_id)?.unit_price;
    const here = `Here it is sold for ${formatRupees(unit_price)}`;
    if (isUnlikelyPrice(unit_price, own)) {
      const times = formatCount(timesUsual(unit_price, own));
      doubts.push(`${name} costs ${formatRupees(own)}. ${here}, ${times} times that.`);
    } else if (isUnlikelyLow(unit_price, paid ?? own)) {
      const usual = paid
        ? `The last price of ${name} was ${formatRupees(paid)}.`
        : `${name} costs ${formatRupees(own)}.`;
      doubts.push(`${usual} ${here}, ${lowWords} that.`);
    }
  }
  return doubts;
}

/**
 * A sentence about the items of a cancelled visit: those that came after it was cancelled, as the last one typed does, were
 * not asked about then.
 */
function cancelledDoubt({ status, items }: Doubtful, before: Before, kept: readonly string[]): string | null {
  if (status !== "cancelled") return null;
  const known = before.status === "cancelled" ? (before.items ?? []).map((item) => item?.id) : [];
  if (items.every(({ id }) => kept.includes(id) || known.includes(id))) return null;
  return "The visit is cancelled, but its items count as sales and take stock.";
}
