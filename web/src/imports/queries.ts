import type { Import } from "@rounds/domain/imports/import.ts";
import type { ImportRowFix, ImportRows, Outcome, Verdict } from "@rounds/domain/imports/import-row.ts";
import { importRoutes } from "@rounds/domain/imports/routes.ts";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../api/client.ts";
import { queryClient } from "../api/query-client.ts";
import { refetchAfterWrite } from "../api/stored-rows.ts";

/** Which rows of an import are shown. */
export type Shown = Verdict | Outcome | "";

export const importQueries = {
  /** The person's own imports, newest first. */
  list: () =>
    queryOptions({
      queryKey: ["imports", "list"],
      queryFn: ({ signal }) => call(importRoutes.list, {}, signal),
      staleTime: 0,
    }),
  row: (id: string) =>
    queryOptions({
      queryKey: ["imports", "row", id],
      queryFn: ({ signal }) => call(importRoutes.read, { params: { id } }, signal),
    }),
  rows: (id: string, verdict: Shown, page: number) =>
    queryOptions({
      queryKey: ["imports", "rows", id, verdict, page],
      queryFn: ({ signal }) => call(importRoutes.rows, { params: { id }, query: { verdict, page } }, signal),
      placeholderData: keepPreviousData,
    }),
};

/** What an import does portion by portion, and the state in which nothing of it is left. */
const steps = { check: "checked", apply: "applied", undo: "undone" } as const;
export type Step = keyof typeof steps;

/**
 * Checks, applies or undoes an import portion by portion, and shows how far it is. Ends when nothing is left, or `isStopped`.
 * After an error it can be called again: it goes on where it ended.
 */
export async function follow(
  step: Step,
  { id, noun }: Pick<Import, "id" | "noun">,
  isStopped: () => boolean,
): Promise<void> {
  try {
    for (;;) {
      const state = await call(importRoutes[step], { params: { id } });
      keep(state);
      if (isStopped() || state.state === steps[step]) return;
    }
  } finally {
    void queryClient.invalidateQueries({ queryKey: ["imports", "rows", id] });
    void queryClient.invalidateQueries({ queryKey: ["imports", "list"] });
    if (step !== "check") void refetchAfterWrite(noun);
  }
}

/** Corrects or decides about a row. It stays where it is on the page that shows it, with its new verdict. */
export async function fixRow(id: string, fix: ImportRowFix) {
  const fixed = await call(importRoutes.fix, { params: { id }, body: fix });
  keep(fixed.import);
  queryClient.setQueriesData<ImportRows>(
    { queryKey: ["imports", "rows", id] },
    (page) => page && { ...page, rows: page.rows.map((row) => (row.line === fix.line ? fixed.row : row)) },
  );
  void queryClient.invalidateQueries({ queryKey: ["imports", "rows", id], refetchType: "none" });
  return fixed.row;
}

/** Throws an import away that was not applied. */
export async function discard(id: string): Promise<void> {
  await call(importRoutes.delete, { params: { id } });
  queryClient.removeQueries({ queryKey: ["imports", "row", id] });
  await queryClient.invalidateQueries({ queryKey: ["imports", "list"] });
}

/** Shows an import as the server answered it. */
export function keep(state: Import): void {
  queryClient.setQueryData(importQueries.row(state.id).queryKey, state);
}
