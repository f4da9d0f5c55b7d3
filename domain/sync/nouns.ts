/** The nouns whose rows a phone keeps, in the order in which they refer to each other. */
export const syncNouns = ["doctors", "products", "visits"] as const;
export type SyncNoun = (typeof syncNouns)[number];

/** The most rows of a noun that one answer holds, and of all nouns that one phone keeps. */
export const maxSyncPage = 2000;
export const maxSyncRows = 10_000;

/** The most rows that are read by their ids at once. */
export const maxSyncedById = 50;

/** How many of each doctor's last completed visits are on a phone, whoever made them. */
export const lastVisitsKept = 3;

/**
 * The shape of the rows that the server sends. Raise it, and the phone's own number (`rowsShape` in pull.ts), whenever a synced row
 * gets a field: another number makes every phone read all rows again. Without that, rows that don't change never get the field. What
 * waits on a phone to be sent stays.
 */
export const syncShape = 2;
