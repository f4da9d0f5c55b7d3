import { type RefObject, useEffect, useRef } from "react";
import { focusHeading } from "../../ui/browser/focus-heading.ts";
import { hasOpenDialog } from "../../ui/dialog/dialog-stack.ts";

/** A row, and all rows in the order in which they were shown with it. */
type Place = { row: Element; rows: readonly Element[] };

/**
 * Keeps the keyboard focus in lists when its row disappears, as after its deletion: the focus goes to the row that followed
 * it, or the one before, or, if none is left, where `focusElsewhere` puts it: to the screen's heading by default. Rows are the
 * elements with `data-row`. Within one the focus goes to what has `data-row-focus`, or else to what comes first.
 */
export function useRowFocus(
  box: RefObject<HTMLElement | null>,
  focusElsewhere = () => focusHeading("h1"),
): void {
  /** Where the focus was last; a dialog opened from there does not count as elsewhere. */
  const last = useRef<Place>(undefined);

  useEffect(() => {
    const onFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || target.closest("dialog")) return;
      const rows = rowsOf(box.current);
      const row = rows.find((row) => row.contains(target));
      last.current = row && { row, rows };
    };
    document.addEventListener("focusin", onFocus);
    return () => document.removeEventListener("focusin", onFocus);
  }, [box]);

  // After every change, because the dialog may close before the row disappears or after it.
  useEffect(() => {
    const place = last.current;
    if (!place) return;
    const rows = rowsOf(box.current);
    if (rows.includes(place.row)) {
      last.current = { row: place.row, rows };
      return;
    }
    if (hasOpenDialog()) return;
    if (document.activeElement !== document.body && document.activeElement !== null) return;
    last.current = undefined;
    const next = placeAfter(place, rows);
    const control =
      next?.querySelector<HTMLElement>("[data-row-focus]") ?? next?.querySelector<HTMLElement>("a, button");
    if (control) return control.focus();
    focusElsewhere();
  });
}

function rowsOf(box: HTMLElement | null): Element[] {
  return box ? [...box.querySelectorAll("[data-row]")] : [];
}

/** The row for the focus once that of the place is gone. If all are others, as on another page, it is the one at its place. */
function placeAfter({ row, rows: before }: Place, rows: readonly Element[]): Element | undefined {
  const at = before.indexOf(row);
  const isShown = (one: Element) => rows.includes(one);
  return (
    before.slice(at + 1).find(isShown) ??
    before.slice(0, at).findLast(isShown) ??
    rows[Math.min(at, rows.length - 1)]
  );
}
