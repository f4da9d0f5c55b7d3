import { isOwnCall, isOwnDoctor } from "../account/own-rows.ts";
import type { Day } from "../calendar/calendar.ts";
import type { CatchUp, CatchUpRow } from "../catch-up/catch-up.ts";
import { fieldDaysBeside } from "../catch-up/field-days-beside.ts";
import { firstPlanned } from "../catch-up/first-planned.ts";
import { chooseLikely } from "../catch-up/likely.ts";
import { maxVisitsOfDay } from "../catch-up/limits.ts";
import { cityOf } from "../doctors/city.ts";
import type { Doctor } from "../doctors/doctor.ts";
import { toRupees } from "../money/money.ts";
import { byCodePoint } from "../text/name-key.ts";
import { itemOf } from "../visits/item-of.ts";
import {
  byPlace,
  calendarOf,
  doctorsOfDay,
  dueDoctorsOf,
  knowsDaysOf,
  type PersonAtHand,
  type ReceivedBasis,
  skippedOn,
  visitsOfPerson,
} from "./month-at-hand.ts";
import { lastSalesAtHand, totalOf, type VisitAtHand, type VisitsAtHand } from "./visits-at-hand.ts";

/** The day, and the doctors to show besides. */
type Wanted = { day: Day; doctors: readonly string[] };

/**
 * The rows of a person's evening, as `GET /api/today/catch-up` answers over the same rows; undefined for a day whose holidays
 * are not known. Who was likely on an earlier day is not at hand.
 */
export function catchUpAtHand(
  at: PersonAtHand & VisitsAtHand,
  received: ReceivedBasis,
  { day, doctors: added }: Wanted,
): CatchUp | undefined {
  const { doctors, products, today } = at;
  if (day > today || !knowsDaysOf(received, day)) return undefined;
  const visits = visitsOfDay(at, day, new Set(added));
  const planned = firstPlanned(visits);
  const known = [...planned.keys()].flatMap((id) => doctors.get(id) ?? []);
  const plannedFirst = byPlace(known.map((doctor) => ({ doctor }))).map(({ doctor }) => doctor.id);
  const taken = visits.map(({ doctor_id }) => doctor_id);
  const likely = day === today ? likelyOf(at, received, { planned: known, taken }) : [];
  const reasons = new Map(likely.map(({ doctor, ...reason }) => [doctor.id, reason]));
  const rows = [...new Set([...plannedFirst, ...taken, ...reasons.keys(), ...added])].flatMap(
    (id): CatchUpRow[] => {
      const doctor = doctors.get(id);
      if (!doctor) return [];
      const { name, specialization, hospital, doctor_class, representative_id, address } = doctor;
      const plan = planned.get(id);
      return [
        {
          doctor: {
            ...{ id, name, specialization, hospital, doctor_class, representative_id },
            city: address === null ? null : cityOf(address),
          },
          planned: plan ? plannedVisit(plan, products) : null,
          visits: visits
            .filter((visit) => visit.doctor_id === id && visit !== plan)
            .map((visit) => visitOfDay(visit, isOwnCall({ ...visit, doctor }, at.person))),
          likely: reasons.get(id) ?? null,
          usual: lastSalesAtHand(at, id, day),
        },
      ];
    },
  );
  return { day, ...fieldDaysBeside(day, calendarOf(received.basis), today), rows };
}

/** The person's visits of a day, and anybody's to the added doctors, in the order entered. */
function visitsOfDay(at: PersonAtHand, day: Day, added: ReadonlySet<string>): VisitAtHand[] {
  const mine = new Set(visitsOfPerson(at, { from: day, to: day }).map(({ id }) => id));
  return [...at.visits.values()]
    .filter(({ id, visit_date, doctor_id }) => mine.has(id) || (visit_date === day && added.has(doctor_id)))
    .sort((one, other) => byCodePoint(one.id, other.id))
    .slice(0, maxVisitsOfDay);
}

/** Those who are about to be missed today; those in the cities of the planned visits to the person's own doctors count more. */
function likelyOf(
  at: PersonAtHand,
  { basis }: ReceivedBasis,
  { planned, taken }: { planned: readonly Doctor[]; taken: readonly string[] },
) {
  const { doctors, person, today } = at;
  const skipped = skippedOn(basis, today);
  const cities = planned
    .filter((doctor) => isOwnDoctor(doctor, person) && !skipped.has(doctor.id))
    .map(({ address }) => cityOf(address));
  const { free } = doctorsOfDay(at, basis, { day: today, cities });
  return dueDoctorsOf(chooseLikely(free, cities, taken), doctors);
}

function plannedVisit(
  { id, version, notes, created_by, moves_stock, sales }: VisitAtHand,
  products: VisitsAtHand["products"],
): CatchUpRow["planned"] {
  const items = sales.map((sale) => ({
    ...itemOf(sale),
    product_name: products.get(sale.product_id)?.name ?? "",
  }));
  return { id, version, notes, created_by, moves_stock, items };
}

function visitOfDay(
  { id, version, status, notes, created_by, moves_stock, sales }: VisitAtHand,
  own: boolean,
): CatchUpRow["visits"][number] {
  const sold = { total_sales: toRupees(totalOf(sales)), item_count: sales.length };
  return { id, version, status, notes, created_by, moves_stock, ...sold, own };
}
