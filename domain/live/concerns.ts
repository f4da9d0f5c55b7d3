import type { VisitListQuery } from "../visits/visit-list.ts";
import type { NamedNoun, News, RowChange } from "./news.ts";
import { type ReadNoun, staleAfterAll } from "./stale-after.ts";

/** The key of something that a page has read, as in the queries of its nouns. */
export type ReadKey = readonly [noun: ReadNoun, ...rest: unknown[]];

/**
 * How soon something that is shown is read again, the least urgent first. "no": it shows nothing of the change.
 * "stale": when it is opened again. "later": in a while, such as a sum. "inView": sooner, because the change is in a row
 * in view. "soon": at once, because few pages show it. What many pages may show, each reads at its own time.
 */
const readings = ["no", "stale", "later", "inView", "soon"] as const;
export type Reading = (typeof readings)[number];

/** What a change is: a visit that was recorded, or any other of a noun's rows. */
type Kind = NamedNoun | "recorded";
/**
 * How soon after a change of a row that is shown or asked about, and after one of any other row, which may belong there
 * or have belonged there before. A kind that is missing changes nothing.
 */
type Rule = Partial<Record<Kind, readonly [named: Reading, other: Reading]>>;

const later = ["later", "later"] as const;
const stale = ["stale", "stale"] as const;
const onlyNamed = ["soon", "no"] as const;

/** By the first part of a key, or its first two. Everything else is read later. */
const rules: Partial<Record<string, Rule>> = {
  // A visit that was edited or deleted may have been a doctor's last one; seldom one of this page, which would then be
  // read for each of them.
  "doctors list": { doctors: ["inView", "later"], recorded: ["inView", "no"], visits: ["inView", "stale"] },
  "doctors row": { doctors: onlyNamed },
  // By name, and by the person's own visits, which are no news.
  "doctors choices": { doctors: later, recorded: stale, visits: stale },
  "doctors places": { doctors: later },
  "doctors last-city": { doctors: later },
  "coverage settings": {},
  "coverage leave": {},
  // Somebody without an account stays in the list as long as doctors belong to them.
  "coverage representatives": { doctors: stale },
  "products list": { products: ["inView", "later"] },
  "products row": { products: onlyNamed },
  "products choices": { products: later },
  "stock availability": { products: onlyNamed },
  // With the names of the doctors of its visits.
  "stock ledger": { products: onlyNamed, doctors: later, visits: later },
  "visits list": {
    doctors: ["inView", "later"],
    recorded: ["inView", "inView"],
    visits: ["inView", "later"],
  },
  "visits of-doctor": { doctors: ["inView", "no"], recorded: ["inView", "no"], visits: ["inView", "later"] },
  // A visit that comes back after its deletion is recorded again. Of products, it shows the names: most of their changes are of the stock.
  "visits row": { doctors: onlyNamed, recorded: onlyNamed, products: ["later", "no"], visits: onlyNamed },
  "visits last-prices": { recorded: ["later", "no"], visits: later },
  dashboard: { doctors: later, products: later, recorded: later, visits: later },
  glance: {
    doctors: ["later", "no"],
    products: ["inView", "no"],
    recorded: ["inView", "no"],
    visits: ["inView", "later"],
  },
};

/** How soon a page reads again what it shows as `key` names it, after news; `undefined` could not be read yet. */
export function concerns(key: ReadKey, shown: unknown, { tables, changes }: News): Reading {
  const [noun, part, query] = key;
  if (!staleAfterAll(tables).has(noun)) return "no";
  if (shown === undefined) return "soon";
  const rule = rules[noun] ?? rules[`${noun} ${String(part)}`];
  if (!rule) return "later";
  let text: string | undefined;
  const isNamed = (id: string | undefined) => {
    if (id === undefined) return false;
    text ??= JSON.stringify([key, shown]);
    return text.includes(`"${id}"`);
  };
  const inOf = (change: RowChange): Reading => {
    const kind = change.noun === "visits" && change.what === "added" ? "recorded" : change.noun;
    const [named, other] = rule[kind] ?? ["no", "no"];
    if (named === "no" && other === "no") return "no";
    // Whichever rows they are: as soon as what is not known to be in view.
    if (change.id === undefined) return least(most(named, other), "later");
    if (isOlder(change, shown)) return "no";
    // One visit is of a doctor, but another visit to the same one changes nothing of it.
    if (isNamed(change.id) || (part !== "row" && isNamed(change.doctor_id))) return named;
    return part === "list" && isSearched(query) ? least(other, "later") : other;
  };
  return changes.map(inOf).reduce(most, "no");
}

/** Whether a list is of few rows, so that another one seldom belongs to it. */
function isSearched(query: unknown): boolean {
  const { search, city, representative } = (query ?? {}) as Partial<VisitListQuery>;
  return Boolean(search || city || representative);
}

/** Whether the row is shown in a later version than the one that the change made. */
function isOlder({ id, version = Number.POSITIVE_INFINITY }: RowChange, shown: unknown): boolean {
  type Row = { id?: string; version?: number };
  const { rows = [shown as Row] } = shown as { rows?: readonly Row[] };
  return rows.some((row) => row.id === id && (row.version ?? 0) > version);
}

function most(one: Reading, other: Reading): Reading {
  return readings.indexOf(one) > readings.indexOf(other) ? one : other;
}

function least(one: Reading, other: Reading): Reading {
  return most(one, other) === one ? other : one;
}
