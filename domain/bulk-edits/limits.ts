/** How many rows can be chosen one by one. */
export const mostPicked = 1_000;

/** How many rows one bulk edit has at most. */
export const mostRows = 10_000;

/** How many rows one request changes, deletes or undoes: each is one transaction. */
export const portions = { change: 500, delete: 100, undo: 100 } as const;
