import type { Glance } from "../glance/glance.ts";
import { changedRow, type Followed, hasSkippedRows } from "./followed.ts";
import type { News } from "./news.ts";

/** A doctor at a glance: the stock and the name of what the doctor buys at once; its sums and its visits are read. */
export function followGlance(glance: Glance, doctor_id: string, news: News): Followed<Glance> {
  const { doctors, products, visits } = news.rows;
  const bought = glance.bought.map((shown) => {
    const row = changedRow(products, shown.product_id);
    return row ? { ...shown, name: row.name, price: row.price, current_stock: row.current_stock } : shown;
  });
  const isConcerned =
    hasSkippedRows(news, "doctors", "products", "stock_transactions", "visits", "sales") ||
    doctors.gone.includes(doctor_id) ||
    visits.added.some(({ doctor }) => doctor.id === doctor_id) ||
    // They may have been this doctor's before.
    visits.changed.length + visits.gone.length > 0;
  if (isConcerned) return { data: { ...glance, bought }, read: "later" };
  // Of what people edit, only class and norm matter here, and they seldom change.
  return { data: { ...glance, bought }, read: changedRow(doctors, doctor_id) ? "stale" : "no" };
}
