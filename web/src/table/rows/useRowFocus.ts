import { type RefObject, useEffect, useRef } from "react";
import { hasOpenDialog } from "../../ui/dialog/dialog-stack.ts";

/**
 * Keeps the keyboard focus in a list when its row disappears, as after its deletion: the focus goes to the row that
 * took its place, or the last one, or to the screen's heading if none is left. `keys` are those of the shown rows.
 */
export function useRowFocus(box: RefObject<HTMLElement | null>, keys: readonly string[]): void {
  /** The row that had the focus last; a dialog opened from it does not count as elsewhere. */
  const last = useRef<{ key: string; index: number }>(undefined);
  const shown = useRef(keys);
  shown.current = keys;

  useEffect(() => {
    const onFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || target.closest("dialog")) return;
      const rows = box.current ? [...box.current.querySelectorAll("[data-row]")] : [];
      const index = rows.findIndex((row) => row.contains(target));
      const key = shown.current[index];
      last.current = key === undefined ? undefined : { key, index };
    };
    document.addEventListener("focusin", onFocus);
    return () => document.removeEventListener("focusin", onFocus);
  }, [box]);

  // After every change, because the dialog may close before the row disappears or after it.
  useEffect(() => {
    const lost = last.current;
    if (!lost || keys.includes(lost.key) || hasOpenDialog()) return;
    if (document.activeElement !== document.body && document.activeElement !== null) return;
    last.current = undefined;
    const rows = box.current?.querySelectorAll("[data-row]") ?? [];
    const next = rows[Math.min(lost.index, rows.length - 1)]?.querySelector<HTMLElement>("a, button");
    if (next) return next.focus();
    const heading = document.querySelector<HTMLElement>("main h1");
    if (heading) {
      heading.tabIndex = -1;
      heading.focus();
    }
  });
}
