import { useRef, useSyncExternalStore } from "react";
import { createSubscribers } from "../api/subscribers.ts";
import type { DataTableProps } from "./rows/columns.ts";

/** Changes what a list shows of itself: fewer columns, or one more in which rows are selected. */
type Adapt = <Row>(list: DataTableProps<Row>) => DataTableProps<Row>;

const adapted = new Map<string, readonly Adapt[]>();
const { subscribe, notify } = createSubscribers();

function set(label: string, next: readonly Adapt[]) {
  adapted.set(label, next);
  notify();
}

/**
 * Lets code that is loaded later change the list of that name, until the function that it returns is called; `first`
 * before all others, which then see what it adds.
 */
export function adaptList(label: string, adapt: Adapt, { first = false } = {}): () => void {
  const others = adapted.get(label) ?? [];
  set(label, first ? [adapt, ...others] : [...others, adapt]);
  return () => set(label, adapted.get(label)?.filter((one) => one !== adapt) ?? []);
}

/** The list as it is to be shown. Its columns stay the same array while they are the same: with another one, every row is built again. */
export function useAdapted<Row>(list: DataTableProps<Row>): DataTableProps<Row> {
  const adapts = useSyncExternalStore(subscribe, () => adapted.get(list.label));
  const shown = adapts ? adapts.reduce((given, adapt) => adapt(given), list) : list;
  const columns = useRef(shown.columns);
  const same =
    columns.current.length === shown.columns.length &&
    columns.current.every((column, index) => column === shown.columns[index]);
  if (!same) columns.current = shown.columns;
  return { ...shown, columns: columns.current };
}
