import {
  type Changed,
  type ReadNoun,
  staleAfterAll,
  staleAfterWrite,
  type WrittenNoun,
} from "@rounds/domain/live/stale-after.ts";
import type { Query } from "@tanstack/react-query";
import { queryClient } from "../query-client.ts";

type Row = { id: string };

/**
 * After announced changes: reads again what is shown of them, and the rest when it is shown the next time.
 * Ends when all is there.
 */
export function refetchAfter(changes: Iterable<Changed>): Promise<void> {
  return invalidate(staleAfterAll(changes));
}

/** After a write of one's own: reads again what may show it. Ends when all is there. */
export function refetchAfterWrite(noun: WrittenNoun): Promise<void> {
  return invalidate(staleAfterWrite(noun));
}

/** After the person has skipped a doctor for a day, or taken that back. Ends when all is there. */
export function refetchAfterSkip(): Promise<void> {
  return invalidate(new Set<ReadNoun>(["today", "catchUp"]));
}

/**
 * A row as the list that was read last shows it; undefined if none does. `list` is the second part of the lists' keys.
 */
export function rowInLists<T extends Row>(noun: ReadNoun, id: string, list = "list"): T | undefined {
  const lists = queryClient.getQueryCache().findAll({ queryKey: [noun, list] });
  const newest = lists.sort((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt);
  for (const { state } of newest) {
    // Every list of a noun has pages of the same rows; the caller names their type.
    const row = (state.data as { rows: readonly T[] } | undefined)?.rows.find((row) => row.id === id);
    if (row) return row;
  }
  return undefined;
}

/** For the query of a row: what a list has shown of it is there at once; the newest version is read meanwhile. */
export const shownInLists = <T extends Row>(noun: ReadNoun, id: string) => ({
  initialData: () => rowInLists<T>(noun, id),
  initialDataUpdatedAt: 0,
});

/**
 * After a row was saved: shows it so wherever it stands already, and reads again what may show it. What was read
 * beside the row's own fields stays until then.
 */
export function rowSaved(noun: WrittenNoun, row: Row): void {
  queryClient.setQueryData([noun, "row", row.id], (old: Row | undefined) => ({ ...old, ...row }));
  changeLists(noun, (rows) => rows.map((old) => (old.id === row.id ? { ...old, ...row } : old)));
  void refetchAfterWrite(noun);
}

/**
 * After a row was deleted: takes it out of every list, and reads again what may have shown it. The row's own
 * queries, whose keys hold its id, stay as they are: the screen that shows it is about to be left.
 */
export function rowDeleted(noun: WrittenNoun, id: string): void {
  changeLists(noun, (rows) => rows.filter((row) => row.id !== id));
  void invalidate(staleAfterWrite(noun), id);
}

async function invalidate(nouns: ReadonlySet<unknown>, except?: string) {
  const predicate = ({ queryKey }: Query) =>
    nouns.has(queryKey[0]) && (except === undefined || !queryKey.includes(except));
  // A first reading under way may have been answered before the change, and does not begin anew by itself.
  const isFirst = (query: Query) => predicate(query) && query.state.data === undefined;
  const first = queryClient.getQueryCache().findAll({ predicate: isFirst, fetchStatus: "fetching" });
  await queryClient.invalidateQueries({ predicate });
  if (first.length > 0) await queryClient.invalidateQueries({ predicate: (query) => first.includes(query) });
}

function changeLists(noun: WrittenNoun, change: (rows: readonly Row[]) => readonly Row[]) {
  queryClient.setQueriesData<{ rows: readonly Row[] }>(
    { queryKey: [noun, "list"] },
    (page) => page && { ...page, rows: change(page.rows) },
  );
}
