import type { Database } from "@rounds/database/connect.ts";
import { addDays, type Day, type DayRange } from "@rounds/domain/calendar/calendar.ts";
import type { InventoryFilters } from "@rounds/domain/inventory/inventory.ts";
import { type RawBuilder, sql } from "kysely";
import { chosen, type ProductChoice, productSums, widen } from "../rollups/queries.ts";

/** The days and products of one report. */
export type Report = { days: { from: Day; to: Day }; choice: ProductChoice; today: Day };

/** The filters' days and products: the report ends today at the latest. */
export function reportOf({ start_date, end_date, ...choice }: InventoryFilters, today: Day): Report {
  const to = end_date !== undefined && end_date < today ? end_date : today;
  return { days: { from: start_date, to }, choice, today };
}

/**
 * The report's rows, one per chosen product: the columns of `inventoryRow`, with `name_key` to sort by,
 * `current_stock` and `value_before`, the value of the stock before the first day at the same price. Read them on the
 * snapshot on which the query was created. The stock on the last day is today's minus later movements; the stock
 * before the first day is that minus the movements within. Negative stock is shown as 0, and the difference was sold
 * before it was received.
 */
export async function reportRows(
  db: Database,
  { days, choice, today }: Report,
): Promise<RawBuilder<unknown>> {
  const within = productSums(await widen(db, days), choice);
  const later: DayRange = { from: addDays(days.to, 1) };
  const since = days.to < today ? productSums(later, choice) : nothing;
  return sql`
    select product_id, product_name, name_key, category, price, current_stock,
      greatest(before, 0) + opening as opening_stock,
      opening as opening_entries,
      purchases,
      sales,
      adjustments,
      greatest(-closing, 0) - greatest(-before, 0) as sold_before_received,
      greatest(closing, 0) as closing_stock,
      greatest(closing, 0) * price as stock_value,
      greatest(before, 0) * price as value_before
    from (
      select products.id as product_id, name as product_name, name_key, category, price, current_stock,
        current_stock - coalesce(${net("since")}, 0) as closing,
        current_stock - coalesce(${net("since")}, 0) - coalesce(${net("within")}, 0) as before,
        coalesce(within.opening, 0) as opening,
        coalesce(within.purchases, 0) as purchases,
        coalesce(within.sales, 0) as sales,
        coalesce(within.adjustments, 0) as adjustments
      from products
      left join (${within}) as within on within.product_key = rollup_key
      left join (${since}) as since on since.product_key = rollup_key
      where ${chosen(choice)}
    ) as stock`;
}

/** How many units a product's stock moved, from its sums. */
function net(sums: "within" | "since"): RawBuilder<number> {
  const column = (name: string) => sql.ref(`${sums}.${name}`);
  return sql`${column("opening")} + ${column("purchases")} - ${column("sales")} + ${column("adjustments")}`;
}

/** The sums of days before any movement. */
const nothing = productSums({ from: "2000-01-02", to: "2000-01-01" }, {});
