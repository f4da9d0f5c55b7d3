import { readFile } from "node:fs/promises";
import pg from "pg";
import { EmbeddedDatabaseError, errorCode, errorText } from "./failure.ts";
import type { Place } from "./place.ts";
import type { PidFile } from "./postmaster.ts";

/** How to reach the server; `host` is a socket directory on Unix. */
export type Connection = {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
};

/** The superuser's name. */
export const superuser = "rounds";

/** The two numbers of the advisory lock that every process using the server shares. */
export const holdLock = [0x726f75, 0x6e6473] as const;

/** What a server says about itself: ready, with how many processes hold it; or why it is not ready yet. */
export type Answer =
  | { kind: "ready"; version: string; dataDirectory: string; holders: number }
  | { kind: "not-yet"; reason: string };

/** Reads how to reach a server from its pid file; undefined until the server has written it. */
export async function connectionTo(place: Place, server: PidFile): Promise<Connection | undefined> {
  const host = process.platform === "win32" ? "127.0.0.1" : server.socketDirectory;
  if (host === undefined || server.port === undefined) return undefined;
  return {
    host,
    port: server.port,
    user: superuser,
    password: await readPassword(place),
    database: "postgres",
  };
}

/**
 * The superuser's password, as the file beside the data holds it.
 * @throws EmbeddedDatabaseError when the file is missing or may not be read.
 */
export async function readPassword(place: Place): Promise<string> {
  try {
    return (await readFile(place.password, "utf8")).trim();
  } catch (error) {
    throw new EmbeddedDatabaseError(
      "password",
      errorCode(error) === "ENOENT"
        ? `${place.password} is missing. It belongs to the data beside it: put it back, or restore a backup.`
        : `${place.password} can't be read.`,
      { cause: error },
    );
  }
}

/** A connected client; the caller ends it. */
export async function connect(connection: Connection, timeoutMs = 5000): Promise<pg.Client> {
  // Explicit, because PGSSLMODE of the environment would be used otherwise.
  const client = new pg.Client({ ...connection, ssl: false, connectionTimeoutMillis: timeoutMs });
  client.on("error", () => {}); // the current query gets the error too
  await client.connect();
  return client;
}

/** Distinguishes damaged data (PostgreSQL's class XX), which waiting does not repair, from temporary errors. */
export function throwIfDamaged(error: unknown): void {
  if (!errorCode(error)?.startsWith("XX")) return;
  const message = `The database is damaged (${errorText(error)}). Restore a backup.`;
  throw new EmbeddedDatabaseError("damaged", message, { cause: error });
}

/** Asks a server whether it is ready and which one it is. */
export async function ask(connection: Connection): Promise<Answer> {
  let client: pg.Client | undefined;
  try {
    client = await connect(connection, 2000);
    const { rows } = await client.query<{ version: string; data_directory: string; holders: number }>(
      `select current_setting('server_version') as version, current_setting('data_directory') as data_directory,
         (select count(*)::int from pg_locks
           where locktype = 'advisory' and classid = $1 and objid = $2 and granted) as holders`,
      [...holdLock],
    );
    const row = rows[0];
    if (!row) return { kind: "not-yet", reason: "no answer" };
    return { kind: "ready", version: row.version, dataDirectory: row.data_directory, holders: row.holders };
  } catch (error) {
    if (["28P01", "28000"].includes(errorCode(error) ?? "")) {
      throw new EmbeddedDatabaseError(
        "password",
        "The database runs, but refuses the password stored beside its data. Was one of them replaced?",
        { cause: error },
      );
    }
    throwIfDamaged(error);
    // Starting, recovering, ending, or out of connections: all of that is temporary.
    return { kind: "not-yet", reason: error instanceof Error ? error.message : String(error) };
  } finally {
    client?.end().catch(() => {});
  }
}
