import { type RefObject, useEffectEvent, useLayoutEffect, useMemo, useState } from "react";
import { isLaidOut, withFrame } from "../../ui/browser/with-frame.ts";
import type { Column } from "./columns.ts";
import { keepLayout, keptLayout } from "./kept-layout.ts";

/** The width of a table, in rem, from which a column of the least importance fits, unless it says otherwise. */
const usualFrom = 60;

function fromOf<Row>({ priority, columnFrom = priority === 3 ? usualFrom : 0 }: Column<Row>): number {
  return columnFrom;
}

/**
 * Which columns fit into a table of that width (in rem), and which go to the second line of each row: those that say
 * so, and, where the content is wider than usual, as many more as necessary, the least important first, of equals the
 * one that asks for the most room. Without `table` nothing is measured, as for paper.
 */
export function useFittingColumns<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  room: number,
  table: RefObject<HTMLTableElement | null> | undefined,
  label: string,
): { across: readonly Column<Row>[]; below: readonly Column<Row>[] } {
  // With fewer columns there is more room for each.
  const within = `${room} ${columns.length}`;
  const [lowered, setLowered] = useState(() => ({
    within,
    count: keptLayout("lowered", label, within) ?? 0,
  }));
  const count = table && lowered.within === within ? lowered.count : 0;

  const { shown, below, order } = useMemo(() => {
    const across = columns.filter((column) => fromOf(column) <= room);
    const order = [3, 2].flatMap((priority) =>
      across
        .filter((column) => column.priority === priority)
        .reverse()
        .sort((one, other) => fromOf(other) - fromOf(one)),
    );
    const more = new Set(order.slice(0, count));
    const shown = across.filter((column) => !more.has(column));
    return { shown, below: columns.filter((column) => !shown.includes(column)), order };
  }, [columns, room, count]);
  const canLower = count < order.length;

  const check = useEffectEvent((node: HTMLTableElement, around: HTMLElement) => {
    let left = node.offsetWidth - around.clientWidth;
    if (left <= 0) return;
    // All at once, because building the table takes longer than measuring it. A table that is too wide has columns as
    // narrow as they can be, so it loses a column's whole width with it.
    const heads = node.tHead?.rows[0]?.cells;
    const next = { within, count };
    for (const column of order.slice(count)) {
      if (left <= 0) break;
      next.count++;
      left -= heads?.[shown.indexOf(column)]?.offsetWidth || left;
    }
    keepLayout("lowered", label, within, next.count);
    setLowered(next);
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows, and fewer columns, are measured anew
  useLayoutEffect(() => {
    const node = table?.current;
    const around = node?.parentElement;
    if (!node || !around || !canLower) return;
    const look = () => check(node, around);
    const giveUp = withFrame(look);
    // The table grows with its rows, and the available width shrinks by less than a rem.
    const observer = isLaidOut ? new ResizeObserver(look) : undefined;
    observer?.observe(around);
    observer?.observe(node);
    return () => {
      giveUp();
      observer?.disconnect();
    };
  }, [table, rows, within, count, canLower]);

  return { across: shown, below };
}
