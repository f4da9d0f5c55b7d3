import { importCreation, imports as importList, importState } from "@rounds/domain/imports/import.ts";
import {
  importDecision,
  importExportQuery,
  importRowFix,
  importRows,
  importRowsQuery,
  importRowsSent,
} from "@rounds/domain/imports/import-row.ts";
import { importRowFixed } from "@rounds/domain/imports/row-fixed.ts";
import {
  importNames,
  importNamesQuery,
  nameMatch,
  stockChoice,
} from "@rounds/domain/imports/visits/names.ts";
import { exportFileName } from "@rounds/domain/paging/export-file.ts";
import { recordParams } from "@rounds/domain/records/record.ts";
import { isAdministrator } from "../api/administrator.ts";
import { endpoint } from "../api/endpoint.ts";
import { exportOf } from "../api/export.ts";
import { applyImport } from "./apply-import.ts";
import { checkImport, decideAll, fixRow } from "./check-import.ts";
import { createImport, deleteImport, sendRows } from "./create-import.ts";
import { exportRows } from "./export-rows.ts";
import { listImports, listRows, readImport, requireReadable } from "./queries.ts";
import { undoImport } from "./undo-import.ts";
import { chooseStock } from "./visits/choose-stock.ts";
import { listNames, matchName } from "./visits/names.ts";

const params = recordParams;

export const imports = {
  list: endpoint({ response: importList }, (_, { db, actor }) => listImports(db, actor)),
  create: endpoint({ body: importCreation, response: importState }, ({ body }, { db, actor }) =>
    createImport(db, body, actor),
  ),
  read: endpoint({ params, response: importState }, async ({ params: { id } }, context) => {
    await requireReadable(context.db, id, context.actor);
    return await readImport(context.db, id);
  }),
  delete: endpoint({ params, response: importState }, ({ params: { id } }, { db, actor }) =>
    deleteImport(db, id, actor),
  ),
  rows: endpoint(
    { params, query: importRowsQuery, response: importRows },
    async ({ params: { id }, query }, context) => {
      return await listRows(context.db, await requireReadable(context.db, id, context.actor), query);
    },
  ),
  export: exportOf({ params, query: importExportQuery }, ({ params: { id }, query }, { actor, today }) => ({
    file_name: exportFileName("import", today, query.format),
    sheet: (db) => exportRows(db, id, query, actor),
  })),
  send: endpoint(
    { params, body: importRowsSent, response: importState },
    ({ params: { id }, body }, { db, actor }) => sendRows(db, id, body, actor),
  ),
  check: endpoint({ params, response: importState }, ({ params: { id } }, context) =>
    checkImport(context.db, id, context),
  ),
  fix: endpoint(
    { params, body: importRowFix, response: importRowFixed },
    ({ params: { id }, body }, context) => fixRow(context.db, id, body, context),
  ),
  decide: endpoint(
    { params, body: importDecision, response: importState },
    ({ params: { id }, body }, { db, actor }) => decideAll(db, id, body, actor),
  ),
  names: endpoint(
    { params, query: importNamesQuery, response: importNames },
    async ({ params: { id }, query }, { db, actor }) => {
      await requireReadable(db, id, actor);
      return await listNames(db, id, query.page);
    },
  ),
  match: endpoint({ params, body: nameMatch, response: importState }, ({ params: { id }, body }, context) =>
    matchName(context.db, id, body, context),
  ),
  stock: endpoint(
    { params, body: stockChoice, response: importState },
    ({ params: { id }, body }, { db, actor }) => chooseStock(db, id, body.moves_stock, actor),
  ),
  apply: endpoint({ params, response: importState }, ({ params: { id } }, context) =>
    applyImport(context.db, id, context),
  ),
  undo: endpoint({ params, response: importState }, async ({ params: { id } }, { db, actor, now, today }) =>
    undoImport(db, id, { isAdmin: await isAdministrator(db, actor.id), actor, now, today }),
  ),
};
