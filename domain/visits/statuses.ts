import type { MissingYear } from "../calendar/parse-day.ts";

export const visitStatuses = ["completed", "scheduled", "cancelled"] as const;
export type VisitStatus = (typeof visitStatuses)[number];

/** What the visit list can be filtered by: visits that took place, or all others. */
export const statusFilters = ["completed", "other"] as const;

/** What to say of a visit that a person has seen as a plan, once it is none any more; null while it is one. */
export function noPlanWords(status: VisitStatus): string | null {
  if (status === "scheduled") return null;
  return `This visit was ${status === "completed" ? "recorded" : "cancelled"} meanwhile.`;
}

/** What a day without a year means in a visit of that status: a plan lies ahead, and everything else behind. */
export function missingYearOf(status: string | undefined): MissingYear {
  return status === "scheduled" ? "next" : "last";
}
