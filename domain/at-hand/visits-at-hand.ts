import { type Day, dayOf } from "../calendar/calendar.ts";
import type { UsualSale } from "../catch-up/catch-up.ts";
import { cityOf } from "../doctors/city.ts";
import type { Doctor } from "../doctors/doctor.ts";
import { cityKey } from "../doctors/same-city.ts";
import { lineTotal, toRupees } from "../money/money.ts";
import { pageAtHand, pageSize } from "../paging/page.ts";
import type { Product } from "../products/product.ts";
import { isWhose } from "../records/is-whose.ts";
import { remembered } from "../records/remembered.ts";
import { stockDay } from "../stock/stock-day.ts";
import { byCodePoint, nameKey } from "../text/name-key.ts";
import { folded, holdsWords, searchTerms } from "../text/search-words.ts";
import { isSoonestFirst, maxFrequencies, newestFirst } from "../visits/order.ts";
import type { SaleInput, Visit } from "../visits/visit.ts";
import type {
  DoctorVisits,
  LastPrice,
  VisitFrequency,
  VisitList,
  VisitListQuery,
  VisitRow,
} from "../visits/visit-list.ts";
import { isInRange, isOfStatus } from "../visits/which-visits.ts";
import { textOf } from "./doctors-at-hand.ts";

/** A visit that is at hand, with its lines in the order entered. */
export type VisitAtHand = Omit<Visit, "doctor" | "sales" | "total_sales" | "recorded_by"> & {
  sales: readonly SaleInput[];
  /** The days of the lines that were not sold on the visit's day, by their ids. */
  sale_days?: Readonly<Record<string, Day>> | null | undefined;
};

/** Rows that are all at hand, such as those on a phone: their answers equal the server's over the same rows. */
export type VisitsAtHand = {
  visits: ReadonlyMap<string, VisitAtHand>;
  doctors: ReadonlyMap<string, Doctor>;
  products: ReadonlyMap<string, Pick<Product, "name" | "category">>;
  today: Day;
};

/** A line that is at hand, with the product's name; a product that is not known has none. */
const unknownProduct = { name: "", category: null };

/** What lines come to, in paise. */
export function totalOf(sales: readonly SaleInput[]): bigint {
  return sales.reduce((sum, { quantity, unit_price }) => sum + lineTotal(quantity, unit_price), 0n);
}

/** A visit's row in a list; undefined if its doctor is not at hand. */
export function visitRowAtHand(
  { doctors }: Pick<VisitsAtHand, "doctors">,
  visit: VisitAtHand,
): VisitRow | undefined {
  const of = doctors.get(visit.doctor_id);
  if (!of) return undefined;
  const { id, visit_date, status, notes, created_by, updated_by, version, sales } = visit;
  const doctor = { id: of.id, name: of.name, specialization: of.specialization, hospital: of.hospital };
  return {
    ...{ id, visit_date, status, notes, created_by },
    changed_by_id: version > 1 && updated_by !== created_by ? updated_by : null,
    ...{ item_count: sales.length, total_sales: toRupees(totalOf(sales)) },
    doctor: { ...doctor, address: of.address, representative_id: of.representative_id },
  };
}

/** One visit, as `GET /api/visits/:id` answers; undefined if it or its doctor is not at hand. */
export function readVisitAtHand({ visits, doctors, products }: VisitsAtHand, id: string): Visit | undefined {
  const found = visits.get(id);
  const of = found && doctors.get(found.doctor_id);
  if (!found || !of) return undefined;
  const { sales, sale_days: _, ...visit } = found;
  const { name, specialization, hospital, doctor_type, doctor_class, representative_id } = of;
  return {
    ...visit,
    doctor: { id: of.id, name, specialization, hospital, doctor_type, doctor_class, representative_id },
    sales: sales.map((line) => {
      const { name, category } = products.get(line.product_id) ?? unknownProduct;
      const total_amount = toRupees(lineTotal(line.quantity, line.unit_price));
      // The lines are as old as the visit, as far as the rows at hand tell.
      return {
        ...line,
        visit_id: id,
        total_amount,
        created_at: visit.created_at,
        product: { name, category },
      };
    }),
    total_sales: toRupees(totalOf(sales)),
    recorded_by: null,
  };
}

/** All visits to a doctor. */
export function visitsTo({ visits }: Pick<VisitsAtHand, "visits">, doctor_id: string): VisitAtHand[] {
  return [...visits.values()].filter((visit) => visit.doctor_id === doctor_id);
}

/** One page of a doctor's visits, newest first, as `GET /api/doctors/:id/visits` answers. */
export function listDoctorVisitsAtHand(
  at: VisitsAtHand,
  doctor_id: string,
  { page = 1, page_size = pageSize }: { page?: number; page_size?: number },
): DoctorVisits {
  const own = visitsTo(at, doctor_id);
  const list = pageAtHand(own.sort(newestFirst), Number(page), Number(page_size));
  return { ...list, rows: list.rows.flatMap((visit) => visitRowAtHand(at, visit) ?? []) };
}

/**
 * The days on which a visit's lines were sold: as the server says, else that of the visit, or of its last edit if that came
 * before.
 */
export function saleDaysAtHand(
  { visit_date, updated_at, sale_days }: Pick<VisitAtHand, "visit_date" | "updated_at" | "sale_days">,
  time_zone: string,
): (line: string) => Day {
  const day = stockDay(visit_date, dayOf(Date.parse(updated_at), time_zone));
  return (line) => sale_days?.[line] ?? day;
}

/** The visits in which a doctor's sales are looked for. */
type SalesAtHand = Pick<VisitsAtHand, "visits"> & { time_zone: string };

/** The last price of each product that a doctor bought, as `GET /api/doctors/:id/last-prices` answers. */
export function lastPricesAtHand(at: SalesAtHand, doctor_id: string): LastPrice[] {
  return lastSalesAtHand(at, doctor_id).map(({ product_id, unit_price }) => ({ product_id, unit_price }));
}

/** What a doctor bought of each product the last time, up to a day if one is given, by the products' ids. */
export function lastSalesAtHand(at: SalesAtHand, doctor_id: string, until?: Day): UsualSale[] {
  const last = new Map<string, UsualSale & { day: Day; id: string }>();
  for (const visit of visitsTo(at, doctor_id)) {
    const dayOfLine = saleDaysAtHand(visit, at.time_zone);
    for (const { id, product_id, quantity, unit_price } of visit.sales) {
      const day = dayOfLine(id);
      if (until !== undefined && day > until) continue;
      const known = last.get(product_id);
      const isLater = !known || (byCodePoint(day, known.day) || byCodePoint(id, known.id)) > 0;
      if (isLater) last.set(product_id, { day, id, product_id, quantity, unit_price });
    }
  }
  return [...last.values()]
    .map(({ product_id, quantity, unit_price }) => ({ product_id, quantity, unit_price }))
    .sort((one, other) => byCodePoint(one.product_id, other.product_id));
}

/** One page of visits with all that the screen shows, as `GET /api/visits` answers to this person. */
export function listVisitsAtHand(at: VisitsAtHand, query: VisitListQuery, person: string | null): VisitList {
  const { page = 1, page_size = pageSize } = query;
  const isOfRange = ({ visit_date }: VisitAtHand) => isInRange(visit_date, query);
  const isWanted = filterOf(at, query, person);
  const known = [...at.visits.values()].filter(({ doctor_id }) => at.doctors.has(doctor_id));
  const filtered = known.filter(isWanted);
  const found = filtered.filter(isOfRange);
  const ordered = found.toSorted(newestFirst);
  if (isSoonestFirst(query, at.today)) ordered.reverse();
  const list = pageAtHand(ordered, Number(page), Number(page_size));
  const days = new Set(list.rows.map(({ visit_date }) => visit_date));
  const later = filtered
    .filter(({ visit_date }) => visit_date > at.today)
    .map(({ visit_date }) => visit_date);
  const frequencies = query.start_date && query.end_date ? frequenciesOf(at, found) : [];
  return {
    ...list,
    rows: list.rows.flatMap((visit) => visitRowAtHand(at, visit) ?? []),
    unfiltered: known.filter(isOfRange).length,
    frequencies: frequencies.slice(0, maxFrequencies),
    frequency_doctors: frequencies.length,
    days: [...days].map((day) => {
      // All of the day, also what is on other pages.
      const own = filtered.filter(({ visit_date }) => visit_date === day);
      const paise = own.reduce((sum, { sales }) => sum + totalOf(sales), 0n);
      return { day, visits: own.length, total_sales: toRupees(paise) };
    }),
    upcoming: { visits: later.length, last_day: later.sort(byCodePoint).at(-1) ?? null },
  };
}

/** The whole address of a doctor, as it is compared. */
const addressOf = remembered(({ address }: Doctor) => (address === null ? null : cityKey(address)));

/**
 * Whether a visit passes the filters besides the range: status, whose, whole address of the doctor, words. A visit without
 * an author is of whose the doctor is now: whose it was is not at hand.
 */
function filterOf(
  { doctors }: VisitsAtHand,
  { status, city, representative = "", search = "" }: VisitListQuery,
  person: string | null,
) {
  const terms = searchTerms(search);
  const address = city?.trim() ? cityKey(city) : null;
  return (visit: VisitAtHand): boolean => {
    if (!isOfStatus(visit, status)) return false;
    const doctor = doctors.get(visit.doctor_id);
    if (!doctor || (address !== null && addressOf(doctor) !== address)) return false;
    if (!isWhose(representative, visit.created_by ?? doctor.representative_id, person)) return false;
    if (terms.length === 0) return true;
    const own = folded(`${visit.status}\n${visit.notes ?? ""}`);
    return terms.every(
      ({ word, typed }) => own.includes(word) || own.includes(typed) || holdsWords(textOf(doctor), [word]),
    );
  };
}

/** How often each doctor was visited, most visits first, then by name. */
function frequenciesOf({ doctors }: VisitsAtHand, visits: readonly VisitAtHand[]): VisitFrequency[] {
  const counts = new Map<string, number>();
  for (const { doctor_id } of visits) counts.set(doctor_id, (counts.get(doctor_id) ?? 0) + 1);
  return [...counts]
    .flatMap(([doctor_id, count]) => {
      const doctor = doctors.get(doctor_id);
      if (!doctor) return [];
      const city = doctor.address === null ? "" : cityOf(doctor.address);
      return [{ key: nameKey(doctor.name), frequency: { doctor_id, name: doctor.name, city, count } }];
    })
    .sort(
      (one, other) =>
        other.frequency.count - one.frequency.count ||
        byCodePoint(one.key, other.key) ||
        byCodePoint(one.frequency.doctor_id, other.frequency.doctor_id),
    )
    .map(({ frequency }) => frequency);
}

/** The effect of deleting a doctor, as far as the rows at hand tell. */
export function deletionAtHand(at: Pick<VisitsAtHand, "visits" | "doctors">, doctor_id: string) {
  const own = visitsTo(at, doctor_id);
  const lines = own.flatMap(({ sales }) => sales);
  const version = at.doctors.get(doctor_id)?.version ?? 1;
  const units_returned = own.reduce((sum, visit) => sum + unitsReturnedBy(visit), 0);
  return { visits: own.length, sales: lines.length, units_returned, version };
}

/** The effect of deleting a visit; undefined if it is not at hand. */
export function visitDeletionAtHand({ visits, doctors }: VisitsAtHand, id: string) {
  const visit = visits.get(id);
  const doctor = visit && doctors.get(visit.doctor_id);
  if (!visit || !doctor) return undefined;
  const { visit_date, sales, version } = visit;
  const units_returned = unitsReturnedBy(visit);
  return { doctor_name: doctor.name, visit_date, sales: sales.length, units_returned, version };
}

function unitsReturnedBy({ moves_stock = true, sales }: VisitAtHand): number {
  return moves_stock ? sales.reduce((sum, { quantity }) => sum + quantity, 0) : 0;
}
