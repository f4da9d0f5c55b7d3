import type { ApiError } from "../../api/api-error.ts";

/**
 * What to say of a change that failed: `refused`, or, where only the answer may have been lost, that nobody knows whether it was
 * done, as in `done` "this was undone".
 */
export function outcomeWords(error: ApiError, refused: string, done: string): string {
  return error.isOutage ? `It is not known whether ${done}.` : refused;
}

/** What to ask before something typed is left that is not saved, or of which nobody knows whether it is (`isUnknown`). */
export function unsavedQuestion(act: "Leave" | "Sign out", isUnknown: boolean) {
  return {
    title: `${act} ${isUnknown ? "now" : "without saving"}?`,
    question: isUnknown
      ? "It is not known whether what you typed here was saved."
      : "What you typed here is not saved yet.",
    cancelLabel: "Keep editing",
  };
}
