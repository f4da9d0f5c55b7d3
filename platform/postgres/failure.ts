/** Why the embedded database failed. The message is for the person at the terminal. */
type EmbeddedFailureCode =
  | "account" // no user account that PostgreSQL may run as
  | "backup_file" // the backup file can't be written, read, or is damaged
  | "binaries" // no usable PostgreSQL binaries
  | "damaged" // PostgreSQL can't read its own files
  | "data_owner" // the data belong to another user
  | "data_place" // the data directory is missing, moved, copied or can't be reached
  | "data_version" // another major version created the data
  | "disk_full"
  | "in_use" // another process uses the database
  | "no_start" // PostgreSQL ended, or did not answer in time
  | "password"; // the stored password is missing or not the server's

/** An expected failure of the embedded database, with a message that says what to do. */
export class EmbeddedDatabaseError extends Error {
  override readonly name = "EmbeddedDatabaseError";
  readonly code: EmbeddedFailureCode;

  constructor(code: EmbeddedFailureCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** The `code` of a system error (`ENOENT`) or of a PostgreSQL error (`53100`), if any. */
export function errorCode(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}

/** The text of anything thrown. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
