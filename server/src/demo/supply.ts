import { addDays, type Day, startOfMonth } from "@rounds/domain/calendar/calendar.ts";
import type { Random } from "@rounds/domain/random/random.ts";
import type { Movement } from "../stock/ledger.ts";
import type { DemoVisit } from "./diary.ts";
import type { DemoProduct } from "./products.ts";
import { daysBetween, isHoliday, weekdayOf } from "./workdays.ts";

/** Units of what is delivered come in full boxes. */
const boxSize = 10;

/**
 * The opening stock, deliveries and losses of every product, each on its day, oldest first. They are planned from the
 * sales, so that no sale of the demo ever exceeds the stock, on any day.
 */
export function planSupply(given: {
  products: readonly DemoProduct[];
  visits: readonly DemoVisit[];
  firstDay: Day;
  today: Day;
  random: Random;
}): Movement[] {
  const { products, visits, firstDay, today, random } = given;
  const demand = demandByProduct(visits);
  const movements = products.flatMap((product) => {
    const sold = demand.get(product.row.id) ?? new Map<Day, number>();
    return planProduct({ product, sold, firstDay, today, random });
  });
  return movements.sort(byDay);
}

/** Oldest first; within a day, incoming before outgoing. */
function byDay(one: Movement, other: Movement): number {
  if (one.transaction_date !== other.transaction_date) {
    return one.transaction_date < other.transaction_date ? -1 : 1;
  }
  return Math.sign(other.quantity) - Math.sign(one.quantity);
}

/** Units sold of each product on each day. */
function demandByProduct(visits: readonly DemoVisit[]): Map<string, Map<Day, number>> {
  const demand = new Map<string, Map<Day, number>>();
  for (const { row } of visits) {
    const { visit_date, items } = row;
    for (const { product_id, quantity } of items) {
      const days = demand.get(product_id) ?? new Map<Day, number>();
      demand.set(product_id, days.set(visit_date, (days.get(visit_date) ?? 0) + quantity));
    }
  }
  return demand;
}

function planProduct(given: {
  product: DemoProduct;
  sold: Map<Day, number>;
  firstDay: Day;
  today: Day;
  random: Random;
}): Movement[] {
  const { product, sold, firstDay, today, random } = given;
  const losses = planLosses(product, firstDay, today, random);
  const days = [firstDay, ...deliveryDays(firstDay, today, random)];
  const movements: Movement[] = [...losses];
  let stock = 0;
  days.forEach((day, index) => {
    const next = days[index + 1];
    const until = next ? addDays(next, -1) : today;
    const taken = unitsTaken(sold, losses, day, until);
    const wanted = taken + reserveOf(product, next === undefined, random) - stock;
    // A product with a fixed final stock gets exactly what is sold.
    const units = product.left === undefined ? fullBoxes(wanted) : wanted;
    if (units > 0) {
      movements.push(index === 0 ? opening(product, units, day) : delivery(product, units, day, random));
      stock += units;
    }
    stock -= taken;
  });
  return movements;
}

/** The stock to be left before the next delivery. */
function reserveOf(product: DemoProduct, last: boolean, random: Random): number {
  if (product.left === undefined) return product.packs * random.integer(2, 6);
  return last ? product.left : 0;
}

function fullBoxes(units: number): number {
  return Math.ceil(units / boxSize) * boxSize;
}

/** Every four to seven weeks on a working day; the last one two weeks or more before today. */
function deliveryDays(firstDay: Day, today: Day, random: Random): Day[] {
  const days: Day[] = [];
  let day = firstDay;
  for (;;) {
    day = addDays(day, random.integer(28, 49));
    while (weekdayOf(day) === 0 || isHoliday(day)) day = addDays(day, 1);
    if (day > addDays(today, -14)) return days;
    days.push(day);
  }
}

/** A few times a year something breaks or expires. */
function planLosses(product: DemoProduct, firstDay: Day, today: Day, random: Random): Movement[] {
  const ends = daysBetween(addDays(firstDay, 30), addDays(today, -20)).filter(
    (day) => day === startOfMonth(day) && random.chance(0.12),
  );
  return ends.map((day) => ({
    ...movementOf(product, day),
    transaction_type: "adjustment",
    quantity: -random.integer(1, 4),
    notes: random.pick([
      "Damaged in transit",
      "Expired, returned to the company",
      "Short at the stock count",
    ]),
  }));
}

function unitsTaken(sold: Map<Day, number>, losses: readonly Movement[], from: Day, to: Day): number {
  const sales = daysBetween(from, to).reduce((sum, day) => sum + (sold.get(day) ?? 0), 0);
  return losses
    .filter(({ transaction_date }) => transaction_date >= from && transaction_date <= to)
    .reduce((sum, { quantity }) => sum - quantity, sales);
}

function opening(product: DemoProduct, quantity: number, day: Day): Movement {
  return { ...movementOf(product, day), transaction_type: "opening", quantity, notes: "Opening stock" };
}

function delivery(product: DemoProduct, quantity: number, day: Day, random: Random): Movement {
  const notes = `Received from the depot, invoice ${day.slice(2, 4)}-${random.integer(1000, 9999)}`;
  return { ...movementOf(product, day), transaction_type: "purchase", quantity, notes };
}

function movementOf(product: DemoProduct, day: Day) {
  return {
    product_id: product.row.id,
    transaction_date: day,
    reference_type: "manual_adjustment",
    reference_id: null,
  } as const;
}
