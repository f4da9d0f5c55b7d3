import { useLayoutEffect, useRef } from "react";
import { hasOpenDialog } from "../ui/dialog/dialog-stack.ts";

/** Runs on Escape, unless a dialog, an open list of choices or the search box uses it. */
export function useEscape(run: () => void, enabled = true): void {
  const latest = useRef(run);
  latest.current = run;
  // Before the screen is painted: whoever sees the form can press Escape at once.
  useLayoutEffect(() => {
    if (!enabled) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented || hasOpenDialog()) return;
      if (document.activeElement?.getAttribute("aria-expanded") === "true") return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [enabled]);
}
