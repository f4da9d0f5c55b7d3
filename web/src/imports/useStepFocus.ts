import { useEffect, useRef } from "react";
import { focusHeading } from "../ui/browser/focus-heading.ts";

/**
 * Moves keyboard and screen reader to a step's heading when it begins, if what had the focus went with the step before.
 * `continues`: whether the first step follows one that was shown elsewhere.
 */
export function useStepFocus(step: string, continues = false): void {
  const begun = useRef(continues ? undefined : step);
  useEffect(() => {
    if (begun.current === step) return;
    // With the frame that shows the step; a dialog gives the focus back before.
    const frame = requestAnimationFrame(() => {
      begun.current = step;
      const { activeElement } = document;
      if (activeElement === document.body || activeElement === null)
        focusHeading("h2", { preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [step]);
}
