import type { Database } from "@rounds/database/connect.ts";
import {
  changeList,
  changesExportQuery,
  changesQuery,
  deletionList,
  erased,
  historyParams,
  historyQuery,
  recordHistory,
  restoreBody,
  undone,
} from "@rounds/domain/history/history.ts";
import { exportFileName } from "@rounds/domain/paging/export-file.ts";
import { recordParams } from "@rounds/domain/records/record.ts";
import { isAdministrator } from "../api/administrator.ts";
import type { Context } from "../api/context.ts";
import { endpoint } from "../api/endpoint.ts";
import { exportOf } from "../api/export.ts";
import { found } from "../api/record.ts";
import { exportChanges } from "./export-changes.ts";
import { eraseDoctor } from "./forget.ts";
import { listChanges, listDeleted, readHistory } from "./queries.ts";
import { latestDeletion, readWhyDeleted } from "./stays-deleted.ts";
import { restoreDeleted, undo } from "./undo.ts";

/** Who acts, and from which device, for the audit log. */
function byOf({ actor, caller }: Context) {
  return { actor_id: found(actor.id ?? undefined), client: caller.client };
}

// Read where it is written: somebody who has just changed something looks for it here.
export const history = {
  list: endpoint({ query: changesQuery, response: changeList }, ({ query }, { db, time_zone }) =>
    listChanges(db, query, time_zone),
  ),
  ofRecord: endpoint(
    { params: historyParams, query: historyQuery, response: recordHistory },
    async ({ params: { noun, id }, query: { before } }, context) => {
      const { db, actor, today, deleted_days: days, time_zone } = context;
      const history = await readHistory(db, noun, id, actor, before);
      const deletion = latestDeletion(noun, history);
      if (before !== undefined || !deletion) return history;
      const stays_deleted = await readWhyDeleted(db, deletion, { today, days, time_zone });
      return { ...history, ...(stays_deleted && { stays_deleted }) };
    },
  ),
  deleted: endpoint(
    { query: historyQuery, response: deletionList },
    ({ query }, { db, today, deleted_days: days, time_zone }) =>
      listDeleted(db, { today, days, time_zone }, query.before),
  ),
  export: exportOf({ query: changesExportQuery }, ({ query }, { today, time_zone }) => ({
    file_name: exportFileName("changes", today, query.format),
    sheet: (db) => exportChanges(db, query, time_zone),
  })),
  erase: endpoint({ params: recordParams, response: erased }, ({ params }, context) =>
    eraseDoctor(context.db, params.id, (tx) =>
      context.accounts.noteSetting(tx, "history_erased", { doctor: params.id }, byOf(context)),
    ),
  ),
  restore: endpoint(
    { params: recordParams, body: restoreBody, response: undone },
    ({ params, body }, { db, actor, today, deleted_days: days, time_zone }) =>
      restoreDeleted(db, params.id, { ...body, today, days, time_zone }, actor),
  ),
  undo: endpoint(
    { params: recordParams, body: restoreBody, response: undone },
    async ({ params, body }, context) => {
      const { db, actor, today, deleted_days: days, time_zone, accounts } = context;
      const isAdmin = await isAdministrator(db, actor.id);
      const note = (tx: Database, setting: string) =>
        accounts.noteSetting(tx, "setting_undone", { setting }, byOf(context));
      return await undo(db, params.id, { ...body, today, days, time_zone, isAdmin, note }, actor);
    },
  ),
};
