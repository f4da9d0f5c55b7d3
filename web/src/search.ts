import { isDay } from "@rounds/domain/calendar/calendar.ts";
import { type Figure, figures } from "@rounds/domain/coverage/figures.ts";
import {
  type DoctorClass,
  type DoctorType,
  doctorClasses,
  doctorTypes,
} from "@rounds/domain/doctors/choices.ts";
import { type PerformanceOrder, performanceOrders } from "@rounds/domain/performance/orders.ts";
import { type ProductCategory, productCategories } from "@rounds/domain/products/categories.ts";
import { type LedgerKind, ledgerKinds } from "@rounds/domain/stock/kinds.ts";
import { type TeamFilter, teamFilters } from "@rounds/domain/team/statuses.ts";
import { statusFilters } from "@rounds/domain/visits/statuses.ts";

/**
 * The search parameters of each screen's address, and how they are read: a wrong value counts as not given, so an old
 * or mistyped link still opens its screen.
 */
type Raw = Record<string, unknown>;

/** The search parameters of every paged list; page 1 is left out. */
type ListSearch = { page?: number; search?: string };

function text(raw: Raw, key: string, max = 200): string | undefined {
  const value = raw[key];
  const found = typeof value === "number" ? String(value) : value;
  return typeof found === "string" && found !== "" ? found.slice(0, max) : undefined;
}

export function oneOf<Value extends string>(
  raw: Raw,
  key: string,
  values: readonly Value[],
): Value | undefined {
  return values.find((value) => value === raw[key]);
}

/** A day; an empty text says that the filter was cleared, which differs from its default. */
export function day(raw: Raw, key: string): string | undefined {
  const value = raw[key];
  return typeof value === "string" && (value === "" || isDay(value)) ? value : undefined;
}

const uuid = /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;

/** The id of a row to filter by. */
export function id(raw: Raw, key: string): string | undefined {
  const value = raw[key];
  return typeof value === "string" && uuid.test(value) ? value.toLowerCase() : undefined;
}

/** The id of no row. */
const noRow = "00000000-0000-0000-0000-000000000000";

/**
 * The id in the address of a screen about one row: of no row if it can't be one, since the API may have a route of
 * that name (`permissions` in /team/permissions).
 */
export function rowId(params: { id?: string }): string {
  return id(params, "id") ?? noRow;
}

/** Whose rows: see `whoseFilter` in domain/records. */
function whose(raw: Raw): string | undefined {
  return oneOf(raw, "representative", ["me", "nobody"]) ?? id(raw, "representative");
}

function page(raw: Raw): number | undefined {
  const value = Number(raw.page);
  return Number.isSafeInteger(value) && value > 1 && value <= 100_000_000 ? value : undefined;
}

type DashboardSearch = { period?: string };
export function dashboardSearch(raw: Raw): DashboardSearch {
  const period = text(raw, "period");
  return { period: period && /^(all-time|\d{4}-(0[1-9]|1[0-2]))$/.test(period) ? period : undefined };
}

export type DoctorsSearch = ListSearch & {
  doctor_class?: DoctorClass;
  doctor_type?: DoctorType;
  city?: string;
  representative?: string;
};
export function doctorsSearch(raw: Raw): DoctorsSearch {
  return {
    search: text(raw, "search"),
    doctor_class: oneOf(raw, "doctor_class", doctorClasses),
    doctor_type: oneOf(raw, "doctor_type", doctorTypes),
    city: text(raw, "city", 500),
    representative: whose(raw),
    page: page(raw),
  };
}

export type VisitsSearch = ListSearch & {
  /** Not given: the default range; empty: cleared by the reader. */
  start_date?: string;
  end_date?: string;
  status?: (typeof statusFilters)[number];
  city?: string;
  representative?: string;
};
export function visitsSearch(raw: Raw): VisitsSearch {
  return {
    search: text(raw, "search"),
    start_date: day(raw, "start_date"),
    end_date: day(raw, "end_date"),
    status: oneOf(raw, "status", statusFilters),
    // A whole address.
    city: text(raw, "city", 500),
    representative: whose(raw),
    page: page(raw),
  };
}

type AddVisitSearch = { doctor_id?: string };
export function addVisitSearch(raw: Raw): AddVisitSearch {
  return { doctor_id: text(raw, "doctor_id") };
}

/** What Today shows: today, a day to plan (tomorrow without a day), or the week of a day. */
export type TodaySearch = { show?: "tomorrow" | "week"; day?: string };
export function todaySearch(raw: Raw): TodaySearch {
  return { show: oneOf(raw, "show", ["tomorrow", "week"]), day: day(raw, "day") || undefined };
}

/** The day whose visits are entered at once; today if it is not given. */
type CatchUpSearch = { day?: string };
export function catchUpSearch(raw: Raw): CatchUpSearch {
  return { day: day(raw, "day") || undefined };
}

export type ProductsSearch = ListSearch;
export function productsSearch(raw: Raw): ProductsSearch {
  return { search: text(raw, "search"), page: page(raw) };
}

/** The doctor's screen, with a paged table of visits. */
type PageSearch = { page?: number };
export function pageSearch(raw: Raw): PageSearch {
  return { page: page(raw) };
}

/** The product's screen, with its ledger. */
export type LedgerSearch = PageSearch & {
  kind?: LedgerKind;
  start_date?: string;
  end_date?: string;
  representative?: string;
};
export function ledgerSearch(raw: Raw): LedgerSearch {
  return {
    kind: oneOf(raw, "kind", ledgerKinds),
    start_date: day(raw, "start_date"),
    end_date: day(raw, "end_date"),
    representative: whose(raw),
    page: page(raw),
  };
}

export type SalesSearch = PageSearch & {
  start_date?: string;
  end_date?: string;
  doctor_id?: string;
  product_id?: string;
  category?: ProductCategory;
  representative?: string;
};
export function salesSearch(raw: Raw): SalesSearch {
  return {
    start_date: day(raw, "start_date"),
    end_date: day(raw, "end_date"),
    doctor_id: id(raw, "doctor_id"),
    product_id: id(raw, "product_id"),
    category: oneOf(raw, "category", productCategories),
    representative: whose(raw),
    page: page(raw),
  };
}

export type InventorySearch = PageSearch & {
  /** Not given: the report's default days. */
  start_date?: string;
  end_date?: string;
  product_id?: string;
  category?: ProductCategory;
};
export function inventorySearch(raw: Raw): InventorySearch {
  return {
    start_date: day(raw, "start_date"),
    end_date: day(raw, "end_date"),
    product_id: id(raw, "product_id"),
    category: oneOf(raw, "category", productCategories),
    page: page(raw),
  };
}

/** Not given: the present month, and one's own doctors. */
export type CoverageSearch = { page?: number; month?: string; person?: string };
export function coverageSearch(raw: Raw): CoverageSearch {
  const month = text(raw, "month");
  return {
    month: month && isDay(`${month}-01`) ? month : undefined,
    person: oneOf(raw, "person", ["everybody"]) ?? id(raw, "person"),
  };
}

export type CoverageDoctorsSearch = CoverageSearch & {
  figure?: Figure;
  class?: DoctorClass | "none";
};
export function coverageDoctorsSearch(raw: Raw): CoverageDoctorsSearch {
  return {
    ...coverageSearch(raw),
    figure: oneOf(raw, "figure", figures),
    class: oneOf(raw, "class", [...doctorClasses, "none"]),
    page: page(raw),
  };
}

/** Not given: the present month, by name. */
type PerformanceSearch = { page?: number; month?: string; sort?: PerformanceOrder };
export function performanceSearch(raw: Raw): PerformanceSearch {
  return { month: coverageSearch(raw).month, sort: oneOf(raw, "sort", performanceOrders) };
}

export type TeamSearch = ListSearch & { status?: TeamFilter };
export function teamSearch(raw: Raw): TeamSearch {
  return {
    search: text(raw, "search"),
    status: oneOf(raw, "status", teamFilters),
    page: page(raw),
  };
}

/** The audit log: whose, and which kind of entries. */
export type AuditSearch = PageSearch & { user?: string; action?: string };
export function auditSearch(raw: Raw): AuditSearch {
  return { user: id(raw, "user"), action: text(raw, "action", 60), page: page(raw) };
}

export type SignInSearch = {
  /** The page that was requested first. */
  redirect?: string;
  /** Left out for signing in. */
  mode?: "sign-up";
};
export function signInSearch(raw: Raw): SignInSearch {
  const redirect = typeof raw.redirect === "string" ? raw.redirect.slice(0, 2000) : "";
  return { redirect: redirect || undefined, mode: oneOf(raw, "mode", ["sign-up"]) };
}

/** Reads the search parameters of an address; every value stays a text. */
export function parseSearch(query: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(query));
}

/** Writes the search parameters of an address; values that are not set are left out. */
export function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== null);
  const query = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString();
  return query === "" ? "" : `?${query}`;
}
