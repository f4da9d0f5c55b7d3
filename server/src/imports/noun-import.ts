import type { Database } from "@rounds/database/connect.ts";
import type { Permission } from "@rounds/domain/account/permissions.ts";
import type { ImportField } from "@rounds/domain/imports/import-fields.ts";
import type { ImportReason, ImportRow, LikeRecord, Outcome } from "@rounds/domain/imports/import-row.ts";
import { type Judgement, type OtherLine, reason } from "@rounds/domain/imports/judgement.ts";
import type { Actor, Context } from "../api/context.ts";
import { isPermitted, notPermitted } from "../api/permission.ts";

/** A row as it is stored, with what was decided about it. */
export type StoredRow = Pick<ImportRow, "line" | "cells" | "verdict" | "decision" | "changes"> & {
  target_id: string | null;
  chosen_id: string | null;
  record_id: string | null;
  batch_id: string;
};

/** A row that was compared with the records that are there, and can be judged. */
export type ReadRow = {
  stored: StoredRow;
  /** By what it is kept for other rows of its file, if it creates or updates a record, and by what it looks for them. */
  keys: { kept: readonly string[]; sought: readonly string[] };
  /** The records that may be like it. */
  known: readonly string[];
  /** What becomes of it, beside other rows of the file that may be like it. It is the same however often it is asked. */
  judge: (others: readonly OtherLine[]) => Judgement;
};

/** A row with what becomes of it by what is there now. */
export type JudgedRow = { stored: StoredRow; read: ReadRow; judgement: Judgement };

export type Problem = { code: string; message: string };
/** What became of a row. */
export type SettledRow = {
  line: number;
  outcome: Outcome;
  problem: Problem | null;
  record_id: string | null;
};

/** Whose import it is, and when. */
export type Asked = Pick<Context, "actor" | "now" | "today"> & { id: string };

/** What a noun does in an import; everything else is common to all. `tx` is the transaction of one portion. */
export type NounImport = {
  /** Reads the cells of rows, and compares them with what is there. It writes nothing. */
  read: (tx: Database, rows: readonly StoredRow[], asked: Asked) => Promise<ReadRow[]>;
  /** What happens once all rows of a file are there, before the first is checked. */
  begun?: (tx: Database, id: string, actor: Actor) => Promise<void>;
  /** What is said about rows once all of them are checked. */
  checked?: (tx: Database, id: string) => Promise<void>;
  /** Locks what rows to apply will write, in the order of every command. */
  lock: (tx: Database, rows: readonly StoredRow[], asked: Asked) => Promise<void>;
  /** Creates and updates records as judged; returns the id of each row's record, by its line, or why it has none. */
  write: (
    tx: Database,
    rows: readonly JudgedRow[],
    asked: Asked,
  ) => Promise<ReadonlyMap<number, string | Problem>>;
  /** Takes applied rows back, or says why one is kept. It locks first. */
  undo: (tx: Database, rows: readonly StoredRow[], asked: Asked) => Promise<SettledRow[]>;
  /** Records as the screen names them; those that are gone are left out. */
  describe: (db: Database, ids: readonly string[]) => Promise<LikeRecord[]>;
  words: {
    /** Why a row that would create a record fails, and one that would update one. */
    addedMeanwhile: string;
    changedMeanwhile: string;
    /** What is said if a person chose a record that is not there. */
    choose: string;
  };
};

/** How a row was taken back; kept, if there was a problem. */
export function takenBack({ line, record_id }: StoredRow, problem: Problem | null): SettledRow {
  return { line, record_id, outcome: problem ? "kept" : "undone", problem };
}

/** The records that rows update. */
export function targetsOf(rows: readonly Pick<Judgement | StoredRow, "verdict" | "target_id">[]): string[] {
  return rows.flatMap(({ target_id, verdict }) => (verdict === "update" && target_id ? target_id : []));
}

/** Why somebody may not do to a row what a permission allows, said at a field of it; null if they may. */
export function refusal(
  actor: Actor,
  permission: Permission,
  field: ImportField | null = null,
): ImportReason | null {
  if (isPermitted(actor, permission)) return null;
  const { code, message } = notPermitted(permission);
  return reason(code, message, field);
}
