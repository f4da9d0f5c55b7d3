import { syncShape } from "@rounds/domain/sync/nouns.ts";

/** Numbers of transactions are below this one in PostgreSQL. */
const transactionLimit = 1n << 63n;

/** A point in the history of the database: all that is not changed by a transaction from `transaction` on is known. */
type Cursor = { epoch: string; transaction: string };

/** The cursor as phones keep it. */
export function writeCursor({ epoch, transaction }: Cursor): string {
  return `${syncShape}.${epoch}.${transaction}`;
}

/**
 * The transaction from which on a phone must receive changes; undefined if it must receive everything: it knows nothing yet, or
 * its cursor is damaged, of another shape of the rows, of another history of the database, or beyond its end (`next`).
 */
export function readCursor(
  text: string,
  { epoch, next }: { epoch: string; next: string },
): string | undefined {
  const [shape, written, transaction = "", ...rest] = text.split(".");
  if (shape !== String(syncShape) || written !== epoch || rest.length > 0) return undefined;
  if (!/^\d{1,19}$/.test(transaction)) return undefined;
  const number = BigInt(transaction);
  return number < transactionLimit && number <= BigInt(next) ? String(number) : undefined;
}
