import type { Tables } from "@rounds/database/tables.ts";
import type { Day } from "@rounds/domain/calendar/calendar.ts";
import { isSoonestFirst } from "@rounds/domain/visits/order.ts";
import type { VisitFilters } from "@rounds/domain/visits/visit-list.ts";
import { type RawBuilder, type SelectQueryBuilder, sql } from "kysely";

/**
 * By day, and within a day by entry (ids are in the order of time): `desc` is newest first, `asc` soonest first. The same
 * as `byDay` of domain/visits/order.ts.
 */
export type VisitOrder = "asc" | "desc";

/** The order of a list under its filters. */
export function orderOf(range: Pick<VisitFilters, "start_date" | "end_date">, today: Day): VisitOrder {
  return isSoonestFirst(range, today) ? "asc" : "desc";
}

/** Visits in that order. */
export function inOrder<From extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, From, Row>,
  order: VisitOrder,
): SelectQueryBuilder<Tables, From, Row> {
  return query.orderBy(sql.ref("visits.visit_date"), order).orderBy(sql.ref("visits.id"), order);
}

/** The same in plain SQL; `of` is the name that a query gives its visits. */
export function byDay(order: VisitOrder, of = "visits"): RawBuilder<unknown> {
  const way = sql.raw(order);
  return sql`order by ${sql.ref(`${of}.visit_date`)} ${way}, ${sql.ref(`${of}.id`)} ${way}`;
}
