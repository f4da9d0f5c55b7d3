import { type SyncNoun, syncNouns } from "@rounds/domain/sync/nouns.ts";
import type { SyncedRow } from "@rounds/domain/sync/sync.ts";
import type { Rows } from "../../phone/phone-state.ts";
import type { Base, Change } from "../../phone/ports.ts";

export const noRows: Rows = { doctors: new Map(), products: new Map(), visits: new Map() };

/** The kept rows by noun and id. */
export function rowsOf(base: Base): Rows {
  const map = (noun: SyncNoun) => new Map(base[noun].map((row) => [row.id, row]));
  // Every noun's rows are its own.
  return { doctors: map("doctors"), products: map("products"), visits: map("visits") } as unknown as Rows;
}

/**
 * Of rows that the server sent, those that are not older than the kept ones: a replica may answer from before a write
 * that was answered already.
 */
export function newerRows(base: Rows, noun: SyncNoun, rows: readonly SyncedRow[]): SyncedRow[] {
  const kept: ReadonlyMap<string, SyncedRow> = base[noun];
  return rows.filter((row) => row.version >= (kept.get(row.id)?.version ?? 0));
}

/** Whether a change is one of the base. */
export function changesBase({ clear, rows, gone }: Change): boolean {
  return (
    clear === true || (gone?.length ?? 0) > 0 || syncNouns.some((noun) => (rows?.[noun]?.length ?? 0) > 0)
  );
}

/** The rows after a change; the same object if it changes none. */
export function changedRows(base: Rows, change: Change): Rows {
  if (!changesBase(change)) return base;
  const { clear, rows, gone: removed = [] } = change;
  const next: Record<string, ReadonlyMap<string, SyncedRow>> = {};
  for (const noun of syncNouns) {
    const before: ReadonlyMap<string, SyncedRow> = clear ? new Map() : base[noun];
    const given = rows?.[noun] ?? [];
    const lost = removed.filter((id) => before.has(id));
    if (given.length === 0 && lost.length === 0) {
      next[noun] = before;
      continue;
    }
    const map = new Map(before);
    for (const id of lost) map.delete(id);
    for (const row of given) map.set(row.id, row);
    next[noun] = map;
  }
  // Every noun's rows are its own.
  return next as unknown as Rows;
}
