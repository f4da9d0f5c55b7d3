import { useEffect } from "react";
import { asApiError } from "../api/api-error.ts";
import type { Target } from "../paths.ts";
import { toast } from "./toast.ts";
import { useLeave } from "./useLeave.ts";

/** Whether to report a failed request: the sign-in page explains an ended session. */
function isTold(error: unknown): boolean {
  return Boolean(error) && asApiError(error).status !== 401;
}

/** Shows a toast, once for each failed request; pass the query's `error`. */
export function useFailureToast(error: unknown, text: string): void {
  useEffect(() => {
    if (isTold(error)) toast.error(text);
  }, [error, text]);
}

/**
 * Leaves a screen whose row could not be loaded: shows a toast and goes back after some milliseconds, unless it could
 * be loaded after all. Pass `null` as the error while there is a row to show.
 */
export function useReturnOnFailure(error: unknown, text: string, target: Target, milliseconds = 0): void {
  const leave = useLeave();
  const { to } = target;
  useFailureToast(error, text);
  useEffect(() => {
    if (!isTold(error)) return;
    const timer = setTimeout(() => leave({ to }), milliseconds);
    return () => clearTimeout(timer);
  }, [error, milliseconds, leave, to]);
}
