import type { ApiError } from "../../api/api-error.ts";

/**
 * Whether a change that failed may have been made all the same, because only its answer may have been lost. What an earlier
 * attempt may have done (`was`) is not known any better by one that did not leave the device.
 */
export function isUncertain(error: ApiError, was = false): boolean {
  return error.isUnsent ? was : error.isOutage;
}

/**
 * What to say of a change that failed: `refused`, or, where only the answer may have been lost, that nobody knows whether it was
 * done, as in `done` "this was undone".
 */
export function outcomeWords(error: ApiError, refused: string, done: string): string {
  return isUncertain(error) ? `It is not known whether ${done}.` : refused;
}
