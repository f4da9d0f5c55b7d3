import { useLocation } from "@tanstack/react-router";
import { type RefObject, useEffect, useReducer, useRef } from "react";
import { isHandBusy } from "../api/hand.ts";
import { hasOpenDialog } from "../ui/dialog-stack.ts";

/** How soon it is noticed that nobody is disturbed any more, in milliseconds. */
const pause = 150;

type Kept<Row> = {
  /** The address that the rows answer. */
  href: string;
  /** As they came, and as they show. */
  given: readonly Row[] | undefined;
  shown: readonly Row[] | undefined;
  /** What keeps newer rows back; a dialog's end lets them show whatever else there is. */
  why: Reason | undefined;
};
type Reason = "hand" | "dialog" | "reading";

/**
 * The rows of a list in places that stay while somebody reads or touches them: rows that colleagues add, take away or
 * move then wait, while what changed within a row shows at once. An answer to another question (address) always shows.
 * `waiting` tells that newer rows wait for the reader, `show` puts them in.
 */
export function useSteadyRows<Row>(
  rows: readonly Row[] | undefined,
  rowKey: (row: Row) => string,
  box: RefObject<HTMLElement | null>,
): { shown: readonly Row[] | undefined; waiting: boolean; show: () => void } {
  const href = useLocation({ select: (location) => location.href });
  const kept = useRef<Kept<Row>>({ href, given: rows, shown: rows, why: undefined });
  const [, look] = useReducer((times: number) => times + 1, 0);
  const { current } = kept;

  const put = (shown: readonly Row[] | undefined, why?: Reason) => {
    // While another page is on its way, the old rows still show: theirs is the old address.
    kept.current = { href: rows === current.given ? current.href : href, given: rows, shown, why };
  };
  if (href !== current.href || !rows || !current.shown || startsWith(rows, current.shown, rowKey)) put(rows);
  else {
    const why = disturbed(box.current, current.shown, rows, rowKey);
    const dialogEnded = current.why === "dialog" && why !== "dialog";
    if (why === undefined || dialogEnded) put(rows);
    else put(inPlace(current.shown, rows, rowKey), why);
  }

  const { shown, why } = kept.current;
  useEffect(() => {
    if (why === undefined) return;
    const timer = setInterval(look, pause);
    return () => clearInterval(timer);
  }, [why]);
  const show = () => {
    kept.current = { ...kept.current, shown: rows, why: undefined };
    look();
  };
  return { shown, waiting: why === "reading", show };
}

/** Whether newer rows leave all that show in their places. */
function startsWith<Row>(rows: readonly Row[], shown: readonly Row[], rowKey: (row: Row) => string): boolean {
  return shown.every((row, at) => rows[at] !== undefined && rowKey(rows[at]) === rowKey(row));
}

/** The rows that show, each as it is now; those that are no longer among them as they were. */
function inPlace<Row>(shown: readonly Row[], rows: readonly Row[], rowKey: (row: Row) => string): Row[] {
  const newer = new Map(rows.map((row) => [rowKey(row), row]));
  return shown.map((row) => newer.get(rowKey(row)) ?? row);
}

/** What would be disturbed in a list if its rows moved now. */
function disturbed<Row>(
  box: HTMLElement | null,
  shown: readonly Row[],
  rows: readonly Row[],
  rowKey: (row: Row) => string,
): Reason | undefined {
  if (!box) return undefined;
  if (hasOpenDialog()) return "dialog";
  if (isHandBusy()) return "hand";
  const selection = getSelection();
  if (selection && !selection.isCollapsed && selection.containsNode(box, true)) return "reading";
  const { top, bottom } = box.getBoundingClientRect();
  const under = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
  if (top < 0 && bottom > under) return "reading";
  // Who is at a row by keyboard must not lose it.
  const at = [...box.querySelectorAll("[data-row]")].findIndex((row) => row.contains(document.activeElement));
  const focused = shown[at];
  const remains = focused === undefined || rows.some((row) => rowKey(row) === rowKey(focused));
  return remains ? undefined : "reading";
}
