import { route } from "../contract/route.ts";
import type { RecordParams } from "../records/record.ts";
import type { Import, ImportCreation, Imports } from "./import.ts";
import type {
  ImportDecision,
  ImportExportQuery,
  ImportRowFix,
  ImportRows,
  ImportRowsQuery,
  ImportRowsSent,
} from "./import-row.ts";
import type { ImportRowFixed } from "./row-fixed.ts";
import type { ImportNames, ImportNamesQuery, NameMatch, StockChoice } from "./visits/names.ts";

/** Bringing a list in, in steps that are safe to repeat: each of check, apply and undo does the next portion. */
export const importRoutes = {
  list: route<{ response: Imports }>("GET", "/api/imports"),
  create: route<{ body: ImportCreation; response: Import }>("POST", "/api/imports"),
  read: route<{ params: RecordParams; response: Import }>("GET", "/api/imports/:id"),
  /** Throws an import away that was not applied. */
  delete: route<{ params: RecordParams; response: Import }>("DELETE", "/api/imports/:id"),
  rows: route<{ params: RecordParams; query: ImportRowsQuery; response: ImportRows }>(
    "GET",
    "/api/imports/:id/rows",
  ),
  /** Rows with their cells and what is wrong with them, to be corrected in a sheet. */
  export: route<{ params: RecordParams; query: ImportExportQuery; response: string }>(
    "GET",
    "/api/imports/:id/export",
  ),
  send: route<{ params: RecordParams; body: ImportRowsSent; response: Import }>(
    "PUT",
    "/api/imports/:id/rows",
  ),
  /** Checks the next portion, and writes nothing but that. Until the state is `checked`, it is called again. */
  check: route<{ params: RecordParams; response: Import }>("POST", "/api/imports/:id/check"),
  /** Corrects one row or decides about it, and checks it again. */
  fix: route<{ params: RecordParams; body: ImportRowFix; response: ImportRowFixed }>(
    "POST",
    "/api/imports/:id/fix",
  ),
  /** Decides about all rows that wait for a person. They are checked again: the state is `checking`, if there is one. */
  decide: route<{ params: RecordParams; body: ImportDecision; response: Import }>(
    "POST",
    "/api/imports/:id/decide",
  ),
  /** The doctors and products of a list of visits that are not clear, or were decided about. */
  names: route<{ params: RecordParams; query: ImportNamesQuery; response: ImportNames }>(
    "GET",
    "/api/imports/:id/names",
  ),
  /** Decides which doctor or product a text means. Its rows are checked again; if they are many, the state is `checking`. */
  match: route<{ params: RecordParams; body: NameMatch; response: Import }>("POST", "/api/imports/:id/names"),
  /** Chooses whether the sales of visits move the stock. */
  stock: route<{ params: RecordParams; body: StockChoice; response: Import }>(
    "POST",
    "/api/imports/:id/stock",
  ),
  /** Applies the next portion. Until the state is `applied`, it is called again. */
  apply: route<{ params: RecordParams; response: Import }>("POST", "/api/imports/:id/apply"),
  /** Takes the next portion back. Until the state is `undone`, it is called again. */
  undo: route<{ params: RecordParams; response: Import }>("POST", "/api/imports/:id/undo"),
};
