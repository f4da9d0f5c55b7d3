import {
  bulkEdit,
  bulkEditCreation,
  bulkEdits as bulkEditList,
} from "@rounds/domain/bulk-edits/bulk-edit.ts";
import { recordParams } from "@rounds/domain/records/record.ts";
import { isAdministrator } from "../api/administrator.ts";
import { endpoint } from "../api/endpoint.ts";
import { prepareBulkEdit } from "./prepare-bulk-edit.ts";
import { listBulkEdits, readBulkEdit, readStored } from "./queries.ts";
import { runBulkEdit } from "./run-bulk-edit.ts";
import { undoBulkEdit } from "./undo-bulk-edit.ts";

export const bulkEdits = {
  list: endpoint({ response: bulkEditList }, (_, { db, actor, today, deleted_days: days, time_zone }) =>
    listBulkEdits(db, { today, days, time_zone }, actor),
  ),
  prepare: endpoint({ body: bulkEditCreation, response: bulkEdit }, ({ body }, context) =>
    prepareBulkEdit(context.db, body, context),
  ),
  read: endpoint({ params: recordParams, response: bulkEdit }, async ({ params }, { db, actor }) => {
    await readStored(db, params.id, actor, { isAdmin: await isAdministrator(db, actor.id) });
    return await readBulkEdit(db, params.id);
  }),
  run: endpoint({ params: recordParams, response: bulkEdit }, ({ params }, { db, actor }) =>
    runBulkEdit(db, params.id, actor),
  ),
  undo: endpoint({ params: recordParams, response: bulkEdit }, async ({ params }, context) => {
    const { db, actor, today, deleted_days: days, time_zone } = context;
    const isAdmin = await isAdministrator(db, actor.id);
    return await undoBulkEdit(db, params.id, { today, days, time_zone, isAdmin }, actor);
  }),
};
