import pg from "pg";
import { forgetStatementNames, mostNamed, statementName } from "./statement-names.ts";

/** PostgreSQL's errors for a useless connection: it ends, or it leads to a standby. */
const endings = new Set(["57P01", "57P02", "57P03", "25006"]);

/**
 * An administrator cancelled the wait for the synchronous standby: the commit is only on the primary's disk, and would
 * be lost with it. So it counts as not certainly saved.
 */
export class NotReplicatedError extends Error {}

/** Parts of the driver that its types don't have. */
type Connection = pg.Connection & {
  /** The prepared statements of the connection: their texts by name. */
  parsedStatements: Record<string, string>;
  close(message: { type: "S"; name: string }): void;
};

/** A statement under way. */
type Sent = { replicated: boolean };

/**
 * A connection to PostgreSQL that knows when it must not be used any more, and which commits are not safe. It prepares
 * the statements that are sent often, and sends statements that don't wait for each other's answers in one write.
 */
export class Session extends pg.Client {
  /** Whether the pool must drop the connection. */
  unfit = false;
  /** In the order of their answers. */
  #sent: Sent[] = [];
  /** The names of the statements prepared here, the least used first. */
  #prepared = new Set<string>();
  #gathering = false;

  constructor(config?: pg.ClientConfig) {
    super(config);
    // Not by the configuration: a copy of it would lack the password, which the driver hides.
    Object.assign(this, { pipeline: true });
    // The routine, because messages are in the server's language.
    this.on("notice", ({ routine }) => {
      const [current] = this.#sent;
      if (routine === "SyncRepWaitForLSN" && current) current.replicated = false;
    });
    this.connection.on("errorMessage", ({ code }: { code?: string }) => {
      if (endings.has(code ?? "")) this.unfit = true;
    });
  }

  // biome-ignore lint/suspicious/noExplicitAny: the driver's overloads can't be repeated one by one
  override query(...given: any[]): any {
    this.#gather();
    const [query, values] = given;
    // With a callback or a stream, as the pool's own queries.
    if (typeof query?.submit === "function" || given.some((one) => typeof one === "function"))
      return (super.query as (...given: unknown[]) => unknown)(...given);
    const config: pg.QueryConfig = typeof query === "string" ? { text: query, values } : query;
    return this.#send(config, values && statementName(config.text, values));
  }

  #send(config: pg.QueryConfig, name?: string): Promise<pg.QueryResult> {
    const sent: Sent = { replicated: true };
    this.#sent.push(sent);
    if (name) this.#keepPrepared(name);
    return new Promise((resolve, reject) => {
      super.query(name ? { ...config, name } : config, (error: Error | null, result: pg.QueryResult) => {
        this.#sent.splice(this.#sent.indexOf(sent), 1);
        if (name && isStale(error)) {
          forgetStatementNames();
          // In a transaction, everything since its beginning has failed with it.
          if (this.getTransactionStatus() === "I") return resolve(this.#send(config));
        }
        if (error) reject(error);
        else if (sent.replicated) resolve(result);
        else
          reject(
            new NotReplicatedError("Committed on the primary only: waiting for its standby was cancelled"),
          );
      });
    });
  }

  /** Lets go of the least used statement if there are too many: each takes memory of the database. */
  #keepPrepared(name: string): void {
    this.#prepared.delete(name);
    this.#prepared.add(name);
    const [oldest] = this.#prepared;
    const connection = this.connection as Connection;
    if (this.#prepared.size <= mostNamed || oldest === undefined || !connection.parsedStatements[oldest])
      return;
    connection.close({ type: "S", name: oldest });
    delete connection.parsedStatements[oldest];
    this.#prepared.delete(oldest);
  }

  /** Sends what this turn of the event loop asks in one write. */
  #gather(): void {
    if (this.#gathering) return;
    this.#gathering = true;
    const { stream } = this.connection;
    stream.cork();
    // Runs when no promise that is settled already has anything more to do.
    process.nextTick(() => {
      this.#gathering = false;
      stream.uncork();
    });
  }

  /** Ends the connection, at once if an answer is outstanding, which may never come. */
  // biome-ignore lint/suspicious/noExplicitAny: the driver's overloads, with a callback or with a promise
  override end(callback?: any): any {
    const isWaiting = this.#sent.length > 0;
    const ended = super.end(callback);
    if (isWaiting) this.connection.stream.destroy();
    return ended;
  }

  /** Closes the connection at once, whatever it waits for; queries under way fail with this reason. */
  cut(reason: string): void {
    this.connection.stream.destroy(new Error(`Connection terminated: ${reason}`));
  }
}

/**
 * Whether a prepared statement can't be run any more, and was not: a table has changed in the meantime so that the
 * answer would have other columns, or the connection does not know the name.
 */
export function isStale(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false;
  // The routine, because other things that are not supported have the same code.
  return error.code === "26000" || (error.code === "0A000" && error.routine === "RevalidateCachedQuery");
}
