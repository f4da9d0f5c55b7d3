import type { Doctor } from "../doctors/doctor.ts";
import type { ProductView } from "../products/product-list.ts";
import type { VisitRow } from "../visits/visit-list.ts";
import { allChanges, type Changed, isChanged } from "./stale-after.ts";

/** The broadcast on the pages' own topic that carries `News`, and how a page asks for it when it opens its socket. */
export const newsEvent = "news";
export const newsParam = { name: "changes", value: "news" } as const;

/** A table whose changes servers tell. */
export type LiveTable = Exclude<Changed, "account" | "team">;

/** Whether changes of a table are told by this name. */
export function isLiveTable(name: string): name is LiveTable {
  return isChanged(name) && name !== "account" && name !== "team";
}

/** Every table whose changes are told. */
export const liveTables: readonly LiveTable[] = allChanges.filter(isLiveTable);

/** Rows that have changed, as the API answers them now, and the ids of rows that are gone. */
export type Told<Row> = { added: readonly Row[]; changed: readonly Row[]; gone: readonly string[] };

/** The rows that pages hear of. A visit whose sales changed, and a product whose stock moved, count as changed. */
export type ToldRows = { doctors: Told<Doctor>; products: Told<ProductView>; visits: Told<VisitRow> };

const none: Told<never> = { added: [], changed: [], gone: [] };

/** News of which only the tables are known. */
export function newsWithoutRows(tables: readonly LiveTable[], pages: number): News {
  return { tables, untold: tables, rows: { doctors: none, products: none, visits: none }, pages };
}

/** What has changed since the message before, of all tables together. */
export type News = {
  /** The tables that have changed. */
  tables: readonly LiveTable[];
  /**
   * Those of them of which changes were skipped, because there were too many rows or they could not be read. Pages of
   * earlier releases know the field by this name.
   */
  untold: readonly LiveTable[];
  rows: ToldRows;
  /** How many pages hear this from the same server: what they read because of it, they read spread over time. */
  pages: number;
};
