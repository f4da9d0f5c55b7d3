import { readsOn } from "@rounds/database/replica/reads.ts";
import {
  type ArchiveNews,
  archiveFileName,
  archivePart,
  archiveState,
  archiveUpload,
  archiveUploadInput,
} from "@rounds/domain/archive/archive.ts";
import { AppError } from "@rounds/domain/errors/app-error.ts";
import { recordParams } from "@rounds/domain/records/record.ts";
import { z } from "zod";
import type { Context } from "../api/context.ts";
import { type Endpoint, endpoint } from "../api/endpoint.ts";
import { exportArchive } from "./export-archive.ts";
import { importArchive } from "./import-archive.ts";
import { tellWhileWorking } from "./progress.ts";
import { readArchiveState } from "./queries.ts";
import { createUpload, dropUpload, openUpload, storePart } from "./uploads.ts";

const zipType = "application/zip";
/** One JSON value a line. */
const linesType = "application/x-ndjson";

export const archive = {
  state: endpoint({ response: archiveState }, (_, { db }) => readArchiveState(db)),
  export: {
    schemas: { response: z.string() },
    media_types: [zipType],
    // It is compressed already.
    compress: false,
    // A replica would end a snapshot that is as long as this.
    run: async (_, { db: primary, today, now, time_zone, product_name }) => ({
      file_name: archiveFileName(today),
      type: zipType,
      content: readsOn(primary).stream((db) => exportArchive(db, { product: product_name, now, time_zone })),
    }),
  } as Endpoint<undefined, undefined, undefined, string>,
  upload: endpoint({ body: archiveUploadInput, response: archiveUpload }, ({ body }, { db, actor }) =>
    createUpload(db, body, personOf(actor)),
  ),
  part: endpoint(
    { params: recordParams, body: archivePart, response: archiveUpload },
    ({ params, body }, { db }) => storePart(db, params.id, body.number, body.content),
  ),
  bringIn: {
    schemas: { params: recordParams, response: z.string() },
    media_types: [linesType],
    // Lines must arrive as they are written.
    compress: false,
    async run({ params }, context) {
      const { id } = params as z.output<typeof recordParams>;
      await openUpload(context.db, id);
      const content = bringIn(id, context);
      return { file_name: "archive.ndjson", type: linesType, content, is_endless: true };
    },
  } as Endpoint<{ id: string }, undefined, undefined, string>,
};

function personOf({ id }: Context["actor"]): string {
  if (id === null) throw new AppError("forbidden");
  return id;
}

/** Lines that tell how far it is, and at last the result or the problem. */
function bringIn(
  id: string,
  { db, accounts, actor, caller, log }: Context,
): AsyncGenerator<string, void, undefined> {
  return tellWhileWorking(
    async (tell, signal) => {
      const by = { actor_id: personOf(actor), client: caller.client };
      const done = await importArchive(db, await openUpload(db, id), { accounts, by, tell, signal });
      await dropUpload(db, id);
      tell({ done } satisfies ArchiveNews);
    },
    (err) => log.error({ err }, "an archive could not be brought in"),
  );
}
