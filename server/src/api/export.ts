import type { Database } from "@rounds/database/connect.ts";
import type { ExportFormat } from "@rounds/domain/paging/export-file.ts";
import { z } from "zod";
import type { View } from "./context.ts";
import { download } from "./endpoint.ts";
import { mediaTypes, writeSheet } from "./sheet.ts";
import type { Sheet } from "./sheet-columns.ts";

type Schemas = { params?: z.ZodType; query: z.ZodType<{ format: ExportFormat }> };
type Input<S extends Schemas> = {
  params: S extends { params: z.ZodType } ? z.output<S["params"]> : undefined;
  query: z.output<S["query"]>;
};

/** An endpoint that sends a list as a file, in the format that the query names. */
export function exportOf<S extends Schemas, Row>(
  schemas: S,
  read: (
    input: Input<S>,
    view: Omit<View, "db">,
  ) => { file_name: string; sheet: (db: Database) => Sheet<Row> | Promise<Sheet<Row>> },
) {
  return download({ ...schemas, response: z.string() }, Object.values(mediaTypes), (input, view) => {
    // The same schemas made it.
    const asked = input as unknown as Input<S>;
    const { format } = asked.query;
    const { file_name, sheet } = read(asked, view);
    return {
      file_name,
      type: mediaTypes[format],
      content: async function* (db) {
        yield* writeSheet(await sheet(db), format);
      },
    };
  });
}
