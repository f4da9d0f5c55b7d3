import type { Day } from "@rounds/domain/calendar/calendar.ts";
import type { WrittenNoun } from "@rounds/domain/live/stale-after.ts";
import type { Skip } from "@rounds/domain/today/skip.ts";
import { useMemo, useSyncExternalStore } from "react";
import type { WrittenOffline } from "../../phone/entry.ts";
import { sessionState } from "../session/session.ts";
import { createSubscribers } from "../subscribers.ts";
import { readAsOf } from "./as-of.ts";
import { nothing, onPhone, waitingRows } from "./phone-slot.ts";

type Row = { id: string };
/**
 * A row in a list. `saving`: the server has not answered yet that it is saved. `waiting`: it waits on this phone for a
 * connection, or for a decision of the person; `change`: the server has an earlier version of it.
 */
export type Shown<R> = R & {
  saving?: boolean;
  waiting?: "waiting" | "needs_you";
  change?: "edited" | "deleted";
};

/** A doctor whom the person skips on a day, or (`change: "deleted"`) not any more; `id` stands for both (`skipEntity`). */
export type SkipRow = {
  id: string;
  doctor_id: string;
  day: Day;
  reason: Skip["reason"] | null;
  note: string | null;
};

/** What is shown while it is being saved. */
type PendingNoun = WrittenNoun | "skips";

/** A row that was sent and not answered yet, and whose it is. */
type Pending = { noun: PendingNoun; row: Row; person: string | undefined };

/**
 * Rows of one's own that are being saved. They are kept apart from what the server said, and only shown together, so
 * that reading a list again neither loses them nor takes them for saved.
 */
let pending: readonly Pending[] = [];
const { subscribe, notify } = createSubscribers();

function set(next: readonly Pending[]) {
  pending = next;
  notify();
}

/** Shows a row as being saved until the returned function is called. */
export function addPending(noun: PendingNoun, row: Row): () => void {
  const one = { noun, row, person: sessionState().user?.id };
  set([...pending, one]);
  return () => set(pending.filter((other) => other !== one));
}

/** The signed-in person's rows of a noun that are being saved or wait on this phone. The caller names their type. */
export function usePending<R extends Row>(noun: WrittenOffline): readonly Shown<R>[] {
  const all = useSyncExternalStore(subscribe, () => pending);
  const waiting = useSyncExternalStore(onPhone, () => waitingRows(noun));
  return useMemo(() => {
    const saving = all.filter((one) => isOwn(one) && one.noun === noun).map(({ row }) => row);
    const others = waiting.filter(({ id }) => saving.every((row) => row.id !== id));
    const rows = [...saving, ...others] as Shown<R>[];
    return rows.length > 0 ? rows : nothing;
  }, [all, noun, waiting]);
}

/** Whether something is being saved that is no longer in front. */
export function useIsSaving(): boolean {
  return useSyncExternalStore(subscribe, () => pending.some(isOwn));
}

function isOwn({ person }: Pending): boolean {
  return person === sessionState().user?.id;
}

/**
 * A page of a list with the rows that are being saved or wait, new ones each before the first row that it `precedes`.
 * One that the list has already is there once, as the person left it. The phone's own answer has those that wait in their
 * places, on whatever page. Beside one that waits, maybe for days, no row of the answer is left out: the page is longer.
 */
export function withPending<R extends Row, List extends { rows: readonly R[]; page_size: number }>(
  list: List,
  pending: readonly Shown<R>[],
  precedes: (pending: R, row: R) => boolean,
): Omit<List, "rows"> & { rows: readonly Shown<R>[] } {
  if (pending.length === 0) return list;
  const own = new Map(pending.map((row) => [row.id, row]));
  const rows: Shown<R>[] = list.rows.flatMap((row) => {
    const changed = own.get(row.id);
    own.delete(row.id);
    if (changed?.change === "deleted") return [];
    return changed?.waiting ? { ...row, ...changed } : row;
  });
  const isOfPhone = readAsOf(list) !== undefined;
  let longest = list.page_size;
  let isSame = rows.length === list.rows.length && rows.every((row, at) => row === list.rows[at]);
  for (const one of own.values()) {
    if (one.change || (one.waiting && isOfPhone)) continue;
    isSame = false;
    if (one.waiting) longest++;
    const at = rows.findIndex((row) => precedes(one, row));
    rows.splice(at === -1 ? rows.length : at, 0, one);
  }
  return isSame ? list : { ...list, rows: rows.slice(0, longest) };
}
