import type { allRoutes } from "../all-routes.ts";

/** What pages read, by the noun of the routes that answer: each is the first part of its queries' keys. */
export type ReadNoun = keyof typeof allRoutes;

/**
 * What goes stale after which change: for every table that servers tell changes of, and for accounts, the nouns whose
 * reads show something of it. One's own writes and live changes use it alike; a test holds every write against it.
 */
const staleAfter = {
  doctors: [
    "doctors",
    "coverage",
    "performance",
    "today",
    "glance",
    "stock",
    "visits",
    "sales",
    "dashboard",
    "catchUp",
    "history",
  ],
  products: [
    "products",
    "glance",
    "stock",
    "visits",
    "sales",
    "inventory",
    "dashboard",
    "catchUp",
    "history",
  ],
  stock_transactions: ["products", "glance", "stock", "inventory", "dashboard"],
  visits: [
    "visits",
    "doctors",
    "coverage",
    "performance",
    "today",
    "glance",
    "stock",
    "sales",
    "dashboard",
    "catchUp",
    "history",
  ],
  sales: [
    "sales",
    "visits",
    "doctors",
    "performance",
    "today",
    "glance",
    "products",
    "stock",
    "inventory",
    "dashboard",
    "catchUp",
  ],
  account: ["account", "team", "coverage", "performance", "glance", "stock", "visits"],
  // Ledgers show who entered a row, a glance who was there last, a visit who recorded it.
  team: ["team", "coverage", "performance", "glance", "stock", "visits", "history"],
} as const satisfies Record<string, readonly ReadNoun[]>;

/** A table, or the accounts, as their changes are announced. */
export type Changed = keyof typeof staleAfter;

/** Rows that a person writes, and what the server or the database may write with them in the same transaction. */
export const writtenWith = {
  doctors: ["visits", "sales", "products", "stock_transactions"],
  products: ["stock_transactions"],
  visits: ["sales", "products", "stock_transactions"],
  account: ["team"],
  // It may be one's own.
  team: ["account"],
} as const satisfies Partial<Record<Changed, readonly Changed[]>>;

/** A noun whose rows a person writes. */
export type WrittenNoun = keyof typeof writtenWith;

/** What goes stale after a write of one's own. */
export function staleAfterWrite(noun: WrittenNoun): ReadonlySet<ReadNoun> {
  return staleAfterAll([noun, ...writtenWith[noun]]);
}

/** What goes stale after several changes. */
export function staleAfterAll(changes: Iterable<Changed>): ReadonlySet<ReadNoun> {
  return new Set([...changes].flatMap((changed): readonly ReadNoun[] => staleAfter[changed]));
}

/** Whether changes are announced by this name. */
export function isChanged(name: string): name is Changed {
  return Object.hasOwn(staleAfter, name);
}

/** Every change that there is, for when some may have been missed. */
export const allChanges: readonly Changed[] = Object.keys(staleAfter).filter(isChanged);
