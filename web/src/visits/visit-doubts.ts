import { type Day, formatDay } from "@rounds/domain/calendar/calendar.ts";
import { formatCount } from "@rounds/domain/money/count.ts";
import { formatRupees } from "@rounds/domain/money/money.ts";
import type { ProductChoice } from "@rounds/domain/products/product-list.ts";
import {
  isUnlikelyLow,
  isUnlikelyPrice,
  lowWords,
  timesUsual,
} from "@rounds/domain/products/unlikely-price.ts";
import type { LastPrice } from "@rounds/domain/visits/visit-list.ts";
import type { VisitFormInput, VisitFormValues } from "./visit-form.ts";

/** A visit before this day is probably a mistake in the year. */
const firstLikelyDay: Day = "2000-01-01";

type Known = {
  today: Day;
  products: readonly Pick<ProductChoice, "id" | "price">[];
  /** What the doctor paid last, which the form proposes. */
  last?: readonly LastPrice[] | undefined;
};

type Before = {
  visit_date?: string | undefined;
  status?: string | undefined;
  items?: readonly (Partial<VisitFormInput["items"][number]> | undefined)[] | undefined;
};

/**
 * A sentence about a day that is unlikely for a visit's status; null if there is none. What was so in `before`, the
 * values at the start, is not asked about again.
 */
export function dayDoubt(
  { visit_date, status }: Pick<VisitFormValues, "visit_date" | "status">,
  before: Pick<Before, "visit_date" | "status">,
  today: Day,
): string | null {
  if (visit_date === before.visit_date && status === before.status) return null;
  const day = formatDay(visit_date);
  if (visit_date < firstLikelyDay) return `The visit date is ${day}, which is before the year 2000.`;
  if (visit_date > today && status === "completed")
    return `The visit is marked as completed, but ${day} is in the future.`;
  if (visit_date < today && status === "scheduled")
    return `The visit is scheduled, but ${day} is in the past.`;
  return null;
}

/**
 * Sentences about what is unlikely but possible in a visit. What was so in `before`, the values at the start, is not
 * asked about again.
 */
export function visitDoubts(
  values: VisitFormValues,
  before: Before,
  { today, products, last = [] }: Known,
): string[] {
  const unlikelyDay = dayDoubt(values, before, today);
  const doubts = unlikelyDay ? [unlikelyDay] : [];
  for (const { id, product_id, product_name, unit_price } of values.items) {
    const own = products.find((product) => product.id === product_id)?.price;
    const kept = before.items?.some((item) => item?.id === id && item.unit_price === unit_price);
    if (own === undefined || kept) continue;
    const paid = last.find((price) => price.product_id === product_id)?.unit_price;
    const here = `Here it is sold for ${formatRupees(unit_price)}`;
    if (isUnlikelyPrice(unit_price, own)) {
      const times = formatCount(timesUsual(unit_price, own));
      doubts.push(`${product_name} costs ${formatRupees(own)}. ${here}, ${times} times that.`);
    } else if (isUnlikelyLow(unit_price, paid ?? own)) {
      const usual = paid
        ? `The last price of ${product_name} was ${formatRupees(paid)}.`
        : `${product_name} costs ${formatRupees(own)}.`;
      doubts.push(`${usual} ${here}, ${lowWords} that.`);
    }
  }
  return doubts;
}
