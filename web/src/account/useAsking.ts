import { useEffect, useRef, useState } from "react";
import { holdUnsavedWork } from "../api/unsaved-work.ts";

/**
 * What a dialog's form asks the service: one question at a time. While something is typed or on its way (`typed`),
 * a session that ends keeps the page, so that nothing is lost.
 */
export function useAsking(typed: boolean) {
  const [busy, setBusy] = useState(false);
  const asking = useRef(false);
  useEffect(() => (typed || busy ? holdUnsavedWork() : undefined), [typed, busy]);

  /** Runs `ask`; what it throws goes to `fail`. */
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
