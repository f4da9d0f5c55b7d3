import type { ApiError } from "../../api/api-error.ts";

/** Whether a change that failed may have been made all the same, because only its answer may have been lost. */
export function isUncertain(error: ApiError): boolean {
  return error.isOutage && !error.isUnsent;
}

/**
 * What to say of a change that failed: `refused`, or, where only the answer may have been lost, that nobody knows whether it was
 * done, as in `done` "this was undone".
 */
export function outcomeWords(error: ApiError, refused: string, done: string): string {
  return isUncertain(error) ? `It is not known whether ${done}.` : refused;
}
