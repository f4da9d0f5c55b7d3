import type { VisitRow } from "@rounds/domain/visits/visit-list.ts";
import type { Shown } from "../api/pending-rows.ts";
import type { VisitsSearch } from "../search.ts";

/** A visit in a list. */
export type ShownVisit = Shown<VisitRow>;

/** Whether a visit of one's own that is being saved certainly belongs to the first page of a list with these filters. */
export function isListed(
  { visit_date, status, created_by }: ShownVisit,
  search: VisitsSearch,
  range: { start_date: string; end_date: string },
): boolean {
  // Only the server searches.
  if (search.search || search.city || (search.page ?? 1) > 1) return false;
  const { representative: asked = "me" } = search;
  if (asked !== "me" && asked !== created_by) return false;
  if (search.status && (search.status === "completed") !== (status === "completed")) return false;
  if (range.start_date === "" || range.end_date === "") return true;
  return range.start_date <= visit_date && visit_date <= range.end_date;
}
