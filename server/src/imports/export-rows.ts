import { readBatches } from "@rounds/database/batches.ts";
import type { Database } from "@rounds/database/connect.ts";
import { snapshot } from "@rounds/database/transaction.ts";
import type { ImportField, ImportNoun } from "@rounds/domain/imports/import-fields.ts";
import { importLabel, importLists } from "@rounds/domain/imports/import-lists.ts";
import type { ImportRow, importExportQuery } from "@rounds/domain/imports/import-row.ts";
import { sql } from "kysely";
import type { z } from "zod";
import type { Actor } from "../api/context.ts";
import type { Sheet, SheetColumn } from "../api/sheet-columns.ts";
import { requireReadable, rowsOf } from "./queries.ts";

type ExportedRow = Pick<ImportRow, "line" | "cells" | "reasons" | "problem">;

function columnsOf(noun: ImportNoun): readonly SheetColumn<ExportedRow>[] {
  const label = (field: ImportField) => importLabel(noun, field);
  /** What was found in a row, each message behind the column that it is about. */
  const wrongOf = ({ reasons, problem }: ExportedRow) => {
    const found = reasons.map(({ field, message }) => (field ? `${label(field)}: ${message}` : message));
    return [...found, ...(problem ? [problem.message] : [])].join("; ");
  };
  return [
    { label: "Line", kind: "units", value: ({ line }) => line },
    ...importLists[noun].fields.map((field): SheetColumn<ExportedRow> => {
      const kind = field === "contact_number" ? "phone" : "text";
      return { label: label(field), kind, value: ({ cells }) => cells[field] };
    }),
    { label: "What is wrong", kind: "text", width: 60, value: wrongOf },
  ];
}

/** Rows of an import with their cells as they are now, by line. Throws as reading the import does. */
export async function exportRows(
  db: Database,
  id: string,
  { verdict }: Pick<z.output<typeof importExportQuery>, "verdict">,
  actor: Actor,
): Promise<Sheet<ExportedRow>> {
  const { noun } = await snapshot(db, (tx) => requireReadable(tx, id, actor));
  const rows = readBatches(db, async () => {
    return sql<ExportedRow>`
      select line, cells, reasons, problem from imports.rows where ${rowsOf(id, verdict)} order by line`;
  });
  return { title: "Import", columns: columnsOf(noun), rows };
}
