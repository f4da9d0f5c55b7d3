import type { Day } from "../calendar/calendar.ts";
import type { Dashboard } from "../dashboard/dashboard.ts";
import { isSoonestFirst, newestFirst } from "../visits/order.ts";
import type { Visit } from "../visits/visit.ts";
import type { DoctorVisits, VisitList, VisitListQuery, VisitRow } from "../visits/visit-list.ts";
import { passesByRow } from "../visits/which-visits.ts";
import { changedRow, type Followed, hasSkippedRows, patched } from "./followed.ts";
import type { News } from "./news.ts";

/** As told: what a visit's row shows of others, its doctor and its sales, has no version. */
const asTold = (shown: VisitRow, told: VisitRow | undefined) => told ?? shown;

/** The visit list: its rows at once; its counts, its days' totals and the frequency card are sums. */
export function followVisitList(
  list: VisitList,
  query: VisitListQuery,
  news: News,
  today: Day,
): Followed<VisitList> {
  if (!news.tables.some((table) => table === "visits" || table === "sales" || table === "doctors")) {
    return { data: list, read: "no" };
  }
  const { visits } = news.rows;
  const living = withDoctors(patched(list, visits, asTold), news).rows;
  const kept = living.filter((visit) => !changedRow(visits, visit.id) || passesByRow(visit, query));
  const isAllShown = list.total === list.rows.length;
  // Beyond the last row that stays where it is, other visits may come first.
  const hasMoved = ({ id, visit_date }: VisitRow) =>
    list.rows.some((shown) => shown.id === id && shown.visit_date !== visit_date);
  const last = kept.findLast((visit) => !hasMoved(visit));
  const inOrder: typeof newestFirst = isSoonestFirst(query, today)
    ? (left, right) => newestFirst(right, left)
    : newestFirst;
  const fits = (visit: VisitRow) => isAllShown || (last !== undefined && inOrder(visit, last) < 0);
  const isNew = (visit: VisitRow) => kept.every(({ id }) => id !== visit.id) && passes(visit, query);
  const added = visits.added.filter(isNew);
  const rows = [
    ...kept.filter((visit) => list.page > 1 || !hasMoved(visit) || fits(visit)),
    ...(list.page === 1 ? added.filter(fits) : []),
  ]
    .sort(inOrder)
    .slice(0, list.page_size);
  const more = added.length + kept.length - list.rows.length;
  const data = { ...list, rows, total: list.total + more, unfiltered: list.unfiltered + more };
  return { data, read: "later" };
}

/**
 * Whether a visit certainly belongs to the list. What a search or an address lets through, and whose a visit without an
 * author is, is the database's to say.
 */
function passes(visit: VisitRow, query: VisitListQuery): boolean {
  return !query.search && !query.city && !query.representative && passesByRow(visit, query);
}

/** A list with the doctors of its visits as they are told. */
function withDoctors<List extends { rows: readonly VisitRow[] }>(list: List, { rows: told }: News): List {
  if (told.doctors.changed.length === 0) return list;
  const rows = list.rows.map((visit) => {
    const row = changedRow(told.doctors, visit.doctor.id);
    if (!row) return visit;
    const { id, name, specialization, hospital, address, representative_id } = row;
    return { ...visit, doctor: { id, name, specialization, hospital, address, representative_id } };
  });
  return { ...list, rows };
}

/** One page of a doctor's visits. */
export function followDoctorVisits(
  list: DoctorVisits,
  doctor_id: string,
  news: News,
): Followed<DoctorVisits> {
  const { added, changed, gone } = news.rows.visits;
  const data = withDoctors(patched(list, news.rows.visits, asTold), news);
  const isAllShown = list.total === list.rows.length;
  const concerns =
    hasSkippedRows(news, "visits", "sales", "doctors") ||
    [...added, ...changed].some(
      ({ id, doctor }) => doctor.id === doctor_id || list.rows.some((row) => row.id === id),
    ) ||
    // Visits on other pages, and those that another doctor got, may have been this one's.
    (!isAllShown && changed.length + gone.length > 0) ||
    gone.some((id) => list.rows.some((row) => row.id === id)) ||
    news.rows.doctors.gone.includes(doctor_id);
  return { data, read: concerns ? "later" : "no" };
}

/** One visit with its doctor and its sales. */
export function followVisit(visit: Visit, news: News): Followed<Visit> {
  const { visits, doctors, products } = news.rows;
  const isConcerned =
    changedRow(visits, visit.id) !== undefined ||
    visits.gone.includes(visit.id) ||
    changedRow(doctors, visit.doctor_id) !== undefined ||
    doctors.gone.includes(visit.doctor_id) ||
    visit.sales.some(({ product_id, product }) => {
      const row = changedRow(products, product_id);
      return row !== undefined && (row.name !== product.name || row.category !== product.category);
    });
  if (isConcerned) return { data: visit, read: "soon" };
  return {
    data: visit,
    read: hasSkippedRows(news, "visits", "sales", "doctors", "products") ? "later" : "no",
  };
}

/** What a doctor last paid for each product. */
export function followLastPrices<Data>(data: Data, doctor_id: string, news: News): Followed<Data> {
  const { added, changed, gone } = news.rows.visits;
  const isSame =
    !hasSkippedRows(news, "visits", "sales", "doctors") &&
    [...added, ...changed].every(({ doctor }) => doctor.id !== doctor_id) &&
    changed.length + gone.length === 0;
  return { data, read: isSame ? "no" : "later" };
}

/** The dashboard: sums, besides the rows of visits, and nothing of stock. */
export function followDashboard(shown: Dashboard, news: News): Followed<Dashboard> {
  const { products } = news.rows;
  const isSame =
    !news.tables.some((table) => table === "visits" || table === "sales" || table === "doctors") &&
    !hasSkippedRows(news, "products") &&
    products.added.length + products.gone.length === 0;
  if (isSame) return { data: shown, read: "no" };
  const newest = (rows: Dashboard["recent_visits"]) =>
    rows
      .filter(({ id }) => !news.rows.visits.gone.includes(id))
      .map((row) => asTold(row, changedRow(news.rows.visits, row.id)));
  const { recent_visits, planned_visits } = shown;
  return {
    data: { ...shown, recent_visits: newest(recent_visits), planned_visits: newest(planned_visits) },
    read: "later",
  };
}
