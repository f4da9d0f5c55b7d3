import type { Day } from "@rounds/domain/calendar/calendar.ts";
import { todayRoutes } from "@rounds/domain/today/routes.ts";
import type { SkipInput } from "@rounds/domain/today/skip.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import type { Visit } from "@rounds/domain/visits/visit.ts";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { asApiError } from "../api/api-error.ts";
import { call } from "../api/client.ts";
import { queryClient } from "../api/query-client.ts";
import { recordVisit, saveVisit, showVisit } from "../visits/queries.ts";

/** The person's day. `day` is today: tomorrow's answer is another one. */
export function todayQuery(day: Day) {
  return queryOptions({
    queryKey: ["today", "read", day],
    queryFn: ({ signal }) => call(todayRoutes.read, {}, signal),
    placeholderData: keepPreviousData,
  });
}

/** The plan of a day to come, as it is seen on that day `today`. */
export function dayPlanQuery(day: Day, today: Day) {
  return queryOptions({
    queryKey: ["today", "day", day, today],
    queryFn: ({ signal }) => call(todayRoutes.day, { query: { day } }, signal),
  });
}

/** The week from a Monday, as it is seen on that day `today`. */
export function weekPlanQuery(monday: Day, today: Day) {
  return queryOptions({
    queryKey: ["today", "week", monday, today],
    queryFn: ({ signal }) => call(todayRoutes.week, { query: { day: monday } }, signal),
  });
}

/** Skips a doctor today. Ends when the screen shows it. */
export async function skipDoctor(id: string, body: SkipInput): Promise<void> {
  await call(todayRoutes.skip, { params: { id }, body });
  await queryClient.invalidateQueries({ queryKey: ["today"] });
}

/** Takes a skip back; one that is gone already, as after a lost answer, counts as taken back. */
export async function undoSkip(id: string, day: Day): Promise<void> {
  try {
    await call(todayRoutes.undoSkip, { params: { id }, query: { day } });
  } catch (error) {
    if (asApiError(error).code !== "not_found") throw error;
  }
  await queryClient.invalidateQueries({ queryKey: ["today"] });
}

/**
 * Plans a visit for a day under the chosen id; the same visit again creates no second one. Throws `already_planned` if
 * the person has planned another one to the doctor for that day.
 */
export async function planVisit(id: string, doctor_id: string, visit_date: Day): Promise<Visit> {
  const status = "scheduled" as const;
  const planned = { id, doctor_id, visit_date, status, notes: null, items: [], only_once: true };
  const visit = await recordVisit(planned, true);
  await showVisit(visit);
  return visit;
}

/**
 * Moves a planned visit to another day, as it is now. Throws `changed_meanwhile` if somebody saves it at that moment, and
 * `already_planned` if its author has planned another one to the doctor for that day.
 */
export async function moveVisit(id: string, visit_date: Day): Promise<Visit> {
  const { doctor_id, status, notes, sales, version } = await call(visitRoutes.read, { params: { id } });
  const items = sales.map(({ id, product_id, quantity, unit_price }) => ({
    id,
    product_id,
    quantity,
    unit_price,
  }));
  return await saveVisit(id, { doctor_id, visit_date, status, notes, items, version, only_once: true });
}
