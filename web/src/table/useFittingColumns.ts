import { type RefObject, useLayoutEffect, useState } from "react";
import type { Column } from "./columns.ts";
import { fullRoom } from "./useRoom.ts";

/** How many more columns went to the second line for rows that were shown before: for the same ones they do again. */
const loweredFor = new WeakMap<object, { within: string; count: number }>();

/**
 * Which columns fit into a table of that width (in rem), and which go to the second line of each row: those that say
 * so, and, where the content is wider than usual, as many more as necessary, the least important first. Without
 * `table` nothing is measured, as for paper.
 */
export function useFittingColumns<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  room: number,
  table: RefObject<HTMLTableElement | null> | undefined,
): { across: readonly Column<Row>[]; below: readonly Column<Row>[] } {
  // With fewer columns there is more room for each.
  const within = `${room} ${columns.length}`;
  const [lowered, setLowered] = useState(() => loweredFor.get(rows) ?? { within, count: 0 });
  const count = table && lowered.within === within ? lowered.count : 0;

  const across = columns.filter(
    ({ priority, columnFrom = priority === 3 ? fullRoom : 0 }) => columnFrom <= room,
  );
  const order = [3, 2].flatMap((priority) =>
    across.filter((column) => column.priority === priority).reverse(),
  );
  const more = new Set(order.slice(0, count));
  const canLower = count < order.length;

  useLayoutEffect(() => {
    const node = table?.current;
    const around = node?.parentElement;
    if (!node || !around || !canLower) return;
    const check = () => {
      if (node.offsetWidth <= around.clientWidth) return;
      const next = { within, count: count + 1 };
      loweredFor.set(rows, next);
      setLowered(next);
    };
    check();
    if (typeof ResizeObserver === "undefined") return;
    // The table grows with its rows, and the available width shrinks by less than a rem.
    const observer = new ResizeObserver(check);
    observer.observe(around);
    observer.observe(node);
    return () => observer.disconnect();
  }, [table, rows, within, count, canLower]);

  return {
    across: across.filter((column) => !more.has(column)),
    below: columns.filter((column) => !across.includes(column) || more.has(column)),
  };
}
