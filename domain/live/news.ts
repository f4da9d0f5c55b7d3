import { allChanges, type Changed, isChanged } from "./stale-after.ts";

/** The broadcast on the pages' own topic that carries `News`, and how a page asks for it when it opens its socket. */
export const newsEvent = "news";
export const newsParam = { name: "changes", value: "news" } as const;

/** A table whose changes servers announce. */
export type LiveTable = Exclude<Changed, "account" | "team">;

/** Whether changes of a table are announced by this name. */
export function isLiveTable(name: string): name is LiveTable {
  return isChanged(name) && name !== "account" && name !== "team";
}

/** Every table whose changes are announced. */
export const liveTables: readonly LiveTable[] = allChanges.filter(isLiveTable);

/** The noun whose rows show a change of a table: a changed sale is one of its visit, a movement of stock of its product. */
export const nounOf = {
  doctors: "doctors",
  products: "products",
  stock_transactions: "products",
  visits: "visits",
  sales: "visits",
} as const satisfies Record<LiveTable, string>;
export type NamedNoun = (typeof nounOf)[LiveTable];

/** A row that has changed, without what is in it: pages read that again if they show it. */
export type RowChange = {
  noun: NamedNoun;
  what: "added" | "changed" | "gone";
  /** Missing if rows of the noun have changed that are not named, because they are too many or unknown. */
  id?: string;
  /** The version that the row has now, if it is known; a change directly in the database need not make a new one. */
  version?: number;
  /** Whom a visit is to now, if it is known. */
  doctor_id?: string;
};

/** What has changed since the message before. */
export type News = {
  /** The tables that have changed. */
  tables: readonly LiveTable[];
  changes: readonly RowChange[];
  /** How many pages receive this from the same server: what they read because of it, they read spread over time. */
  pages: number;
};

/** Changes of tables of which no row is named. */
export function unnamedChanges(tables: readonly LiveTable[]): RowChange[] {
  return [...new Set(tables.map((table) => nounOf[table]))].map((noun) => ({ noun, what: "changed" }));
}

/** News as it is sent: a page of the release before reads fields that say that it has to read everything again. */
export function newsToSend(news: News) {
  const none = { added: [], changed: [], gone: [] };
  return { ...news, untold: news.tables, rows: { doctors: none, products: none, visits: none } };
}

/** News as it was received: a server of the release before names no rows as this page understands them. */
export function receivedNews({ tables, changes, pages }: Omit<News, "changes"> & Partial<News>): News {
  return { tables, changes: changes ?? unnamedChanges(tables), pages };
}
