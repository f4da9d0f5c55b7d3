import type { ImportField } from "./import-fields.ts";
import type { Decision, ImportCells, ImportReason, Verdict } from "./import-row.ts";

/** The most records that a row is said to be like. */
const mostCandidates = 5;

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

/** A row with what a person decided about it, among the records that are there and may be like it. */
export type RowWithDecision<Known extends { id: string }> = {
  row: { refusals: readonly ImportReason[]; notes: readonly ImportReason[] };
  /** In any order. */
  known: readonly Known[];
  decision: Decision | null;
  /** The record that a person chose for an update. */
  chosen_id: string | null;
};

/** What becomes of a row that creates a record, is the same as one, or updates one, and of one that nobody decided about. */
type Noun<Known> = {
  one: string;
  created: (base: Judgement) => Judgement;
  unchanged: (base: Judgement, record: Known) => Judgement;
  updated: (base: Judgement, record: Known) => Judgement;
  undecided: (base: Judgement) => Judgement;
};

/**
 * What a person's decision makes of a row. `matches` are the records that are like it, the likeliest first, and `exported` is the
 * one of which it has what an exported list has.
 */
export function judgeDecision<Known extends { id: string }>(
  { row, known, decision, chosen_id }: RowWithDecision<Known>,
  matches: readonly Known[],
  exported: Known | undefined,
  { one, created, unchanged, updated, undecided }: Noun<Known>,
): Judgement {
  const candidates = matches.slice(0, mostCandidates).map(({ id }) => id);
  const base: Judgement = {
    verdict: "refused",
    reasons: [...row.refusals, ...row.notes],
    target_id: null,
    candidates,
    changes: [],
    values: {},
    double_of: null,
  };
  if (decision === "skip") return { ...base, verdict: "skipped" };
  const chosen =
    decision === "update" ? known.find(({ id }) => id === (chosen_id ?? candidates[0])) : undefined;
  if (exported && decision !== "create" && (!chosen || chosen.id === exported.id))
    return unchanged({ ...base, reasons: [] }, exported);
  if (row.refusals.length > 0) return base;
  if (decision === "update" && !chosen)
    return looked(base, reason("chosen_gone", `The chosen ${one} was deleted. Please choose again.`));
  if (chosen) return updated(base, chosen);
  return decision === "create" ? created(base) : undecided(base);
}

/** Why a row has its verdict; about the row as a whole, if it names no field. */
export function reason(code: string, message: string, field: ImportField | null = null): ImportReason {
  return { field, code, message };
}

/** A row that can't be brought in, for this reason before all others. */
export function refused(base: Judgement, why: ImportReason): Judgement {
  return { ...base, verdict: "refused", reasons: [why, ...base.reasons] };
}

/** A row about which a person must decide. */
export function looked(base: Judgement, ...why: ImportReason[]): Judgement {
  return { ...base, verdict: "look", reasons: [...why, ...base.reasons] };
}

/** A row about which a person must decide because of another line of its file, which "is the same doctor". */
export function doubled(base: Judgement, line: number, what: string): Judgement {
  return { ...looked(base, reason("same_in_file", `Line ${line} of the file ${what}.`)), double_of: line };
}
