import type { VisitRow } from "@rounds/domain/visits/visit-list.ts";
import { passesByRow } from "@rounds/domain/visits/which-visits.ts";
import type { Shown } from "../../api/phone/pending-rows.ts";
import type { VisitsSearch } from "../../search.ts";

/** A visit in a list. */
export type ShownVisit = Shown<VisitRow>;

/** Whether a visit of one's own that is being saved certainly belongs to the first page of a list with these filters. */
export function isListed(
  visit: ShownVisit,
  search: VisitsSearch,
  range: { start_date: string; end_date: string },
): boolean {
  const { representative: asked = "me", page = 1 } = search;
  // Only the server searches.
  if (search.search || search.city || page > 1 || (asked !== "me" && asked !== visit.created_by))
    return false;
  return passesByRow(visit, { ...range, status: search.status });
}
