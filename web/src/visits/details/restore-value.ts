import type { VisitUpdate } from "@rounds/domain/visits/visit-list.ts";
import { queryClient } from "../../api/query-client.ts";
import type { FormerValue } from "../../history/history-words.ts";
import { saveVisit, visitQueries } from "../queries.ts";

/**
 * Sets a field of a visit, or of one of its lines, to a former value, over the newest version; throws what an edit throws,
 * such as `insufficient_stock`.
 */
export async function restoreVisitValue(id: string, { field, value, line }: FormerValue) {
  const visit = await queryClient.fetchQuery({ ...visitQueries.row(id), staleTime: 0 });
  const { doctor_id, visit_date, status, notes, version } = visit;
  // An amount is a number in the history, and a decimal text everywhere else.
  const former = field === "unit_price" ? Number(value).toFixed(2) : value;
  const items = visit.sales.map(({ id: own, product_id, quantity, unit_price }) => ({
    ...{ id: own, product_id, quantity, unit_price },
    ...(own === line && { [field]: former }),
  }));
  const body = { doctor_id, visit_date, status, notes, items, version, ...(!line && { [field]: former }) };
  return await saveVisit(id, body as VisitUpdate);
}
