/**
 * `invited`: has not opened the invitation's link yet; `unconfirmed`: has signed up but not confirmed the address;
 * `disabled`: can't sign in.
 */
export const teamStatuses = ["active", "invited", "unconfirmed", "disabled"] as const;
export type TeamStatus = (typeof teamStatuses)[number];

/** What the list can be filtered by. */
export const teamFilters = [...teamStatuses, "admins"] as const;
export type TeamFilter = (typeof teamFilters)[number];
