export const visitStatuses = ["completed", "scheduled", "cancelled"] as const;
export type VisitStatus = (typeof visitStatuses)[number];

/** What the visit list can be filtered by: visits that took place, or all others. */
export const statusFilters = ["completed", "other"] as const;
