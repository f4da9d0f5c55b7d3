import type { Database } from "@rounds/database/connect.ts";
import type { ImportNoun } from "@rounds/domain/imports/import-fields.ts";
import type { Asked, JudgedRow, StoredRow } from "./noun-import.ts";
import { nounImports } from "./noun-imports.ts";
import { readOtherLines } from "./other-lines.ts";

/**
 * Says what becomes of rows, in the order of their lines, by what is there now. With `amongLines`, a row that is like one
 * before it which creates or updates a record is for a person to decide.
 */
export async function judgeRows(
  tx: Database,
  noun: ImportNoun,
  rows: readonly StoredRow[],
  asked: Asked,
  { amongLines }: { amongLines: boolean },
): Promise<JudgedRow[]> {
  const read = await nounImports[noun].read(tx, rows, asked);
  const lines = amongLines ? await readOtherLines(tx, asked.id, read) : undefined;
  return read.map((row) => {
    const judgement = row.judge(lines?.of(row) ?? []);
    lines?.add(row, judgement);
    return { stored: row.stored, read: row, judgement };
  });
}
