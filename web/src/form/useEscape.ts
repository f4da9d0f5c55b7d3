import { useLayoutEffect, useRef } from "react";
import { isComposing } from "../ui/browser/is-composing.ts";
import { hasOpenDialog } from "../ui/dialog/dialog-stack.ts";

/** Runs on Escape, unless a dialog, an open list of choices, the search box or an input method uses it. */
export function useEscape(run: () => void, enabled = true): void {
  const latest = useRef(run);
  latest.current = run;
  // Before the screen is painted: whoever sees the form can press Escape at once.
  useLayoutEffect(() => {
    if (!enabled) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (isComposing(event)) return;
      if (event.key !== "Escape" || event.defaultPrevented || hasOpenDialog()) return;
      if (document.activeElement?.getAttribute("aria-expanded") === "true") return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [enabled]);
}
