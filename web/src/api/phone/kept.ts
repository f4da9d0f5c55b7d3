/** Rows that were saved on this phone only, so far. */
const kept = new WeakSet<object>();

/** Notes that a row, or the effect of a deletion, is on this phone only. */
export function noteKept<Row extends object>(row: Row): Row {
  kept.add(row);
  return row;
}

/** Whether something was saved on this phone only. */
export function wasKept(saved: unknown): boolean {
  return typeof saved === "object" && saved !== null && kept.has(saved);
}

/** The words after saving: the usual ones once the server has it. */
export function savedWords(saved: unknown, usual: string): string {
  return wasKept(saved) ? "Saved on this phone. It is sent when there is a connection." : usual;
}
