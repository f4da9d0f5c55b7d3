import { type Day, formatDay } from "@rounds/domain/calendar/calendar.ts";
import { formatCount } from "@rounds/domain/money/count.ts";
import { formatRupees } from "@rounds/domain/money/money.ts";
import type { ProductChoice } from "@rounds/domain/products/product-list.ts";
import { isUnlikelyPrice, timesUsual } from "@rounds/domain/products/unlikely-price.ts";
import type { VisitFormInput, VisitFormValues } from "./visit-form.ts";

/** A visit before this day is probably a mistake in the year. */
const firstLikelyDay: Day = "2000-01-01";

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
  { today, products }: { today: Day; products: readonly Pick<ProductChoice, "id" | "price">[] },
): string[] {
  const { visit_date, status, items } = values;
  const doubts: string[] = [];
  if (visit_date !== before.visit_date || status !== before.status) {
    const day = formatDay(visit_date);
    if (visit_date < firstLikelyDay) doubts.push(`The visit date is ${day}, which is before the year 2000.`);
    else if (visit_date > today && status === "completed")
      doubts.push(`The visit is marked as completed, but ${day} is in the future.`);
    else if (visit_date < today && status === "scheduled")
      doubts.push(`The visit is scheduled, but ${day} is in the past.`);
  }
  for (const { id, product_id, product_name, unit_price } of items) {
    const own = products.find((product) => product.id === product_id)?.price;
    const kept = before.items?.some((item) => item?.id === id && item.unit_price === unit_price);
    if (own === undefined || kept || !isUnlikelyPrice(unit_price, own)) continue;
    const times = formatCount(timesUsual(unit_price, own));
    doubts.push(
      `${product_name} costs ${formatRupees(own)}. Here it is sold for ${formatRupees(unit_price)}, ${times} times that.`,
    );
  }
  return doubts;
}
