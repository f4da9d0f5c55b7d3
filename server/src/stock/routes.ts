import { exportFileName } from "@rounds/domain/paging/export-file.ts";
import { recordParams } from "@rounds/domain/records/record.ts";
import {
  availability,
  ledgerExportQuery,
  ledgerPage,
  ledgerQuery,
  stockAddition,
  stockChange,
  stockCorrection,
} from "@rounds/domain/stock/stock.ts";
import { endpoint, view } from "../api/endpoint.ts";
import { exportOf } from "../api/export.ts";
import { addStock, correctStock } from "./change-stock.ts";
import { exportLedger } from "./export-ledger.ts";
import { listLedger, readAvailability } from "./queries.ts";

export const stock = {
  add: endpoint(
    { params: recordParams, body: stockAddition, response: stockChange },
    ({ params, body }, { db, actor, today }) => addStock(db, params.id, body, actor, today),
  ),
  correct: endpoint(
    { params: recordParams, body: stockCorrection, response: stockChange },
    ({ params, body }, { db, actor, today }) => correctStock(db, params.id, body, actor, today),
  ),
  availability: endpoint({ params: recordParams, response: availability }, ({ params }, { db }) =>
    readAvailability(db, params.id),
  ),
  ledger: view(
    { params: recordParams, query: ledgerQuery, response: ledgerPage },
    ({ params, query }, context) => listLedger(context, params.id, query),
  ),
  exportLedger: exportOf(
    { params: recordParams, query: ledgerExportQuery },
    ({ params, query }, { actor, today, time_zone }) => ({
      file_name: exportFileName("stock-history", today, query.format),
      sheet: (db) => exportLedger({ db, actor, time_zone }, params.id, query),
    }),
  ),
};
