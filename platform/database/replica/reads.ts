import { type Database, takeConnection } from "../connect.ts";
import { onOneConnection } from "../transaction.ts";
import { holdSession } from "./session.ts";

/** Where the reads of a list or report run: on the primary, or on a replica that is recent enough. */
export type Reads = {
  /** Runs a read; again on the primary if a replica fails. */
  run<Result>(read: (db: Database) => Promise<Result>): Promise<Result>;
  /** The same for reads in parts. Once the first part was returned, a failure is thrown. */
  stream<Part>(read: (db: Database) => Parts<Part>): Parts<Part>;
};

/** The parts. */
export type Parts<Part> = AsyncGenerator<Part, void, undefined>;

/** Reads on one database. */
export function readsOn(db: Database): Reads {
  return {
    run: (read) => onOneConnection(db, read),
    async *stream(read) {
      const client = await takeConnection(db);
      if (!client) return yield* read(db);
      const session = holdSession(client, () => {});
      try {
        yield* read(session.db);
      } finally {
        session.end();
      }
    },
  };
}
