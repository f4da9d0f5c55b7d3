import {
  changeList,
  changesFileName,
  changesFilter,
  changesQuery,
  deletionList,
  erased,
  historyParams,
  historyQuery,
  recordHistory,
  restoreBody,
  undone,
} from "@rounds/domain/history/history.ts";
import { recordParams } from "@rounds/domain/records/record.ts";
import { z } from "zod";
import { isAdministrator } from "../api/administrator.ts";
import { download, endpoint } from "../api/endpoint.ts";
import { exportChanges } from "./export-changes.ts";
import { eraseDoctor } from "./forget.ts";
import { listChanges, listDeleted, readHistory } from "./queries.ts";
import { restoreDeleted, undo } from "./undo.ts";

// Read where it is written: somebody who has just changed something looks for it here.
export const history = {
  list: endpoint({ query: changesQuery, response: changeList }, ({ query }, { db, time_zone }) =>
    listChanges(db, query, time_zone),
  ),
  ofRecord: endpoint(
    { params: historyParams, query: historyQuery, response: recordHistory },
    ({ params, query }, { db }) => readHistory(db, params.noun, params.id, query.before),
  ),
  deleted: endpoint({ query: historyQuery, response: deletionList }, ({ query }, { db, today }) =>
    listDeleted(db, today, query.before),
  ),
  export: download({ query: changesFilter, response: z.string() }, ["text/csv"], ({ query }, asker) => ({
    file_name: changesFileName(asker.today),
    type: "text/csv",
    content: (db) => exportChanges(db, query, asker.time_zone),
  })),
  erase: endpoint({ params: recordParams, response: erased }, ({ params }, { db }) =>
    eraseDoctor(db, params.id),
  ),
  restore: endpoint(
    { params: recordParams, body: restoreBody, response: undone },
    ({ params, body }, { db, actor }) => restoreDeleted(db, params.id, body.units, actor),
  ),
  undo: endpoint(
    { params: recordParams, body: restoreBody, response: undone },
    async ({ params, body }, { db, actor, today }) =>
      undo(db, params.id, { ...body, today, isAdmin: await isAdministrator(db, actor.id) }, actor),
  ),
};
