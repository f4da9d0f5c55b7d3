import type { DoctorRow } from "@rounds/domain/doctors/doctor-list.ts";
import { useSyncExternalStore } from "react";
import type { Shown } from "../api/phone/pending-rows.ts";
import { createSubscribers } from "../api/subscribers.ts";

/** A row that can be selected, or can't yet: one that waits on this phone has no version at the server. */
export type SelectableRow = Pick<Shown<DoctorRow>, "id" | "version" | "name" | "waiting">;

type Selection = {
  /** The versions of the selected rows at which they were seen, by their ids; also of other pages. */
  picked: ReadonlyMap<string, number>;
  /** All that the filters let through, instead of the picked ones. */
  all: boolean;
};

const none: Selection = { picked: new Map(), all: false };
let selection = none;
/** The row that was selected last, from which Shift selects a range. */
let last: string | undefined;
/** The rows of the page that is shown. */
let shown: readonly SelectableRow[] = [];
const { subscribe, notify } = createSubscribers();

function set(next: Selection) {
  selection = next;
  notify();
}

export const readSelection = (): Selection => selection;

export function useSelection(): Selection {
  return useSyncExternalStore(subscribe, readSelection);
}

/** Says which rows are shown; ranges are of them. */
export function showRows(rows: readonly SelectableRow[]): void {
  shown = rows;
}

/** Nothing is selected any more. */
export function clearSelection(): void {
  last = undefined;
  set(none);
}

export function selectAll(): void {
  set({ picked: new Map(), all: true });
}

/** Whether a row is selected, alone or with all. */
export function isSelected({ all, picked }: Selection, { id, waiting }: SelectableRow): boolean {
  return !waiting && (all || picked.has(id));
}

/** Selects rows or takes them out, beside what is selected. Taking one out of all leaves those of the page. */
export function selectRows(rows: readonly SelectableRow[], wanted: boolean): void {
  const picked = new Map(selection.all ? versionsOf(shown) : selection.picked);
  for (const [id, version] of versionsOf(rows)) {
    if (wanted) picked.set(id, version);
    else picked.delete(id);
  }
  set({ picked, all: false });
}

/** Selects a row or takes it out; `range` does the same with the rows between it and the last one. */
export function toggleRow(row: SelectableRow, range: boolean): void {
  const [from, to] = [last, row.id]
    .map((id) => shown.findIndex((one) => one.id === id))
    .sort((a, b) => a - b);
  const isRange = range && from !== undefined && to !== undefined && from >= 0;
  const wanted = !isSelected(selection, row);
  selectRows(isRange ? shown.slice(from, to + 1) : [row], wanted);
  last = row.id;
}

function versionsOf(rows: readonly SelectableRow[]): [string, number][] {
  return rows.flatMap(({ id, version, waiting }) => (waiting ? [] : [[id, version]]));
}
