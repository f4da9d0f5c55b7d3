import { type RawBuilder, sql } from "kysely";
import type { Database } from "./connect.ts";

/**
 * The rows of a query on one snapshot of the database, some at a time, so that memory holds no more than those. The
 * query is made on that snapshot too. When the reader stops early, the connection is free again.
 */
export async function* readBatches<Row>(
  db: Database,
  size: number,
  makeQuery: (tx: Database) => Promise<RawBuilder<Row>>,
): AsyncGenerator<Row[], void, undefined> {
  const tx = await db
    .startTransaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute();
  try {
    await sql`declare batches no scroll cursor for ${await makeQuery(tx)}`.execute(tx);
    for (let full = true; full; ) {
      const { rows } = await sql<Row>`fetch ${sql.lit(size)} from batches`.execute(tx);
      full = rows.length === size;
      if (rows.length > 0) yield rows;
    }
  } finally {
    // Nothing was written. On a connection that broke there is nothing left to undo either.
    await tx
      .rollback()
      .execute()
      .catch(() => {});
  }
}
