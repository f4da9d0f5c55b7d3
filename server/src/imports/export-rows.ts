import { readBatches } from "@rounds/database/batches.ts";
import type { Database } from "@rounds/database/connect.ts";
import { doctorLabels } from "@rounds/domain/history/fields.ts";
import { doctorImportFields, type ImportField } from "@rounds/domain/imports/import-fields.ts";
import type { ImportRow, importExportQuery } from "@rounds/domain/imports/import-row.ts";
import { sql } from "kysely";
import type { z } from "zod";
import type { Actor } from "../api/context.ts";
import type { Sheet, SheetColumn } from "../api/sheet-columns.ts";
import { requireReadable, rowsOf } from "./queries.ts";

type ExportedRow = Pick<ImportRow, "line" | "cells" | "reasons" | "problem">;

/** What the columns are called: as in the form, so that an import finds them again. */
const labels: Record<ImportField, string> = {
  ...doctorLabels,
  city: "City",
  representative: doctorLabels.representative_id,
};

const columns: readonly SheetColumn<ExportedRow>[] = [
  { label: "Line", kind: "units", value: ({ line }) => line },
  ...doctorImportFields.map((field): SheetColumn<ExportedRow> => {
    const kind = field === "contact_number" ? "phone" : "text";
    return { label: labels[field], kind, value: ({ cells }) => cells[field] };
  }),
  { label: "What is wrong", kind: "text", width: 60, value: wrongOf },
];

/** What was found in a row, each message behind the column that it is about. */
function wrongOf({ reasons, problem }: ExportedRow): string {
  const found = reasons.map(({ field, message }) => (field ? `${labels[field]}: ${message}` : message));
  return [...found, ...(problem ? [problem.message] : [])].join("; ");
}

const rowsPerBatch = 500;

/** Rows of an import with their cells as they are now, by line. Reading them throws as reading the import does. */
export function exportRows(
  db: Database,
  id: string,
  { verdict }: Pick<z.output<typeof importExportQuery>, "verdict">,
  actor: Actor,
): Sheet<ExportedRow> {
  const rows = readBatches(db, rowsPerBatch, async (tx) => {
    await requireReadable(tx, id, actor);
    return sql<ExportedRow>`
      select line, cells, reasons, problem from imports.rows where ${rowsOf(id, verdict)} order by line`;
  });
  return { title: "Import", columns, rows };
}
