import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { Session } from "./session.ts";
import type { Tables } from "./tables.ts";

/** The database in every query: the pool, or the current transaction. */
export type Database = Kysely<Tables>;

const { DATE, INT8, NUMERIC, TIMESTAMPTZ } = pg.types.builtins;

/**
 * How column values are read: a day stays a string, money stays a decimal string, a moment becomes ISO 8601 in UTC
 * with milliseconds, a count becomes a number. The driver's own defaults would lose days and paise.
 */
const parsers: Record<number, (text: string) => unknown> = {
  [DATE]: (text) => text,
  [NUMERIC]: (text) => text,
  [INT8]: (text) => {
    const value = Number(text);
    if (!Number.isSafeInteger(value))
      throw new RangeError(`${text} is beyond the whole numbers JavaScript holds`);
    return value;
  },
  [TIMESTAMPTZ]: isoMoment,
};

/** "2025-01-05 10:30:00.123456+00" (the session runs in UTC) as "2025-01-05T10:30:00.123Z". */
function isoMoment(text: string): string {
  const match = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})(?:\.(\d+))?\+00$/.exec(text);
  if (!match) throw new RangeError(`Not a moment in UTC: ${text}`);
  const [, day, time, fraction = ""] = match;
  return `${day}T${time}.${fraction.padEnd(3, "0").slice(0, 3)}Z`;
}

const customTypes: pg.CustomTypesConfig = {
  // The overloads tie the format to the type of the parser; every parser here reads text, the only format asked for.
  getTypeParser: ((oid: number, format?: "text" | "binary") =>
    parsers[oid] ?? pg.types.getTypeParser(oid, format as "text")) as pg.CustomTypesConfig["getTypeParser"],
};

/** Where PostgreSQL listens: the user's own address (`DATABASE_URL`) or the embedded server's socket. */
export type ConnectionSettings = Omit<pg.PoolConfig, "Client"> & {
  /** Knows where to connect if that changes: to the primary of a cluster. */
  Client?: typeof Session;
};

/** A pool of connections and the query builder on it. */
export type Connection = { db: Database; pool: pg.Pool; close(): Promise<void> };

const sessionOptions =
  "-c TimeZone=UTC -c DateStyle=ISO -c statement_timeout=30000 -c idle_in_transaction_session_timeout=60000";

/**
 * How often PostgreSQL looks whether the client of a running statement is still there, in milliseconds: by itself it
 * notices only when it sends the answer.
 */
const lookForClient = 250;

/** How to take a connection of a database that was opened here. */
const takers = new WeakMap<Database, () => Promise<pg.PoolClient>>();

/** Takes a connection of a database, to be released; undefined if it was not opened here. */
export async function takeConnection(db: Database): Promise<pg.PoolClient | undefined> {
  return await takers.get(db)?.();
}

/** A connection that somebody has taken, as a database, for as long as `holds`. */
export function databaseOn(client: pg.PoolClient, holds: () => boolean): Database {
  const held = {
    query(...given: Parameters<typeof client.query>) {
      // By now the connection may be in another's transaction.
      if (!holds()) throw new Error("A statement was sent on a connection after it was released");
      return client.query(...given);
    },
    release() {},
  };
  return databaseOver(async () => held as unknown as pg.PoolClient);
}

/**
 * The same database for work that may be given up: when the signal is aborted, the connections that it has are closed,
 * which ends the statements under way, and it gets no others. A write may or may not be saved then.
 */
export function abortable(db: Database, signal: AbortSignal): Database {
  const take = takers.get(db);
  if (!take) throw new Error("This database was not opened by connect()");
  return databaseOver(async () => {
    signal.throwIfAborted();
    return abortableClient(await take(), signal);
  });
}

/** A connection of a pool, closed when the signal is aborted unless it was released before. */
export function abortableClient(client: pg.PoolClient, signal: AbortSignal): pg.PoolClient {
  const { release } = client;
  let released = false;
  function end(error?: Error | boolean) {
    if (released) return;
    released = true;
    signal.removeEventListener("abort", close);
    release(error);
  }
  const close = () => end(true);
  if (signal.aborted) {
    release();
    throw signal.reason;
  }
  signal.addEventListener("abort", close, { once: true });
  client.release = end;
  return client;
}

function databaseOver(connect: () => Promise<pg.PoolClient>): Database {
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: { connect, end: async () => {} } }) });
  takers.set(db, connect);
  return db;
}

/** Opens a pool. Connections are made when first needed; nothing is checked here. */
export function connect(settings: ConnectionSettings, onIdleError: (error: Error) => void): Connection {
  const pool = new pg.Pool({
    max: 16,
    connectionTimeoutMillis: 10_000,
    Client: Session,
    keepAlive: true,
    ...settings,
    types: customTypes,
    options: [settings.options, sessionOptions].filter(Boolean).join(" "),
  });
  // Without a listener, the end of a connection (the server restarts) would end the whole process: the pool listens to
  // idle ones, but nobody to one that is in use between two queries of a transaction.
  pool.on("error", onIdleError);
  // Not among the options: PostgreSQL for Windows can't, and would refuse the connection.
  pool.on("connect", (client) => {
    client.query(`set client_connection_check_interval = ${lookForClient}`).catch(() => {});
  });
  pool.on("acquire", (client) => client.on("error", onIdleError));
  pool.on("release", (_, client) => {
    client.off("error", onIdleError);
    // The pool drops a client that is ending.
    if (client instanceof Session && client.unfit) void client.end();
  });
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  takers.set(db, () => pool.connect());
  return {
    db,
    pool,
    async close() {
      await db.destroy();
      // The query builder ends the pool only if it has used it.
      if (!pool.ending) await pool.end();
    },
  };
}
