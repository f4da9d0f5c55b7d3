import type { FieldErrors, FieldPath, FieldValues, UseFormReturn } from "react-hook-form";
import { type ApiError, isMissing } from "../api/api-error.ts";

/**
 * Whether a toast may advise to try again. Without a connection the form says what becomes of what was typed; what was deleted in
 * the meantime can't be saved, as the form says too.
 */
export function advisesRetry(error: ApiError): boolean {
  return !error.isOutage && !isMissing(error);
}

/**
 * Shows the server's messages under their fields, and focuses the first. Returns the messages of fields that the form
 * does not have, which must be shown elsewhere.
 */
export function showFieldErrors<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  error: ApiError,
): string[] {
  const unplaced: string[] = [];
  let first = true;
  for (const [path, message] of Object.entries(error.fields)) {
    if (!isShown(path, form.getValues())) {
      unplaced.push(message);
      continue;
    }
    // The form has a value there.
    form.setError(path as FieldPath<Input>, { type: "server", message }, { shouldFocus: first });
    first = false;
  }
  return unplaced;
}

/** The message of the first field that needs attention, in the order of the schema. */
export function firstMessage(errors: FieldErrors): string | undefined {
  for (const error of Object.values(errors)) {
    if (typeof error?.message === "string") return error.message;
  }
  return undefined;
}

function isShown(path: string, values: unknown): boolean {
  let value = values;
  for (const part of path.split(".")) {
    if (typeof value !== "object" || value === null || !(part in value)) return false;
    value = Reflect.get(value, part);
  }
  return true;
}
