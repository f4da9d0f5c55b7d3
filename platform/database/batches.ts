import { type RawBuilder, sql } from "kysely";
import type { Database } from "./connect.ts";

const rowsPerBatch = 500;

/**
 * The rows of a query on one snapshot of the database, in batches, so that memory holds only one batch. The query is
 * created on that snapshot too. If the reader stops early, the connection is released.
 */
export function readBatches<Row>(
  db: Database,
  makeQuery: (tx: Database) => Promise<RawBuilder<Row>>,
): AsyncGenerator<Row[], void, undefined> {
  return readOnSnapshot(db, async function* (tx) {
    yield* fetchBatches(tx, await makeQuery(tx));
  });
}

/** What `read` yields from one snapshot of the database. If the reader stops early, the connection is released. */
export async function* readOnSnapshot<Part>(
  db: Database,
  read: (tx: Database) => AsyncGenerator<Part, void, undefined>,
): AsyncGenerator<Part, void, undefined> {
  const tx = await db
    .startTransaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute();
  try {
    yield* read(tx);
  } finally {
    // Nothing was written. On a broken connection there is nothing left to undo either.
    await tx
      .rollback()
      .execute()
      .catch(() => {});
  }
}

/** The rows of a query in batches, in a transaction; one query after another. */
export async function* fetchBatches<Row>(
  tx: Database,
  query: RawBuilder<Row>,
): AsyncGenerator<Row[], void, undefined> {
  await sql`declare batches no scroll cursor for ${query}`.execute(tx);
  for (let full = true; full; ) {
    const { rows } = await sql<Row>`fetch ${sql.lit(rowsPerBatch)} from batches`.execute(tx);
    full = rows.length === rowsPerBatch;
    if (rows.length > 0) yield rows;
  }
  await sql`close batches`.execute(tx);
}
