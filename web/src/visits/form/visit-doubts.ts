import type { Day } from "@rounds/domain/calendar/calendar.ts";
import { formatCount } from "@rounds/domain/money/count.ts";
import { formatRupees } from "@rounds/domain/money/money.ts";
import type { ProductChoice } from "@rounds/domain/products/product-list.ts";
import {
  isUnlikelyLow,
  isUnlikelyPrice,
  lowWords,
  timesUsual,
} from "@rounds/domain/products/unlikely-price.ts";
import { dayDoubt } from "@rounds/domain/visits/day-doubt.ts";
import type { LastPrice } from "@rounds/domain/visits/visit-list.ts";
import type { VisitFormInput, VisitFormValues } from "./visit-form.ts";

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
