import { type RefObject, useEffect, useRef } from "react";
import { focusHeading } from "../../ui/browser/focus-heading.ts";
import { topDialog } from "../../ui/dialog/dialog-stack.ts";

/** What had the focus, in which row, all rows in the order in which they were shown with it, and the dialog that they are in. */
type Place = { control: Element; row: Element; rows: readonly Element[]; dialog: Element | null };

/**
 * Keeps the keyboard focus in lists when what has it disappears, as after a deletion: the focus stays in the row, or goes to the row
 * that followed it, or one before, or, if none is left, where `focusElsewhere` puts it: to the screen's heading by default. Rows are
 * the elements with `data-row`. Within one the focus goes to what has `data-row-focus`, or else to what comes first. The lists may
 * be in a dialog.
 */
export function useRowFocus(
  box: RefObject<HTMLElement | null>,
  focusElsewhere = () => focusHeading("h1"),
): void {
  /** Where the focus was last; a dialog opened from there does not count as elsewhere. */
  const last = useRef<Place>(undefined);

  useEffect(() => {
    const onFocus = ({ target: control }: FocusEvent) => {
      if (!(control instanceof Element)) return;
      const dialog = control.closest("dialog");
      if (dialog && dialog !== box.current?.closest("dialog")) return;
      const rows = rowsOf(box.current);
      const row = rows.find((row) => row.contains(control));
      last.current = row && { control, row, rows, dialog };
    };
    document.addEventListener("focusin", onFocus);
    return () => document.removeEventListener("focusin", onFocus);
  }, [box]);

  // After every change, because the dialog may close before the row disappears or after it.
  useEffect(() => {
    const place = last.current;
    if (!place) return;
    const rows = rowsOf(box.current);
    if (rows.includes(place.row) && place.control.isConnected) {
      last.current = { ...place, rows };
      return;
    }
    if (topDialog() !== place.dialog) return;
    if (document.activeElement !== document.body && document.activeElement !== null) return;
    const control = controlAfter(place, rows);
    // It may be disabled until the change is over, which has it rendered again.
    if (control?.matches(":disabled")) return;
    last.current = undefined;
    if (control) control.focus();
    else focusElsewhere();
  });
}

function rowsOf(box: HTMLElement | null): Element[] {
  return box ? [...box.querySelectorAll("[data-row]")] : [];
}

/** What gets the focus once that of the place is gone. If all rows are others, as on another page, it is in the one at its place. */
function controlAfter({ row, rows: before }: Place, rows: readonly Element[]): HTMLElement | undefined {
  const at = before.indexOf(row);
  const near = [...before.slice(at), ...before.slice(0, at).reverse()].filter((one) => rows.includes(one));
  for (const one of [...near, rows[Math.min(at, rows.length - 1)]]) {
    const find = (selector: string) => one?.querySelector<HTMLElement>(selector);
    const control = find("[data-row-focus]") ?? find("a, button:enabled") ?? find("button");
    if (control) return control;
  }
  return undefined;
}
