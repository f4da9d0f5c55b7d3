import type { Import } from "@rounds/domain/imports/import.ts";
import type {
  ImportDecision,
  ImportRowFix,
  ImportRows,
  LikeRecord,
  Outcome,
  Verdict,
} from "@rounds/domain/imports/import-row.ts";
import { importRoutes } from "@rounds/domain/imports/routes.ts";
import type { ImportName, ImportNames } from "@rounds/domain/imports/visits/names.ts";
import { call } from "../api/client.ts";
import { refetchAfterWrite } from "../api/live/stored-rows.ts";
import { queryClient } from "../api/query-client.ts";
import { acrossFilters, fresh, readQuery } from "../api/reading.ts";

/** Which rows of an import are shown. */
export type Shown = Verdict | Outcome | "";

export const importQueries = {
  /** The person's own imports, newest first. */
  list: () => readQuery(["imports", "list"], importRoutes.list, {}, fresh),
  row: (id: string) => readQuery(["imports", "row", id], importRoutes.read, { params: { id } }),
  rows: (id: string, verdict: Shown, page: number) =>
    readQuery(
      ["imports", "rows", id, verdict, page],
      importRoutes.rows,
      { params: { id }, query: { verdict, page } },
      acrossFilters,
    ),
};

/** The names of a list of visits about which a person must decide, or has decided. */
export const namesQuery = (id: string, page: number) =>
  readQuery(
    ["imports", "names", id, page],
    importRoutes.names,
    { params: { id }, query: { page } },
    acrossFilters,
  );

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
    void queryClient.invalidateQueries({ queryKey: ["imports", "names", id] });
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

/** Decides about all rows that wait for a person; they are then checked again. */
export async function decideAll(id: string, decision: ImportDecision["decision"]): Promise<void> {
  keep(await call(importRoutes.decide, { params: { id }, body: { decision } }));
  void queryClient.invalidateQueries({ queryKey: ["imports", "rows", id] });
}

/** Decides which record a name means. It stays where it is on the page that shows it; its rows are judged anew. */
export async function matchName(
  id: string,
  { kind, cells }: Pick<ImportName, "kind" | "cells">,
  choice: LikeRecord | "left_out" | "unclear",
): Promise<void> {
  const isRecord = typeof choice !== "string";
  const body = { kind, cells, choice: isRecord ? choice.id : choice };
  keep(await call(importRoutes.match, { params: { id }, body }));
  const decided = {
    state: isRecord ? "chosen" : choice,
    record: isRecord ? choice : null,
    is_remembered: false,
  } as const;
  const step = choice === "unclear" ? 1 : -1;
  queryClient.setQueriesData<ImportNames>({ queryKey: ["imports", "names", id] }, (page) => {
    if (!page?.rows.some((name) => isSameName(name, { kind, cells }))) return page;
    const rows = page.rows.map((name) =>
      isSameName(name, { kind, cells }) ? { ...name, ...decided } : name,
    );
    return { ...page, rows, unclear: page.unclear + step };
  });
  void queryClient.invalidateQueries({ queryKey: ["imports", "names", id], refetchType: "none" });
  void queryClient.invalidateQueries({ queryKey: ["imports", "rows", id] });
}

/** Whether two names are one. */
function isSameName(
  one: Pick<ImportName, "kind" | "cells">,
  other: Pick<ImportName, "kind" | "cells">,
): boolean {
  return one.kind === other.kind && JSON.stringify(one.cells) === JSON.stringify(other.cells);
}

/** Chooses whether the sales of a list of visits move the stock, which says of each row whether it suffices. */
export async function chooseStock(id: string, moves_stock: boolean): Promise<void> {
  keep(await call(importRoutes.stock, { params: { id }, body: { moves_stock } }));
  void queryClient.invalidateQueries({ queryKey: ["imports", "rows", id] });
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
