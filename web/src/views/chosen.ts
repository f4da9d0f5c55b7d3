import { type ViewListName, viewLists } from "@rounds/domain/views/lists.ts";
import type { View } from "@rounds/domain/views/view.ts";
import { useSyncExternalStore } from "react";
import { createSubscribers } from "../api/subscribers.ts";
import { adaptList } from "../table/adapted-lists.ts";

/** The names of the tables. */
const tables = {
  doctors: "Doctors",
  visits: "Visits",
  products: "Products",
  sales: "Sales Details",
  inventory: "Inventory Details",
} as const satisfies Record<ViewListName, string>;

/** A view's columns, kept on this device; and the view that was opened last, in this tab. */
const columnsKey = (list: ViewListName) => `columns-${list}`;
const openedKey = (list: ViewListName) => `view-${list}`;

const chosen = new Map<ViewListName, View["columns"]>();
const { subscribe, notify } = createSubscribers();

function stored(list: ViewListName): View["columns"] {
  try {
    const known: readonly string[] = viewLists[list].columns;
    const value: unknown = JSON.parse(localStorage.getItem(columnsKey(list)) ?? "null");
    // A release may have renamed one.
    const columns = Array.isArray(value) ? known.filter((header) => value.includes(header)) : [];
    return columns.includes(viewLists[list].always) && columns.length < known.length ? columns : null;
  } catch {
    // Storage may be forbidden.
    return null;
  }
}

/** The columns that a list shows; null: all of them. */
function columnsOf(list: ViewListName): View["columns"] {
  const known = chosen.get(list);
  if (known !== undefined) return known;
  const columns = stored(list);
  chosen.set(list, columns);
  return columns;
}

export function useColumns(list: ViewListName): View["columns"] {
  return useSyncExternalStore(subscribe, () => columnsOf(list));
}

export function chooseColumns(list: ViewListName, columns: View["columns"]): void {
  chosen.set(list, columns);
  try {
    if (columns) localStorage.setItem(columnsKey(list), JSON.stringify(columns));
    else localStorage.removeItem(columnsKey(list));
  } catch {
    // It is chosen for this page only.
  }
  notify();
}

/** Shows only these columns in the list's table, until the returned function is called. Cards show what they always do. */
export function showOnly(list: ViewListName, columns: readonly string[]): () => void {
  const known: readonly string[] = viewLists[list].columns;
  return adaptList(tables[list], (given) => {
    if (window.matchMedia?.("screen and (max-width: 639.98px)").matches) return given;
    const shown = given.columns.filter(({ header }) => !known.includes(header) || columns.includes(header));
    return { ...given, columns: shown };
  });
}

/** The view of a list that was opened last in this tab. */
export function openedView(list: ViewListName): string | null {
  try {
    return sessionStorage.getItem(openedKey(list));
  } catch {
    return null;
  }
}

/** Remembers that a view is opened, and shows its columns; the address has its filters. Null: none. */
export function rememberView(list: ViewListName, view: Pick<View, "id" | "columns"> | null): void {
  try {
    if (view) sessionStorage.setItem(openedKey(list), view.id);
    else sessionStorage.removeItem(openedKey(list));
  } catch {
    // Then its name shows only while the list is exactly like it.
  }
  chooseColumns(list, view?.columns ?? null);
}
