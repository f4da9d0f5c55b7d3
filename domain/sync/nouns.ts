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

/** The shape of the rows on the phone. Another number makes every phone read everything again. */
export const syncShape = 1;
