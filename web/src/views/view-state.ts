import { cityKey } from "@rounds/domain/doctors/same-city.ts";
import { type ViewListName, viewLists } from "@rounds/domain/views/lists.ts";
import type { View } from "@rounds/domain/views/view.ts";

/** What of a list a view saves: the filters of its address, and its columns; null: all of them. */
export type ListState = Pick<View, "filters" | "columns">;

/** The list as it is without any view. */
export const plain: ListState = { filters: {}, columns: null };

/** The filters of an address. A cleared day is one too: it differs from the usual days. */
export function filtersOf(list: ViewListName, search: Readonly<Record<string, unknown>>): View["filters"] {
  const given = viewLists[list].filters.flatMap((key) => {
    const value = search[key];
    return value === undefined ? [] : [[key, String(value)] as const];
  });
  return Object.fromEntries(given);
}

/** Whether two states show the same. */
export function isSame(one: ListState, other: ListState): boolean {
  const keys = new Set([...Object.keys(one.filters), ...Object.keys(other.filters)]);
  const columnsOf = ({ columns }: ListState) => columns && [...columns].sort().join("\n");
  const filterIn = ({ filters }: ListState, key: string) =>
    key === "city" && filters.city ? cityKey(filters.city) : filters[key];
  return (
    [...keys].every((key) => filterIn(one, key) === filterIn(other, key)) &&
    columnsOf(one) === columnsOf(other)
  );
}

/**
 * The view that a list shows: the one that was opened, or any that is exactly like it. `changed`: it was opened, and the
 * list differs from it by now. A list without filters and with all columns shows no view.
 */
export function currentView(
  views: readonly View[],
  state: ListState,
  opened: string | null,
): { view: View; changed: boolean } | undefined {
  const chosen = views.find(({ id }) => id === opened);
  const like = [...(chosen ? [chosen] : []), ...views].find((view) => isSame(view, state));
  if (like) return { view: like, changed: false };
  return chosen && !isSame(state, plain) ? { view: chosen, changed: true } : undefined;
}

/** The columns after one was shown or hidden, in the list's order; null if it is all of them. */
export function withColumn(
  list: ViewListName,
  columns: ListState["columns"],
  header: string,
  shown: boolean,
): ListState["columns"] {
  const all: readonly string[] = viewLists[list].columns;
  const next = all.filter((one) => (one === header ? shown : !columns || columns.includes(one)));
  return next.length === all.length ? null : next;
}
