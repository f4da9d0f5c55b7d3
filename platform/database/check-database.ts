import { sql } from "kysely";
import type { Database } from "./connect.ts";
import { isConnectionLost, sqlState } from "./transaction.ts";

/** A database that the product can't work with; the message is for the person who starts it. */
export class UnfitDatabaseError extends Error {}

const oldestVersion = 15;

/** Checks whether a database can store what people write. Throws `UnfitDatabaseError`. */
export async function checkDatabase(db: Database): Promise<void> {
  const { rows } = await sql<{ name: string; encoding: string; version: number }>`
    select current_database() as name, current_setting('server_encoding') as encoding,
      current_setting('server_version_num')::integer / 10000 as version`.execute(db);
  const { name = "", encoding = "", version = 0 } = rows[0] ?? {};
  if (version < oldestVersion) {
    throw new UnfitDatabaseError(
      `PostgreSQL ${oldestVersion} or later is needed, and this one is ${version}.`,
    );
  }
  if (encoding !== "UTF8") {
    throw new UnfitDatabaseError(
      `The database “${name}” stores text in the encoding ${encoding}, which can't hold every name. Create another one:` +
        `CREATE DATABASE rounds TEMPLATE template0 ENCODING 'UTF8';`,
    );
  }
}

/** Why PostgreSQL refused what a start needs, in words; undefined if the error is not from PostgreSQL. */
export function explainRefusal(error: unknown): string | undefined {
  const state = sqlState(error);
  const message = error instanceof Error ? error.message : String(error);
  if (state === "42501") {
    return `The database user has too few rights (${message}). It must own the database: ALTER DATABASE … OWNER TO …;`;
  }
  if (state?.startsWith("XX")) return `The database is damaged (${message}). Restore a backup.`;
  if (state !== undefined) return `The database can't be used: ${message} (${state})`;
  if (isConnectionLost(error)) return `The connection to the database was lost: ${message}`;
  return undefined;
}
