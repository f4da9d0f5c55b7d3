import { useEffect, useRef, useState } from "react";
import { asApiError } from "../api/api-error.ts";
import { holdUnsavedWork } from "../api/unsaved-work.ts";
import { isUncertain } from "../ui/message/outcome.ts";

/**
 * The requests of a dialog's form, one at a time. While something is typed or being sent (`typed`), an ended session
 * keeps the page, so that nothing is lost. `isUnknown`: the last request may have been done, but its answer was lost.
 */
export function useAsking(typed: boolean) {
  const [busy, setBusy] = useState(false);
  const asking = useRef(false);
  const [isUnknown, setUnknown] = useState(false);
  useEffect(() => (typed || busy ? holdUnsavedWork(isUnknown) : undefined), [typed, busy, isUnknown]);

  /** Runs `ask`; passes what it throws to `fail`. */
  const run = async (ask: () => Promise<void>, fail: (error: unknown) => void) => {
    if (asking.current) return;
    asking.current = true;
    setBusy(true);
    try {
      await ask();
    } catch (error) {
      setUnknown((was) => isUncertain(asApiError(error), was));
      fail(error);
    } finally {
      asking.current = false;
      setBusy(false);
    }
  };
  return { busy, run, isUnknown };
}
