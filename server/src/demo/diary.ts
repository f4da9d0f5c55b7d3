import { addDays, type Day, epochDays } from "@rounds/domain/calendar/calendar.ts";
import { toPaise, toRupees } from "@rounds/domain/money/money.ts";
import type { Random } from "@rounds/domain/random/random.ts";
import { type VisitInput, type VisitStatus, visitStatuses } from "@rounds/domain/visits/visit.ts";
import { visitCreation } from "@rounds/domain/visits/visit-list.ts";
import type { DemoDoctor } from "./doctors.ts";
import { idAt } from "./ids.ts";
import { writeNote } from "./notes.ts";
import type { Patch, TeamMember } from "./people.ts";
import type { DemoProduct } from "./products.ts";
import { daysBetween, isHoliday, teamSince, weekdayOf } from "./workdays.ts";

/** A visit of the demo, in the form for `recordVisit`, and who records it. */
export type DemoVisit = { row: VisitInput & { id: string }; author: TeamMember | null };

/** How far ahead visits are planned. */
const plannedDays = 12;

/**
 * All visits from `firstDay` to today, and the planned ones of the coming days, oldest first. On one day a representative
 * works in one or two cities, and sees there whom they owe a call in that month; past visits are mostly completed,
 * cancelled ones have no items. Before there was a team, an earlier system kept fewer visits, without their authors.
 */
export function planVisits(given: {
  doctors: readonly DemoDoctor[];
  products: readonly DemoProduct[];
  patches: readonly Patch[];
  firstDay: Day;
  today: Day;
  random: Random;
}): DemoVisit[] {
  const { doctors, products, patches, firstDay, today, random } = given;
  const calls = new Calls();
  const since = teamSince(today);
  const everywhere = { person: null, cities: patches.flatMap((patch) => patch.cities), pace: null };
  return daysBetween(firstDay, addDays(today, plannedDays)).flatMap((day) =>
    (day < since ? [everywhere] : patches).flatMap(({ person, cities, pace }) => {
      const free = doctorsNear(cities, doctors, (doctor) => calls.need(doctor, day), random);
      const count = pace ? visitsOn(day, today, pace, random) : visitsBefore(day, random);
      return Array.from({ length: Math.min(count, free.length) }, (_, index) => {
        const doctor = random.weighted(free, (candidate) => calls.need(candidate, day));
        free.splice(free.indexOf(doctor), 1);
        calls.add(doctor, day);
        const minute = 240 + index * 35;
        return { row: makeVisit({ doctor, products, day, minute, today, random }), author: person };
      });
    }),
  );
}

/** How often each doctor was seen in the month, and when last. */
class Calls {
  #seen = new Map<DemoDoctor, { month: string; calls: number; last: Day }>();

  /** How likely a doctor is to be the next: representatives catch up with their plan, and don't come twice in a row. */
  need(doctor: DemoDoctor, day: Day): number {
    const seen = this.#seen.get(doctor);
    if (!seen) return doctor.calls ** 2 + 0.02;
    const open = seen.month === day.slice(0, 7) ? doctor.calls - seen.calls : doctor.calls;
    const rested = epochDays(day) - epochDays(seen.last) >= 5;
    return (open > 0 ? open * open : 0.02) * (rested ? 1 : 0.05);
  }

  add(doctor: DemoDoctor, day: Day) {
    const month = day.slice(0, 7);
    const before = this.#seen.get(doctor);
    this.#seen.set(doctor, { month, calls: before?.month === month ? before.calls + 1 : 1, last: day });
  }
}

/** The doctors of some cities of a patch: where it is worked on one day, mostly where most calls are open. */
function doctorsNear(
  cities: Patch["cities"],
  doctors: readonly DemoDoctor[],
  need: (doctor: DemoDoctor) => number,
  random: Random,
): DemoDoctor[] {
  const open = new Map(cities.map((name) => [name, 0]));
  for (const doctor of doctors) {
    const calls = open.get(doctor.city);
    if (calls !== undefined) open.set(doctor.city, calls + need(doctor));
  }
  const most = cities.length > 2 ? 3 : 1;
  const chosen = Array.from({ length: most }, () => random.weighted([...open], ([, calls]) => calls)[0]);
  return doctors.filter(({ city }) => chosen.includes(city));
}

/** How many visits the earlier system has of a day. */
function visitsBefore(day: Day, random: Random): number {
  const weekday = weekdayOf(day);
  if (weekday === 0 || isHoliday(day)) return random.chance(0.1) ? 1 : 0;
  return weekday === 6 ? random.integer(1, 3) : random.integer(4, 8);
}

/** How many visits a day of a patch has. */
function visitsOn(day: Day, today: Day, [least, most]: Patch["pace"], random: Random): number {
  const weekday = weekdayOf(day);
  // Today is never empty: somebody who tries the product looks there first.
  if (day === today) return random.integer(4, 7);
  if (weekday === 0 || isHoliday(day)) return 0;
  if (day > today) return weekday === 6 ? 1 : random.integer(2, 4);
  return weekday === 6 ? random.integer(1, least + 1) : random.integer(least, most);
}

/** How often a day that is over ends so, in a hundred visits. */
const statusShares: Record<VisitStatus, number> = { completed: 91, scheduled: 2, cancelled: 7 };

function statusOn(day: Day, today: Day, random: Random): VisitStatus {
  if (day > today) return random.chance(0.95) ? "scheduled" : "cancelled";
  if (day === today) return random.chance(0.6) ? "completed" : "scheduled";
  // Now and then somebody forgets to update a visit.
  return random.weighted(visitStatuses, (status) => statusShares[status]);
}

function makeVisit(given: {
  doctor: DemoDoctor;
  products: readonly DemoProduct[];
  day: Day;
  minute: number;
  today: Day;
  random: Random;
}): DemoVisit["row"] {
  const { doctor, products, day, minute, today, random } = given;
  const status = statusOn(day, today, random);
  const sold =
    status === "completed" && random.chance(0.72) ? chooseProducts(doctor, products, day, random) : [];
  const entered = day > today ? { day: today, minute: 700 } : { day, minute };
  return visitCreation.parse({
    id: idAt(entered.day, entered.minute, random),
    doctor_id: doctor.row.id,
    visit_date: day,
    status,
    notes: writeNote(status, sold, random),
    items: sold.map((product) => ({
      id: idAt(entered.day, entered.minute, random),
      product_id: product.row.id,
      quantity: quantityOf(product, random),
      unit_price: priceOf(product, random),
    })),
  });
}

/** One to five different products, mostly of the doctor's interest; more cough medicine in winter. */
function chooseProducts(
  doctor: DemoDoctor,
  products: readonly DemoProduct[],
  day: Day,
  random: Random,
): DemoProduct[] {
  const winter = ["11", "12", "01", "02"].includes(day.slice(5, 7));
  const chosen = new Set<DemoProduct>();
  const count = random.weighted([1, 2, 3, 4, 5], (size) => 6 - size);
  while (chosen.size < count) {
    chosen.add(
      random.weighted(products, ({ category }) => {
        const season = winter && category === "Respiratory" ? 2 : 1;
        return season * (doctor.interests.includes(category) ? 12 : 1);
      }),
    );
  }
  return [...chosen];
}

function quantityOf(product: DemoProduct, random: Random): number {
  const packs = product.packs * (0.4 + random.next() * 1.2);
  // Larger orders are rounded, as people do.
  return packs > 12 ? Math.round(packs / 5) * 5 : Math.max(1, Math.round(packs));
}

/** The list price, or with 5 or 10 per cent off, in whole paise. */
function priceOf(product: DemoProduct, random: Random): string {
  const percent = random.weighted([100n, 95n, 90n], (part) => (part === 100n ? 8 : 1));
  return toRupees((toPaise(product.row.price) * percent) / 100n);
}
