import { isDay } from "@rounds/domain/calendar/calendar.ts";
import { figures } from "@rounds/domain/coverage/figures.ts";
import { doctorClasses, doctorTypes } from "@rounds/domain/doctors/choices.ts";
import { performanceOrders } from "@rounds/domain/performance/orders.ts";
import { productCategories } from "@rounds/domain/products/categories.ts";
import { ledgerKinds } from "@rounds/domain/stock/kinds.ts";
import { teamFilters } from "@rounds/domain/team/statuses.ts";
import { withoutControls } from "@rounds/domain/text/control.ts";
import { statusFilters } from "@rounds/domain/visits/statuses.ts";

/**
 * The search parameters of each screen's address, and how they are read: a wrong value counts as not given, so an old
 * or mistyped link still opens its screen.
 */
type Raw = Record<string, unknown>;

/** What a screen's address may have, as its function reads it. */
type Read<Reader extends (raw: Raw) => object> = Partial<ReturnType<Reader>>;

/** A text that the server takes, which refuses control characters. */
function text(raw: Raw, key: string, max = 200): string | undefined {
  const value = raw[key];
  const found = typeof value === "number" ? String(value) : value;
  return typeof found === "string" ? withoutControls(found).trim().slice(0, max) || undefined : undefined;
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

export function dashboardSearch(raw: Raw) {
  const period = text(raw, "period");
  const isPeriod = period === "all-time" || isDay(`${period}-01`);
  return { period: isPeriod ? period : undefined };
}

export type DoctorsSearch = Read<typeof doctorsSearch>;
export function doctorsSearch(raw: Raw) {
  return {
    search: text(raw, "search"),
    doctor_class: oneOf(raw, "doctor_class", doctorClasses),
    doctor_type: oneOf(raw, "doctor_type", doctorTypes),
    city: text(raw, "city", 500),
    representative: whose(raw),
    page: page(raw),
  };
}

export type VisitsSearch = Read<typeof visitsSearch>;
export function visitsSearch(raw: Raw) {
  return {
    search: text(raw, "search"),
    // Not given: the default range; empty: cleared by the reader.
    start_date: day(raw, "start_date"),
    end_date: day(raw, "end_date"),
    status: oneOf(raw, "status", statusFilters),
    // A whole address.
    city: text(raw, "city", 500),
    representative: whose(raw),
    page: page(raw),
  };
}

/** The doctor who is visited; not given: still to be chosen. */
export function addVisitSearch(raw: Raw) {
  const given = text(raw, "doctor_id");
  return { doctor_id: given && rowId({ id: given }) };
}

/** What Today shows: today, a day to plan (tomorrow without a day), or the week of a day. */
export type TodaySearch = Read<typeof todaySearch>;
export function todaySearch(raw: Raw) {
  return { show: oneOf(raw, "show", ["tomorrow", "week"]), day: day(raw, "day") || undefined };
}

/** The day whose visits are entered at once; today if it is not given. */
export function catchUpSearch(raw: Raw) {
  return { day: day(raw, "day") || undefined };
}

export type ProductsSearch = Read<typeof productsSearch>;
export function productsSearch(raw: Raw) {
  return { search: text(raw, "search"), page: page(raw) };
}

/** The doctor's screen, with a paged table of visits. */
export function pageSearch(raw: Raw) {
  return { page: page(raw) };
}

/** The product's screen, with its ledger. */
export type LedgerSearch = Read<typeof ledgerSearch>;
export function ledgerSearch(raw: Raw) {
  return {
    kind: oneOf(raw, "kind", ledgerKinds),
    start_date: day(raw, "start_date"),
    end_date: day(raw, "end_date"),
    representative: whose(raw),
    page: page(raw),
  };
}

export type SalesSearch = Read<typeof salesSearch>;
export function salesSearch(raw: Raw) {
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

export type InventorySearch = Read<typeof inventorySearch>;
export function inventorySearch(raw: Raw) {
  return {
    // Not given: the report's default days.
    start_date: day(raw, "start_date"),
    end_date: day(raw, "end_date"),
    product_id: id(raw, "product_id"),
    category: oneOf(raw, "category", productCategories),
    page: page(raw),
  };
}

/** Not given: the present month, and one's own doctors. */
export type CoverageSearch = Read<typeof coverageSearch>;
export function coverageSearch(raw: Raw) {
  const month = text(raw, "month");
  return {
    month: month && isDay(`${month}-01`) ? month : undefined,
    person: oneOf(raw, "person", ["everybody"]) ?? id(raw, "person"),
  };
}

export type CoverageDoctorsSearch = Read<typeof coverageDoctorsSearch>;
export function coverageDoctorsSearch(raw: Raw) {
  return {
    ...coverageSearch(raw),
    figure: oneOf(raw, "figure", figures),
    class: oneOf(raw, "class", [...doctorClasses, "none"]),
    page: page(raw),
  };
}

/** Not given: the present month, by name. */
export function performanceSearch(raw: Raw) {
  return { month: coverageSearch(raw).month, sort: oneOf(raw, "sort", performanceOrders) };
}

export type TeamSearch = Read<typeof teamSearch>;
export function teamSearch(raw: Raw) {
  return {
    search: text(raw, "search"),
    status: oneOf(raw, "status", teamFilters),
    page: page(raw),
  };
}

/** The audit log: whose, and which kind of entries. */
export type AuditSearch = Read<typeof auditSearch>;
export function auditSearch(raw: Raw) {
  return { user: id(raw, "user"), action: text(raw, "action", 60), page: page(raw) };
}

/** The page that was requested first, and whether somebody signs up. */
export type SignInSearch = Read<typeof signInSearch>;
export function signInSearch(raw: Raw) {
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
