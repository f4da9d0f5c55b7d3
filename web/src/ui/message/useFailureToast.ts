import { useEffect } from "react";
import { asApiError } from "../../api/api-error.ts";
import { toast } from "./toast.ts";

/** Whether to report a failed request: the sign-in page explains an ended session. */
export function isReportable(error: unknown): boolean {
  return Boolean(error) && asApiError(error).status !== 401;
}

/** Shows a toast, once for each failed request; pass the query's `error`. */
export function useFailureToast(error: unknown, text: string): void {
  useEffect(() => {
    if (isReportable(error)) toast.error(text);
  }, [error, text]);
}

/** The same for a failure that its part of the screen shows too: without a connection, that part alone tells of it. */
export function useRefusalToast(error: unknown, text: string): void {
  useFailureToast(error && asApiError(error).isOutage ? null : error, text);
}
