import type { Day } from "../calendar/calendar.ts";
import type { Dashboard } from "../dashboard/dashboard.ts";
import type { Doctor } from "../doctors/doctor.ts";
import type { DoctorList, DoctorListQuery, DoctorPlaces } from "../doctors/doctor-list.ts";
import type { Glance } from "../glance/glance.ts";
import type { ProductChoice, ProductList, ProductListQuery, ProductView } from "../products/product-list.ts";
import type { Availability } from "../stock/stock.ts";
import type { Visit } from "../visits/visit.ts";
import type { DoctorVisits, VisitList, VisitListQuery } from "../visits/visit-list.ts";
import {
  followDoctor,
  followDoctorChoices,
  followDoctorList,
  followDoctors,
  followPlaces,
} from "./follow-doctors.ts";
import { followGlance } from "./follow-glance.ts";
import {
  followAvailability,
  followLedger,
  followProduct,
  followProductChoices,
  followProductList,
  type IsStockOnly,
} from "./follow-products.ts";
import {
  followDashboard,
  followDoctorVisits,
  followLastPrices,
  followVisit,
  followVisitList,
} from "./follow-visits.ts";
import type { Followed } from "./followed.ts";
import type { News } from "./news.ts";
import { type ReadNoun, staleAfterAll } from "./stale-after.ts";

/** The key of something that a page has read, as in the queries of its nouns. */
export type ReadKey = readonly [noun: ReadNoun, ...rest: unknown[]];

type Rule = (
  shown: unknown,
  key: ReadKey,
  news: News,
  isStockOnly: IsStockOnly,
  today: Day,
) => Followed<unknown>;

/** What follows news by a rule of its own, by the first two parts of its key. Everything else is read again later. */
const rules: Partial<Record<string, Rule>> = {
  "doctors list": (shown, key, news, _, today) =>
    followDoctorList(shown as DoctorList, key[2] as DoctorListQuery, news, today),
  "doctors row": (shown, _, news) => followDoctor(shown as Doctor, news),
  "doctors choices": (shown, _, news) => followDoctorChoices(shown, news),
  "doctors places": (shown, _, news) => followPlaces(shown as DoctorPlaces, news),
  "doctors last-city": (shown, _, news) => followDoctors(shown, news),
  // Settings and people: no doctor and no visit changes them.
  "coverage settings": (shown) => ({ data: shown, read: "no" }),
  "coverage leave": (shown) => ({ data: shown, read: "no" }),
  // Somebody without an account stays in the list as long as doctors belong to them.
  "coverage representatives": (shown, _, { tables }) => ({
    data: shown,
    read: tables.includes("doctors") ? "stale" : "no",
  }),
  "products list": (shown, key, news, isStockOnly) =>
    followProductList(shown as ProductList, key[2] as ProductListQuery, news, isStockOnly),
  "products row": (shown, _, news) => followProduct(shown as ProductView, news),
  "products choices": (shown, _, news) => followProductChoices(shown as ProductChoice[], news),
  "stock availability": (shown, key, news) => followAvailability(shown as Availability, String(key[2]), news),
  "stock ledger": (shown, key, news) => followLedger(shown, String(key[2]), news),
  "visits list": (shown, key, news, _, today) =>
    followVisitList(shown as VisitList, key[2] as VisitListQuery, news, today),
  "visits of-doctor": (shown, key, news) => followDoctorVisits(shown as DoctorVisits, String(key[2]), news),
  "visits row": (shown, _, news) => followVisit(shown as Visit, news),
  "visits last-prices": (shown, key, news) => followLastPrices(shown, String(key[2]), news),
};

/**
 * What a page does with news about something that it has read, `shown` as `key` names it; `undefined` if it could not be
 * read yet.
 */
export function follow(
  key: ReadKey,
  shown: unknown,
  news: News,
  isStockOnly: IsStockOnly,
  today: Day,
): Followed<unknown> {
  const [noun, part] = key;
  if (!staleAfterAll(news.tables).has(noun)) return { data: shown, read: "no" };
  if (shown === undefined) return { data: shown, read: "soon" };
  if (noun === "dashboard") return followDashboard(shown as Dashboard, news);
  if (noun === "glance") return followGlance(shown as Glance, String(part), news);
  const rule = rules[`${noun} ${String(part)}`];
  return rule ? rule(shown, key, news, isStockOnly, today) : { data: shown, read: "later" };
}
