import { dashboardRoutes } from "@rounds/domain/dashboard/routes.ts";
import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { productRoutes } from "@rounds/domain/products/routes.ts";
import { todayRoutes } from "@rounds/domain/today/routes.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import { today } from "./api/clock.ts";
import { urlOf } from "./api/url.ts";
import { chosenPeriod } from "./dashboard/period.ts";
import {
  dashboardSearch,
  doctorsSearch,
  parseSearch,
  productsSearch,
  todaySearch,
  visitsSearch,
} from "./search.ts";
import { plannedDay, shownMonday } from "./today/shown-days.ts";
import { listQuery, rangeOf } from "./visits/list/visit-range.ts";

type Raw = Record<string, unknown>;

/** The first requests of the main screens, created by the same functions that the screens use. */
const firstReads: Record<string, (raw: Raw) => string> = {
  "/": (raw) =>
    urlOf(dashboardRoutes.read.path, {}, { period: chosenPeriod(dashboardSearch(raw).period, today()) }),
  "/today": (raw) => {
    const search = todaySearch(raw);
    if (search.show === "tomorrow")
      return urlOf(todayRoutes.day.path, {}, { day: plannedDay(search, today()) });
    if (search.show === "week")
      return urlOf(todayRoutes.week.path, {}, { day: shownMonday(search, today()) });
    return urlOf(todayRoutes.read.path);
  },
  "/doctors": (raw) => urlOf(doctorRoutes.list.path, {}, doctorsSearch(raw)),
  "/visits": (raw) => {
    const search = visitsSearch(raw);
    return urlOf(visitRoutes.list.path, {}, listQuery(search, rangeOf(search, today())));
  },
  "/products": (raw) => urlOf(productRoutes.list.path, {}, productsSearch(raw)),
};

/** The address of the first request of a page's screen; nothing for a screen without one. */
export function firstReadOf(page: { pathname: string; search: string }): string | undefined {
  return firstReads[page.pathname]?.(parseSearch(page.search));
}
