import type { WrittenNoun } from "@rounds/domain/live/stale-after.ts";
import { useMemo, useSyncExternalStore } from "react";
import { sessionState } from "./session.ts";

type Row = { id: string };
/** A row in a list; `saving` while the server has not answered that it is saved. */
export type Shown<R> = R & { saving?: boolean };

/** A row that was sent and not answered yet, and whose it is. */
type Pending = { noun: WrittenNoun; row: Row; person: string | undefined };

/**
 * Rows of one's own that are being saved. They are kept apart from what the server said, and only shown together, so
 * that reading a list again neither loses them nor takes them for saved.
 */
let pending: readonly Pending[] = [];
const listeners = new Set<() => void>();

function set(next: readonly Pending[]) {
  pending = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows a row as being saved until the returned function is called. */
export function addPending(noun: WrittenNoun, row: Row): () => void {
  const one = { noun, row, person: sessionState().user?.id };
  set([...pending, one]);
  return () => set(pending.filter((other) => other !== one));
}

/** The signed-in person's rows of a noun that are being saved. The caller names their type. */
export function usePending<R extends Row>(noun: WrittenNoun): readonly R[] {
  const all = useSyncExternalStore(subscribe, () => pending);
  return useMemo(
    () => all.filter((one) => isOwn(one) && one.noun === noun).map(({ row }) => row as R),
    [all, noun],
  );
}

/** Whether something is being saved that is no longer in front. */
export function useIsSaving(): boolean {
  return useSyncExternalStore(subscribe, () => pending.some(isOwn));
}

function isOwn({ person }: Pending): boolean {
  return person === sessionState().user?.id;
}

/**
 * A page of a list with the rows that are being saved, each before the first row that it `precedes`. One that the
 * server has answered already is there once.
 */
export function withPending<R extends Row, List extends { rows: readonly R[]; page_size: number }>(
  list: List,
  pending: readonly Shown<R>[],
  precedes: (pending: R, row: R) => boolean,
): Omit<List, "rows"> & { rows: readonly Shown<R>[] } {
  const missing = pending.filter(({ id }) => list.rows.every((row) => row.id !== id));
  if (missing.length === 0) return list;
  const rows: Shown<R>[] = [...list.rows];
  for (const one of missing) {
    const at = rows.findIndex((row) => precedes(one, row));
    rows.splice(at === -1 ? rows.length : at, 0, one);
  }
  return { ...list, rows: rows.slice(0, list.page_size) };
}
