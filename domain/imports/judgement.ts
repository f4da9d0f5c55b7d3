import type { ImportField } from "./import-fields.ts";
import type { ImportCells, ImportReason, Verdict } from "./import-row.ts";

/** The most records that a row is said to be like. */
export const mostCandidates = 5;

/** What becomes of a row. */
export type Judgement = {
  verdict: Exclude<Verdict, "unchecked">;
  reasons: ImportReason[];
  target_id: string | null;
  candidates: string[];
  changes: { field: ImportField; from: string | null; to: string | null }[];
  /** The fields to write: of a new record all that are filled, of another what changes. */
  values: object;
  /** The other line of the file because of which a person must decide. */
  double_of: number | null;
};

/** Another row of the file, which creates a record, updates one, or is the same as one. */
export type OtherLine = {
  line: number;
  cells: ImportCells;
  verdict: "create" | "update" | "same";
  target_id: string | null;
};

/** Why a row has its verdict; about the row as a whole, if it names no field. */
export function reason(code: string, message: string, field: ImportField | null = null): ImportReason {
  return { field, code, message };
}
