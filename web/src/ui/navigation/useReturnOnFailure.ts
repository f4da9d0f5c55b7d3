import { useEffect } from "react";
import { isNotHere } from "../../api/phone/not-here.ts";
import type { Target } from "../../paths.ts";
import { isReportable, useFailureToast } from "../message/useFailureToast.ts";
import { useLeave } from "./useLeave.ts";

/**
 * Leaves a screen whose row could not be loaded: shows a toast and goes back after some milliseconds, unless it could
 * be loaded after all. A screen whose row only needs a connection stays. Pass `null` as the error while there is a row
 * to show.
 */
export function useReturnOnFailure(error: unknown, text: string, target: Target, milliseconds = 0): void {
  const leave = useLeave();
  const { to } = target;
  const failure = isNotHere(error) ? null : error;
  useFailureToast(failure, text);
  useEffect(() => {
    if (!isReportable(failure)) return;
    const timer = setTimeout(() => leave({ to }), milliseconds);
    return () => clearTimeout(timer);
  }, [failure, milliseconds, leave, to]);
}
