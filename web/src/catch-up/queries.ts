import { isOwnCall } from "@rounds/domain/account/own-rows.ts";
import type { Day } from "@rounds/domain/calendar/calendar.ts";
import type { CatchUpRow } from "@rounds/domain/catch-up/catch-up.ts";
import { catchUpRoutes } from "@rounds/domain/catch-up/routes.ts";
import type { ChangedMeanwhile } from "@rounds/domain/records/record.ts";
import type { Visit, VisitInput } from "@rounds/domain/visits/visit.ts";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { asApiError } from "../api/api-error.ts";
import { call } from "../api/client.ts";
import { queryClient } from "../api/query-client.ts";
import { changeVisit, recordVisit } from "../visits/queries.ts";
import { isSaved, type RowEntry } from "./row-entry.ts";

/** A day's rows, with those of added doctors at the end. */
export function catchUpQuery(day: Day, added: readonly string[] = []) {
  const doctors = added.join(",");
  return queryOptions({
    queryKey: ["catchUp", day, doctors],
    queryFn: ({ signal }) => call(catchUpRoutes.read, { query: { day, doctors } }, signal),
    // While another doctor is added, the rows stay; those of another day don't.
    placeholderData: (before, query) => (query?.queryKey[1] === day ? keepPreviousData(before) : undefined),
  });
}

/** Reads a day's rows now, whatever is known of them. */
export function readCatchUp(day: Day, added: readonly string[]) {
  return queryClient.fetchQuery({ ...catchUpQuery(day, added), staleTime: 0 });
}

/**
 * Saves one row's visit: a planned one is edited, any other is recorded. What was saved before, by an attempt without
 * an answer, is not saved twice.
 */
export async function saveRow(
  entry: Pick<RowEntry, "id" | "version" | "sent">,
  input: VisitInput,
): Promise<Visit> {
  const { id, version, sent } = entry;
  if (version === 0) return await recordVisit({ id, ...input }, sent !== null);
  try {
    return await changeVisit(id, { ...input, version });
  } catch (thrown) {
    const error = asApiError(thrown);
    if (error.code !== "changed_meanwhile") throw error;
    // What the server answers with this code.
    const { current } = error.details as ChangedMeanwhile<Visit>;
    if (!isSaved(current, input)) throw error;
    return current;
  }
}

/** Shows a saved visit in the rows at once, before they are read again. */
export function showSaved(day: Day, visit: Visit, person: string | undefined): void {
  const { id, version, doctor_id, status, notes, created_by, total_sales } = visit;
  queryClient.setQueriesData<{ rows: CatchUpRow[] }>({ queryKey: ["catchUp", day] }, (shown) => {
    if (!shown) return shown;
    const rows = shown.rows.map((row) => {
      if (row.doctor.id !== doctor_id) return row;
      const others = row.visits.filter((other) => other.id !== id);
      const saved = {
        ...{ id, version, status, notes, created_by, total_sales, item_count: visit.sales.length },
        own: isOwnCall({ ...visit, doctor: row.doctor }, person),
      };
      const visits = visit.visit_date === day && status !== "scheduled" ? [...others, saved] : others;
      return { ...row, planned: row.planned?.id === id ? null : row.planned, visits };
    });
    return { ...shown, rows };
  });
}
