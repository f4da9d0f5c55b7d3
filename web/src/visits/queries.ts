import type { Day } from "@rounds/domain/calendar/calendar.ts";
import { wholeList } from "@rounds/domain/paging/whole-list.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import type { Visit } from "@rounds/domain/visits/visit.ts";
import type {
  VisitConfirmation,
  VisitCreation,
  VisitDeletion,
  VisitListQuery,
  VisitRow,
  VisitUpdate,
} from "@rounds/domain/visits/visit-list.ts";
import { asApiError, nullIfGone } from "../api/api-error.ts";
import { callUndoable } from "../api/batches.ts";
import { call } from "../api/client.ts";
import { refetchAfter, refetchAfterWrite, rowDeleted, rowInLists } from "../api/live/stored-rows.ts";
import { write } from "../api/phone/phone-slot.ts";
import { queryClient } from "../api/query-client.ts";
import { acrossFilters, fresh, readQuery } from "../api/reading.ts";

/** The queries of visits. `today` parts the days to come, of which a list tells, from the others; tomorrow they are others. */
export const visitQueries = {
  list: (query: VisitListQuery, today: Day) =>
    readQuery(["visits", "list", query, today], visitRoutes.list, { query }, acrossFilters),

  /** Everything that matches the filters, with the totals of its days, for printing. */
  whole: (query: VisitListQuery) => call(visitRoutes.list, { query: { ...query, ...wholeList } }),

  row: (id: string) => readQuery(["visits", "row", id], visitRoutes.read, { params: { id } }),

  deletionEffect: (id: string) =>
    readQuery(["visits", "deletion-effect", id], visitRoutes.deletionEffect, { params: { id } }, fresh),

  /** What a doctor last paid for each product. */
  lastPrices: (doctor_id: string) =>
    readQuery(["visits", "last-prices", doctor_id], visitRoutes.lastPrices, { params: { id: doctor_id } }),
};

/** A visit as a list has shown it, without its sales. */
export function listedVisit(id: string): VisitRow | undefined {
  return rowInLists("visits", id) ?? rowInLists("visits", id, "of-doctor");
}

/** Shows a visit's current values, and refetches what may show it. Ends when all is there. */
export function showVisit(visit: Visit): Promise<void> {
  queryClient.setQueryData(visitQueries.row(visit.id).queryKey, visit);
  return refetchAfterWrite("visits");
}

/**
 * Records a visit under the chosen id, to be shown with `showVisit`; the same visit again creates no second one. `sent`: an earlier attempt with
 * this id got no answer. If it was saved after all and something was changed since, the current input is saved over
 * it, unless somebody else edited it in the meantime.
 */
export async function recordVisit({ id, ...input }: VisitCreation, sent: boolean): Promise<Visit> {
  const body = { id, ...input };
  const operation = { noun: "visits", op: "create", entity: id, body, base: null } as const;
  try {
    return await write(operation, () => call(visitRoutes.create, { body }));
  } catch (thrown) {
    if (!sent || asApiError(thrown).code !== "id_taken") throw thrown;
    const { version } = await call(visitRoutes.read, { params: { id } });
    if (version !== 1) throw thrown;
    const { only_once: _, ...edited } = input;
    return await call(visitRoutes.update, { params: { id }, body: { ...edited, version } });
  }
}

/** Saves an edit; throws `changed_meanwhile` if somebody else saved first. */
export async function saveVisit(id: string, body: VisitUpdate): Promise<Visit> {
  const visit = await changeVisit(id, body);
  void showVisit(visit);
  return visit;
}

/** Saves an edit, to be shown with `showVisit`. */
export async function changeVisit(id: string, body: VisitUpdate): Promise<Visit> {
  const operation = { noun: "visits", op: "update", entity: id, body, base: null } as const;
  return await write(operation, () => callUndoable(visitRoutes.update, { params: { id }, body }));
}

/**
 * Deletes a visit and returns what was deleted with it; throws `changed_meanwhile` if another version was confirmed. A visit
 * that is already gone, as after a lost answer, counts as deleted: then `null`.
 */
export async function deleteVisit(id: string, confirmed: VisitConfirmation): Promise<VisitDeletion | null> {
  const operation = { noun: "visits", op: "delete", entity: id, body: confirmed, base: null } as const;
  const gone = await write<VisitDeletion | null>(operation, () =>
    callUndoable(visitRoutes.delete, { params: { id }, query: confirmed }),
  ).catch(nullIfGone);
  rowDeleted("visits", id);
  return gone;
}

/** After the server refused an item: refetches its stock, for the limit and for the product's label. */
export function readStockAgain(): void {
  void refetchAfter(["stock_transactions"]);
}
