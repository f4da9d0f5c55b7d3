import { route } from "../contract/route.ts";
import type { RecordParams } from "../records/record.ts";
import type {
  ChangeList,
  ChangesExport,
  ChangesQuery,
  DeletionList,
  Erased,
  HistoryParams,
  HistoryQuery,
  RecordHistory,
  RestoreBody,
  Undone,
} from "./history.ts";

export const historyRoutes = {
  ofRecord: route<{ params: HistoryParams; query: HistoryQuery; response: RecordHistory }>(
    "GET",
    "/api/history/:noun/:id",
  ),
  /** All changes under the filters, newest first, as a file with a row for each field, streamed. */
  export: route<{ query: ChangesExport; response: string }>("GET", "/api/history/export"),
  /** Empties what the history tells of a doctor. */
  erase: route<{ params: RecordParams; response: Erased }>("POST", "/api/history/:id/erase"),
  list: route<{ query: ChangesQuery; response: ChangeList }>("GET", "/api/history"),
  deleted: route<{ query: HistoryQuery; response: DeletionList }>("GET", "/api/deleted"),
  /** Brings one record back, whatever else was deleted with it. */
  restore: route<{ params: RecordParams; body: RestoreBody; response: Undone }>(
    "POST",
    "/api/deleted/:id/restore",
  ),
  /** Takes back what was done under this batch's id. */
  undo: route<{ params: RecordParams; body: RestoreBody; response: Undone }>("POST", "/api/history/:id/undo"),
};
