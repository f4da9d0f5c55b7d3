import { isHandBusy } from "../../api/live/hand.ts";
import { hasOpenDialog } from "../../ui/dialog/dialog-stack.ts";
import type { Given, Kept, Reason } from "./kept-rows.ts";

/** What a list shows when it gets newer rows: those, or the former ones in their places with their current values. */
export function keepRows<Row>(kept: Kept<Row>, given: Given<Row>): Kept<Row> {
  const { href, rows, rowKey, box } = given;
  const { shown } = kept;
  const next = (showing: readonly Row[] | undefined, why?: Reason): Kept<Row> => ({
    // While another page is loading, the old rows are still shown, with the old address.
    href: rows === kept.given ? kept.href : href,
    given: rows,
    shown: showing,
    why,
  });
  if (href !== kept.href || !rows || !shown || startsWith(rows, shown, rowKey)) return next(rows);
  const why = stillOffered(kept.why, disturbed(box.current, shown, rows, rowKey));
  const dialogEnded = kept.why === "dialog" && why !== "dialog";
  return why === undefined || dialogEnded ? next(rows) : next(inPlace(shown, rows, rowKey), why);
}

/** Rows that are offered stay so while a hand is at the page: it may be pressing the button that offers them. */
function stillOffered(before: Reason | undefined, why: Reason | undefined): Reason | undefined {
  return before === "reading" && why === "hand" ? before : why;
}

/** Whether newer rows leave all shown rows in their places. */
function startsWith<Row>(rows: readonly Row[], shown: readonly Row[], rowKey: (row: Row) => string): boolean {
  return shown.every((row, at) => rows[at] !== undefined && rowKey(rows[at]) === rowKey(row));
}

/** The shown rows, each with its current values; rows that are gone keep their former values. */
function inPlace<Row>(shown: readonly Row[], rows: readonly Row[], rowKey: (row: Row) => string): Row[] {
  const newer = new Map(rows.map((row) => [rowKey(row), row]));
  return shown.map((row) => newer.get(rowKey(row)) ?? row);
}

/** What would be disturbed if newer rows replaced the shown ones. */
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
  // A keyboard user must not lose the focused row.
  const at = [...box.querySelectorAll("[data-row]")].findIndex((row) => row.contains(document.activeElement));
  const focused = shown[at];
  const remains = focused === undefined || rows.some((row) => rowKey(row) === rowKey(focused));
  return remains ? undefined : "reading";
}
