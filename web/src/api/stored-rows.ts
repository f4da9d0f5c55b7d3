import { queryClient } from "./query-client.ts";

/** The nouns that are read; each is the first part of its queries' keys, and "list" the second of its lists. */
export type Noun =
  | "doctors"
  | "products"
  | "visits"
  | "sales"
  | "inventory"
  | "dashboard"
  | "team"
  | "account";

type Row = { id: string };
type Page = { rows: readonly Row[] };

/** Reads again what is shown of these nouns, and the rest when it is shown the next time; ends when all is there. */
export function readAgain(...nouns: Noun[]): Promise<void> {
  return queryClient.invalidateQueries({ predicate: ({ queryKey }) => isOf(nouns, queryKey) });
}

/**
 * After a row was saved: shows it so wherever it stands already, and reads again what the change touches. What was
 * read beside the row's own fields stays until then.
 */
export function rowSaved(noun: Noun, row: Row, touched: readonly Noun[]): void {
  queryClient.setQueryData([noun, "row", row.id], (old: Row | undefined) => ({ ...old, ...row }));
  changeLists(noun, (rows) => rows.map((old) => (old.id === row.id ? { ...old, ...row } : old)));
  void readAgain(noun, ...touched);
}

/**
 * After a row was deleted: takes it out of every list, and reads again what the change touches. The row's own
 * queries, whose keys hold its id, stay as they are: the screen that shows it is about to be left.
 */
export function rowDeleted(noun: Noun, id: string, touched: readonly Noun[]): void {
  changeLists(noun, (rows) => rows.filter((row) => row.id !== id));
  const nouns = [noun, ...touched];
  void queryClient.invalidateQueries({
    predicate: ({ queryKey }) => isOf(nouns, queryKey) && !queryKey.includes(id),
  });
}

function isOf(nouns: readonly Noun[], queryKey: readonly unknown[]): boolean {
  return nouns.some((noun) => noun === queryKey[0]);
}

function changeLists(noun: Noun, change: (rows: readonly Row[]) => readonly Row[]) {
  queryClient.setQueriesData<Page>(
    { queryKey: [noun, "list"] },
    (page) => page && { ...page, rows: change(page.rows) },
  );
}
