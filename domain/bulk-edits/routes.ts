import { route } from "../contract/route.ts";
import type { RecordParams } from "../records/record.ts";
import type { BulkEdit, BulkEditCreation, BulkEdits } from "./bulk-edit.ts";

export const bulkEditRoutes = {
  list: route<{ response: BulkEdits }>("GET", "/api/bulk-edits"),
  prepare: route<{ body: BulkEditCreation; response: BulkEdit }>("POST", "/api/bulk-edits"),
  read: route<{ params: RecordParams; response: BulkEdit }>("GET", "/api/bulk-edits/:id"),
  /** Changes the next portion. Until nothing waits, it is called again. */
  run: route<{ params: RecordParams; response: BulkEdit }>("POST", "/api/bulk-edits/:id/run"),
  /** Takes the next portion back. Until nothing is done any more, it is called again. */
  undo: route<{ params: RecordParams; response: BulkEdit }>("POST", "/api/bulk-edits/:id/undo"),
};
