import { type ErrorBody, statusOf } from "@rounds/domain/errors/errors.ts";
import { useEffect, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { ApiError } from "../api/api-error.ts";
import { showFieldErrors } from "../form/server-errors.ts";
import type { Entry } from "../phone/entry.ts";
import type { Rows } from "../phone/phone-state.ts";
import { ErrorBanner } from "../ui/message/ErrorBanner.tsx";

/** The form of a refused entry. */
export type EditProps = {
  entry: Entry;
  rows: Rows;
  /** Sends the entry with these values in the place of its own. */
  onSave: (values: Record<string, unknown>) => Promise<void>;
  onClose: () => void;
};

type Props<Input extends FieldValues, Output> = {
  form: UseFormReturn<Input, unknown, Output>;
  error: ErrorBody | null;
};

/** Shows in a form what the server refused: under its fields, the first focused, or else above them. */
export function RefusedFields<Input extends FieldValues, Output>({ form, error }: Props<Input, Output>) {
  const [rest, setRest] = useState("");
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form opens
  useEffect(() => {
    if (!error) return;
    // The dialog focuses its first field when it opens.
    const timer = setTimeout(() => {
      const unplaced = showFieldErrors(form, new ApiError(statusOf(error.code), error));
      setRest([error.message, ...unplaced].join(" "));
    });
    return () => clearTimeout(timer);
  }, []);
  return <ErrorBanner message={rest} />;
}
