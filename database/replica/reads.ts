import { type Database, poolOf } from "../connect.ts";
import { holdSession } from "./session.ts";

/** Where reads run that belong to a list or report: on the primary, or on a replica that shows no less. */
export type Reads = {
  /** Runs a read; again on the primary when a replica fails it. */
  run<Result>(read: (db: Database) => Promise<Result>): Promise<Result>;
  /** The same for what is read in parts. Once the first is given, a failure is thrown. */
  stream<Part>(read: (db: Database) => Parts<Part>): Parts<Part>;
};

/** What is read in parts. */
export type Parts<Part> = AsyncGenerator<Part, void, undefined>;

/** Reads on one database. */
export function readsOn(db: Database): Reads {
  return {
    run: (read) => read(db),
    async *stream(read) {
      const client = await poolOf(db)?.connect();
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
