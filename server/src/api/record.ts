import { createHash } from "node:crypto";
import type { Database } from "@rounds/database/connect.ts";
import { AppError } from "@rounds/domain/errors/app-error.ts";
import type { ChangedMeanwhile } from "@rounds/domain/records/record.ts";

/** A digest of a creating request's content, to tell a repetition from another use of its id. */
export function creationDigest(input: unknown): string {
  return createHash("sha256").update(JSON.stringify(input)).digest("base64url");
}

/** The "not found" error, for a row that was looked up by its id. */
export function found<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new AppError("not_found");
  return row;
}

/** What identifies a version of a row. */
export type Versioned = { version: number; updated_at: string; updated_by: string | null };

/** Throws `changed_meanwhile` if the row is no longer at the version that an edit started from. */
export async function requireVersion<Row extends Omit<Versioned, "updated_by"> & Partial<Versioned>>(
  db: Database,
  current: Row,
  version: number,
) {
  if (current.version === version) return;
  throw await changedMeanwhile(db, current, { by: current.updated_by ?? null, at: current.updated_at });
}

/** The `changed_meanwhile` error: the current row, when it was changed and the email address of who did. */
export async function changedMeanwhile<Row>(
  db: Database,
  current: Row,
  changed: { by: string | null; at: string },
  message?: string,
): Promise<AppError> {
  const details: ChangedMeanwhile<Row> = {
    current,
    changed_by: await emailOf(db, changed.by),
    changed_at: changed.at,
  };
  return new AppError("changed_meanwhile", { details, ...(message && { message }) });
}

/** A person's email address; null if nobody is known. */
export async function emailOf(db: Database, userId: string | null): Promise<string | null> {
  if (userId === null) return null;
  const user = await db.selectFrom("auth.users").select("email").where("id", "=", userId).executeTakeFirst();
  return user?.email ?? null;
}
