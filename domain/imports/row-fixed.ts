import { z } from "zod";
import { importState } from "./import.ts";
import { importRow } from "./import-row.ts";

/**
 * A row after it was corrected, with the counts of its import. Other rows that were like it are checked again too; if they
 * are many, the import is `checking` again.
 */
export const importRowFixed = z.object({ row: importRow, import: importState });
export type ImportRowFixed = z.output<typeof importRowFixed>;
