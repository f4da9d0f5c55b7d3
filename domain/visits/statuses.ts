import type { MissingYear } from "../calendar/parse-day.ts";

export const visitStatuses = ["completed", "scheduled", "cancelled"] as const;
export type VisitStatus = (typeof visitStatuses)[number];

/** What the visit list can be filtered by: visits that took place, or all others. */
export const statusFilters = ["completed", "other"] as const;

/** What a day without a year means in a visit of that status: a plan lies ahead, and everything else behind. */
export function missingYearOf(status: string | undefined): MissingYear {
  return status === "scheduled" ? "next" : "last";
}
