import type { ApiError } from "../../api/api-error.ts";

/**
 * What to say of a change that failed: `refused`, or, where only the answer may have been lost, that nobody knows whether it was
 * done, as in `done` "this was undone".
 */
export function outcomeWords(error: ApiError, refused: string, done: string): string {
  return error.isOutage ? `It is not known whether ${done}.` : refused;
}
