import { isOwnDoctor } from "@rounds/domain/account/own-rows.ts";
import { catchUpAtHand } from "@rounds/domain/at-hand/catch-up-at-hand.ts";
import {
  doctorsAlikeAtHand,
  lastCityAtHand,
  listDoctorsAtHand,
  pickDoctorsAtHand,
  placesAtHand,
} from "@rounds/domain/at-hand/doctors-at-hand.ts";
import { glanceAtHand } from "@rounds/domain/at-hand/glance-at-hand.ts";
import type { PersonAtHand, ReceivedBasis } from "@rounds/domain/at-hand/month-at-hand.ts";
import { dayPlanAtHand, weekPlanAtHand } from "@rounds/domain/at-hand/plan-at-hand.ts";
import { listProductsAtHand, pickProductsAtHand } from "@rounds/domain/at-hand/products-at-hand.ts";
import { todayAtHand } from "@rounds/domain/at-hand/today-at-hand.ts";
import {
  deletionAtHand,
  lastPricesAtHand,
  listDoctorVisitsAtHand,
  listVisitsAtHand,
  readVisitAtHand,
  visitDeletionAtHand,
  visitsTo,
} from "@rounds/domain/at-hand/visits-at-hand.ts";
import type { Day } from "@rounds/domain/calendar/calendar.ts";
import { catchUpRoutes } from "@rounds/domain/catch-up/routes.ts";
import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { glanceRoutes } from "@rounds/domain/glance/routes.ts";
import { productRoutes } from "@rounds/domain/products/routes.ts";
import { stockRoutes } from "@rounds/domain/stock/routes.ts";
import { lastVisitsKept } from "@rounds/domain/sync/nouns.ts";
import { todayRoutes } from "@rounds/domain/today/routes.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import { now, today } from "../../api/clock.ts";
import { businessTimeZone } from "../../api/page-settings.ts";
import type { Asked } from "../../api/phone/from-phone.ts";
import type { Phone, PhoneState, Rows } from "../../phone/phone-state.ts";
import type { Meta } from "../../phone/ports.ts";
import { skipsShown } from "../engine/skips.ts";
import { isLeased, leaseDays } from "../lease.ts";
import { lessWaiting, unitsWaiting } from "../units-waiting.ts";
import type { PhoneAnswers } from "./read-here.ts";
import type { seenAnswers } from "./seen-answers.ts";

/** The phone's answer to one route; undefined if it does not have it. In `rows` is what waits, too, unlike in `base`. */
type Answer = (
  rows: Rows,
  asked: { id: string; query: object },
  person: string,
  kept: Pick<PhoneState, "base" | "outbox"> & { meta: Meta },
) => object | undefined;

/** What the doctor list needs: all visits of the phone tell when a doctor was seen last. */
function doctorsOf({ doctors, visits }: Rows) {
  return { doctors: doctors.values(), visits: visits.values(), today: today() };
}

function visitsOf(rows: Rows) {
  return { ...rows, today: today() };
}

function dayOf(rows: Rows) {
  return { ...visitsOf(rows), time_zone: businessTimeZone };
}

/** Every read that a phone can answer, by the path of its route. */
const answers: Record<string, Answer> = {
  [doctorRoutes.list.path]: (rows, { query }, person) => listDoctorsAtHand(doctorsOf(rows), query, person),
  [doctorRoutes.places.path]: ({ doctors }) => placesAtHand(doctors.values()),
  [doctorRoutes.pick.path]: (rows, { query }, person) => pickDoctorsAtHand(doctorsOf(rows), query, person),
  [doctorRoutes.alike.path]: ({ doctors }, { query }) => doctorsAlikeAtHand(doctors.values(), query),
  [doctorRoutes.lastCity.path]: ({ doctors }, _, person) => lastCityAtHand(doctors.values(), person),
  [doctorRoutes.read.path]: ({ doctors }, { id }) => copyOf(doctors.get(id)),
  [doctorRoutes.deletionEffect.path]: (rows, { id }) =>
    rows.doctors.has(id) ? deletionAtHand(rows, id) : undefined,
  [glanceRoutes.read.path]: (rows, { id }, person, { base, meta }) => {
    const is_cut = meta.scope?.is_cut !== false;
    const is_partial = is_cut || hasMore(base, id);
    const is_month_partial = is_cut || !isOwnDoctor(rows.doctors.get(id) ?? {}, person);
    return glanceAtHand(dayOf(rows), id, { basis: meta.day_basis, is_partial, is_month_partial });
  },
  [visitRoutes.list.path]: (rows, { query }, person) => listVisitsAtHand(visitsOf(rows), query, person),
  [visitRoutes.ofDoctor.path]: (rows, { id, query }) =>
    rows.doctors.has(id) ? listDoctorVisitsAtHand(visitsOf(rows), id, query) : undefined,
  [visitRoutes.lastPrices.path]: (rows, { id }) =>
    rows.doctors.has(id) ? lastPricesAtHand(dayOf(rows), id) : undefined,
  [visitRoutes.read.path]: (rows, { id }) => readVisitAtHand(visitsOf(rows), id),
  [visitRoutes.deletionEffect.path]: (rows, { id }) => visitDeletionAtHand(visitsOf(rows), id),
  [productRoutes.list.path]: ({ products }, { query }) => listProductsAtHand(products.values(), query),
  [productRoutes.pick.path]: ({ products }) => pickProductsAtHand(products.values()),
  [productRoutes.read.path]: ({ products }, { id }) => copyOf(products.get(id)),
  [stockRoutes.availability.path]({ products }, { id }) {
    const product = products.get(id);
    return product && { available: product.current_stock };
  },
  [todayRoutes.read.path]: planned(todayAtHand),
  [todayRoutes.day.path]: planned(dayPlanAtHand),
  [todayRoutes.week.path]: planned(weekPlanAtHand),
  [catchUpRoutes.read.path]: planned((at, received, day, { doctors = "" }) =>
    catchUpAtHand(at, received, { day: day || at.today, doctors: doctors.split(",").filter(Boolean) }),
  ),
};

/** Whether there may be more visits to a doctor than the phone has. */
function hasMore(rows: Rows, doctor_id: string): boolean {
  const made = visitsTo(rows, doctor_id).filter(({ status }) => status === "completed");
  return made.length >= lastVisitsKept;
}

/** A plan of the person; a phone that has only some of the doctors does not know whether there is none. */
function planned(
  plan: (
    at: PersonAtHand & Rows,
    received: ReceivedBasis,
    day: Day | undefined,
    query: { doctors?: string },
  ) => object | undefined,
): Answer {
  return (rows, { query }, person, { meta, outbox }) => {
    const { day_basis, today: on, scope } = meta;
    if (!day_basis || (rows.doctors.size === 0 && scope?.doctors !== "all")) return undefined;
    const { day, ...others }: { day?: Day; doctors?: string } = query;
    const basis = { ...day_basis, skips: [...skipsShown(day_basis.skips, outbox)] };
    return plan({ ...dayOf(rows), person }, { basis, on }, day, others);
  };
}

/** A row of its own for each answer: what is known of an answer is known by its identity. */
function copyOf<Row extends object>(row: Row | undefined): Row | undefined {
  return row && { ...row };
}

/** The answers of a person's phone. It has none before its first sync, and none if the last one is too long ago. */
export function answersOf(phone: Phone, person: string, seen: ReturnType<typeof seenAnswers>): PhoneAnswers {
  const days = leaseDays();
  return {
    isReached: () => phone.state().is_reached,
    answer({ path, params, query }: Asked) {
      const { rows, base, meta, outbox } = phone.state();
      if (!isLeased(meta, now(), days)) return undefined;
      const data = answers[path]?.(rows, { id: params.id ?? "", query }, person, { base, meta, outbox });
      return data && { data, as_of: meta.synced_at };
    },
    shown(asked, answer) {
      // What is not kept is read another time.
      seen.keep(asked, answer).catch(() => {});
      return lessWaiting(asked.path, asked.params.id ?? "", answer, unitsWaiting(phone.state()));
    },
    seen: (asked) =>
      isLeased(phone.state().meta, now(), days)
        ? seen.find(asked).catch(() => undefined)
        : Promise.resolve(undefined),
  };
}
