import { useEffect } from "react";
import { asApiError } from "../api/api-error.ts";
import type { Target } from "../paths.ts";
import { toast } from "./toast.ts";
import { useLeave } from "./useLeave.ts";

/** Whether a reading failed for a reason worth telling: an ended session is told by the sign-in page. */
function isTold(error: unknown): boolean {
  return Boolean(error) && asApiError(error).status !== 401;
}

/** Says once, in a toast, each time that a reading failed; pass the query's `error`. */
export function useFailureToast(error: unknown, text: string): void {
  useEffect(() => {
    if (isTold(error)) toast.error(text);
  }, [error, text]);
}

/**
 * Leaves a screen that can't be shown because its row could not be read: says so in a toast and goes back after
 * some milliseconds, unless it could be read after all. Pass `null` as the error while there is a row to show.
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
