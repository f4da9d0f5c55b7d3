import pg from "pg";

/** PostgreSQL's errors for a useless connection: it ends, or it leads to a standby. */
const endings = new Set(["57P01", "57P02", "57P03", "25006"]);

/**
 * An administrator cancelled the wait for the synchronous standby: the commit is only on the primary's disk, and would
 * be lost with it. So it counts as not certainly saved.
 */
export class NotReplicatedError extends Error {}

type Answer = Promise<pg.QueryResult> | undefined;

/** A connection to PostgreSQL that knows when it must not be used any more, and which commits are not safe. */
export class Session extends pg.Client {
  /** Whether the pool must drop the connection. */
  unfit = false;
  #replicated = true;

  constructor(config?: pg.ClientConfig) {
    super(config);
    // The routine, because messages are in the server's language.
    this.on("notice", ({ routine }) => {
      if (routine === "SyncRepWaitForLSN") this.#replicated = false;
    });
    this.connection.on("errorMessage", ({ code }: { code?: string }) => {
      if (endings.has(code ?? "")) this.unfit = true;
    });
  }

  // biome-ignore lint/suspicious/noExplicitAny: the driver's overloads can't be repeated one by one
  override query(...given: any[]): any {
    this.#replicated = true;
    // What the overloads have in common: a promise, unless a callback or a stream was given.
    const answer: Answer = (super.query as (...given: unknown[]) => Answer)(...given);
    if (!(answer instanceof Promise)) return answer;
    return answer.then((result) => {
      if (this.#replicated) return result;
      throw new NotReplicatedError("Committed on the primary only: waiting for its standby was cancelled");
    });
  }

  /** Closes the connection at once, whatever it waits for; queries under way fail with this reason. */
  cut(reason: string): void {
    this.connection.stream.destroy(new Error(`Connection terminated: ${reason}`));
  }
}
