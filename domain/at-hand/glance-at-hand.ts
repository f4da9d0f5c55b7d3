import type { Day } from "../calendar/calendar.ts";
import type { Doctor } from "../doctors/doctor.ts";
import { glanceMonth } from "../glance/doctor-month.ts";
import type { Glance, GlanceProduct } from "../glance/glance.ts";
import { glanceMonthCount, maxGlanceProducts, maxGlanceScheduled } from "../glance/glance-limits.ts";
import { lastMonths } from "../glance/months.ts";
import { lineTotal, toRupees } from "../money/money.ts";
import type { Product } from "../products/product.ts";
import { byCodePoint } from "../text/name-key.ts";
import type { DayBasis } from "../today/day-basis.ts";
import { activityOf, untouched } from "../visits/calls.ts";
import { newestFirst } from "../visits/order.ts";
import { calendarOf, type DayAtHand, normedAtHand } from "./month-at-hand.ts";
import { saleDaysAtHand, totalOf, type VisitAtHand, visitsTo } from "./visits-at-hand.ts";

/** The rows that are at hand, such as those on a phone. */
type AtHand = DayAtHand & {
  doctors: ReadonlyMap<string, Doctor>;
  products: ReadonlyMap<string, Pick<Product, "id" | "name" | "price" | "current_stock">>;
  visits: ReadonlyMap<string, VisitAtHand>;
};

type Line = { day: Day; id: string; quantity: number; unit_price: string };

/**
 * What the visits at hand tell of a doctor; undefined without the doctor. A phone has not all visits of a doctor who has
 * many: then it is `is_partial`; and not all of this month, nor all plans, of a colleague's: then it is `is_month_partial`,
 * and when to go next is not said. Without a basis no doctor has a target.
 */
export function glanceAtHand(
  at: AtHand,
  doctor_id: string,
  known: { basis: DayBasis | undefined; is_partial: boolean; is_month_partial: boolean },
): Glance | undefined {
  const { doctors, products, today } = at;
  const { basis, is_partial, is_month_partial } = known;
  const found = doctors.get(doctor_id);
  if (!found) return undefined;
  const { id, name, specialization, hospital, doctor_class, doctor_type, address, representative_id } = found;
  const own = visitsTo(at, doctor_id).sort(newestFirst).reverse();
  const past = own.filter(({ visit_date }) => visit_date <= today);
  const open = own.filter(({ status }) => status === "scheduled");
  const scheduled = [
    ...open
      .filter(({ visit_date }) => visit_date <= today)
      .toReversed()
      .slice(0, maxGlanceScheduled),
    ...open.filter(({ visit_date }) => visit_date > today).slice(0, maxGlanceScheduled),
  ].map(({ id, visit_date, notes, created_by }) => ({ id, visit_date, notes, created_by }));
  const bought = boughtAtHand(own, products, at);
  return {
    doctor: { id, name, specialization, hospital, doctor_class, doctor_type, address, representative_id },
    last_visit: lastVisitOf(past),
    month: {
      ...monthOf(own, found, basis, at),
      ...(is_month_partial && { see_by: null, lost: 0, state: null, is_partial: true }),
    },
    scheduled,
    ...bought,
    is_partial,
  };
}

function lastVisitOf(past: readonly VisitAtHand[]): Glance["last_visit"] {
  const last = past.findLast(({ status }) => status !== "scheduled");
  if (!last) return null;
  const { id, visit_date, status, notes, sales } = last;
  const total_sales = toRupees(totalOf(sales));
  return { id, visit_date, status, notes, total_sales, item_count: sales.length, who: null };
}

function monthOf(
  own: readonly VisitAtHand[],
  doctor: Doctor,
  basis: DayBasis | undefined,
  at: DayAtHand,
): Glance["month"] {
  const [activity = untouched] = activityOf(own, at.today).values();
  const { calls, scheduled, last_visit: last_call } = activity;
  if (!basis) return { calls, scheduled, last_call, norm: 0, see_by: null, lost: 0, state: null };
  return glanceMonth(normedAtHand(doctor, at), activity, calendarOf(basis), at.today);
}

/** What was bought of each product in the last year, as far as the visits tell. */
function boughtAtHand(
  own: readonly VisitAtHand[],
  products: AtHand["products"],
  { today, time_zone }: DayAtHand,
) {
  const year = lastMonths(today, 2 * glanceMonthCount);
  const lines = new Map<string, Line[]>();
  for (const visit of own) {
    const dayOfLine = saleDaysAtHand(visit, time_zone);
    for (const { id, product_id, quantity, unit_price } of visit.sales) {
      const line = { day: dayOfLine(id), id, quantity, unit_price };
      lines.set(product_id, [...(lines.get(product_id) ?? []), line]);
    }
  }
  const sums = [...lines].flatMap(([product_id, all]) => {
    const product = products.get(product_id);
    const months = year.map(({ from, to }) => all.filter(({ day }) => day >= from && day <= to));
    return product && months.some((month) => month.length > 0) ? sumOf(product, all, months) : [];
  });
  const total = (part: "amount" | "before") => toRupees(sums.reduce((sum, one) => sum + one[part], 0n));
  return {
    ...{ amount: total("amount"), amount_before: total("before"), products: sums.length },
    bought: sums
      .sort(
        (one, other) =>
          Number(other.amount - one.amount) ||
          other.row.units_before - one.row.units_before ||
          byCodePoint(one.row.product_id, other.row.product_id),
      )
      .slice(0, maxGlanceProducts)
      .map(({ row }) => row),
  };
}

function sumOf(
  { id: product_id, name, price, current_stock }: Pick<Product, "id" | "name" | "price" | "current_stock">,
  all: readonly Line[],
  months: readonly (readonly Line[])[],
): [{ row: GlanceProduct; amount: bigint; before: bigint }] | [] {
  const last = all
    .toSorted((one, other) => byCodePoint(one.day, other.day) || byCodePoint(one.id, other.id))
    .at(-1);
  if (!last) return [];
  const units = (lines: readonly Line[]) => lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const paise = (lines: readonly Line[]) =>
    lines.reduce((sum, { quantity, unit_price }) => sum + lineTotal(quantity, unit_price), 0n);
  const [before, now] = [months.slice(0, glanceMonthCount), months.slice(glanceMonthCount)];
  const amount = paise(now.flat());
  const row = {
    ...{ product_id, name, price, current_stock, units: units(now.flat()), amount: toRupees(amount) },
    ...{ units_before: units(before.flat()), months: now.map(units) },
    ...{ last_day: last.day, last_quantity: last.quantity, last_unit_price: last.unit_price },
  };
  return [{ row, amount, before: paise(before.flat()) }];
}
