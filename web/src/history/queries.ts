import type { ChangesFilter, RecordNoun } from "@rounds/domain/history/history.ts";
import { historyRoutes } from "@rounds/domain/history/routes.ts";
import { infiniteQueryOptions } from "@tanstack/react-query";
import { call } from "../api/client.ts";
import { refetchAfterWrite } from "../api/live/stored-rows.ts";

// The first page has no change before it.
const first = undefined as string | undefined;

/** The queries of the history; each page goes on before the last change of the one above it. */
export const historyQueries = {
  ofRecord: (noun: RecordNoun, id: string) =>
    infiniteQueryOptions({
      queryKey: ["history", "of-record", noun, id],
      queryFn: ({ signal, pageParam: before }) =>
        call(historyRoutes.ofRecord, { params: { noun, id }, query: { before } }, signal),
      initialPageParam: first,
      getNextPageParam: ({ changes, has_more }) => (has_more ? String(changes.at(-1)?.id) : undefined),
      staleTime: 0,
    }),
  list: (filters: ChangesFilter) =>
    infiniteQueryOptions({
      queryKey: ["history", "list", filters],
      queryFn: ({ signal, pageParam: before }) =>
        call(historyRoutes.list, { query: { ...filters, before } }, signal),
      initialPageParam: first,
      getNextPageParam: ({ changes, has_more }) => (has_more ? String(changes.at(-1)?.id) : undefined),
      staleTime: 0,
    }),
  deleted: () =>
    infiniteQueryOptions({
      queryKey: ["history", "deleted"],
      queryFn: ({ signal, pageParam: before }) => call(historyRoutes.deleted, { query: { before } }, signal),
      initialPageParam: first,
      getNextPageParam: ({ rows, has_more }) => (has_more ? String(rows.at(-1)?.change) : undefined),
      staleTime: 0,
    }),
};

/** Brings a deleted record back, once under its `key`; `units` says how many units of a line come back. */
export async function bringBack(noun: RecordNoun, id: string, units: Record<string, number>, key: string) {
  const undone = await call(historyRoutes.restore, { params: { id }, body: { units } }, undefined, key);
  void refetchAfterWrite(noun);
  return undone;
}

/**
 * Takes back what several requests did, one after another, each once under its `key`; what is done leaves the list, so that
 * another attempt goes on.
 */
export async function undoAll(noun: RecordNoun, batches: { id: string; key: string }[]): Promise<void> {
  try {
    for (let next = batches[0]; next; next = batches[0]) {
      await call(historyRoutes.undo, { params: { id: next.id }, body: {} }, undefined, next.key);
      batches.shift();
    }
  } finally {
    void refetchAfterWrite(noun);
  }
}

/** Erases what the history tells of a doctor. */
export async function eraseHistory(id: string) {
  const erased = await call(historyRoutes.erase, { params: { id } });
  void refetchAfterWrite("doctors");
  return erased;
}
