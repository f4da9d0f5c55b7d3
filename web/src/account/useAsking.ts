import { useEffect, useRef, useState } from "react";
import { holdUnsavedWork } from "../api/unsaved-work.ts";

/**
 * The requests of a dialog's form, one at a time. While something is typed or being sent (`typed`), an ended session
 * keeps the page, so that nothing is lost.
 */
export function useAsking(typed: boolean) {
  const [busy, setBusy] = useState(false);
  const asking = useRef(false);
  useEffect(() => (typed || busy ? holdUnsavedWork() : undefined), [typed, busy]);

  /** Runs `ask`; passes what it throws to `fail`. */
  const run = async (ask: () => Promise<void>, fail: (error: unknown) => void) => {
    if (asking.current) return;
    asking.current = true;
    setBusy(true);
    try {
      await ask();
    } catch (error) {
      fail(error);
    } finally {
      asking.current = false;
      setBusy(false);
    }
  };
  return { busy, run };
}
