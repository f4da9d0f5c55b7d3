import { constants } from "node:zlib";
import { recordParams } from "@rounds/domain/records/record.ts";
import {
  device,
  deviceReport,
  packedAnswer,
  pin,
  storedReport,
  syncIds,
  syncIdsQuery,
  syncQuery,
  syncRows,
  syncRowsQuery,
} from "@rounds/domain/sync/sync.ts";
import type { Actor, View } from "../api/context.ts";
import { endpoint, view } from "../api/endpoint.ts";
import { found } from "../api/record.ts";
import { listDevices, storeReport } from "./devices.ts";
import { readPin, setPin } from "./pins.ts";
import { readChanges, readIds, readRows } from "./read-changes.ts";

const pinOf = ({ id }: Actor, doctor: { id: string }) => ({
  user_id: found(id ?? undefined),
  doctor_id: doctor.id,
});
const askingOf = ({ actor, today, now }: View) => ({ me: actor.id, today, now });

/**
 * A sixth less than other answers, because ids of doctors and products come again far away. It takes twice the time,
 * which a phone on a slow connection gains many times over.
 */
const thorough = {
  threshold: 256,
  // Not zstd, of which browsers ask, too: as quick, and larger.
  encodings: ["br", "gzip", "deflate"] as ("br" | "gzip" | "deflate")[],
  brotliOptions: {
    params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 20 },
  },
};

export const sync = {
  pull: {
    ...view({ query: syncQuery, response: packedAnswer }, ({ query }, context) =>
      readChanges(context.db, askingOf(context), query),
    ),
    compress: thorough,
  },
  ids: view({ query: syncIdsQuery, response: syncIds }, ({ query }, context) =>
    readIds(context.db, askingOf(context), query.noun),
  ),
  rows: view({ query: syncRowsQuery, response: syncRows }, ({ query }, context) =>
    readRows(context.db, askingOf(context), query),
  ),
  report: endpoint({ body: deviceReport, response: storedReport }, ({ body }, { db, actor, caller, now }) => {
    const user_agent = (caller.client.user_agent ?? "").slice(0, 500);
    return storeReport(db, body, {
      user_id: found(actor.id ?? undefined),
      session_id: caller.session_id,
      user_agent,
      now,
    });
  }),
  pinned: endpoint({ params: recordParams, response: pin }, ({ params }, { db, actor }) =>
    readPin(db, pinOf(actor, params)),
  ),
  pin: endpoint({ params: recordParams, response: pin }, ({ params }, { db, actor }) =>
    setPin(db, pinOf(actor, params), true),
  ),
  unpin: endpoint({ params: recordParams, response: pin }, ({ params }, { db, actor }) =>
    setPin(db, pinOf(actor, params), false),
  ),
  devices: endpoint({ params: recordParams, response: device.array() }, ({ params }, { db, accounts }) =>
    listDevices(db, accounts, params.id),
  ),
};
