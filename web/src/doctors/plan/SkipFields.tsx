import { skipReasonLabels, skipReasons } from "@rounds/domain/today/reasons.ts";
import type { SkipInput } from "@rounds/domain/today/skip.ts";
import { type ComponentProps, useId } from "react";
import type { UseFormReturn } from "react-hook-form";
import { TextField } from "../../form/field/TextField.tsx";

/** Why a doctor is skipped: the fields of the dialog, and of a refused skip. Its day has no field, but may be over. */
export function SkipFields<Output>({ form }: { form: UseFormReturn<SkipInput, unknown, Output> }) {
  const { register, watch } = form;
  const { errors } = form.formState;
  const isOther = watch("reason") === "other";
  return (
    <>
      {errors.day && <p className="text-small text-danger">{errors.day.message}</p>}
      <Reasons error={errors.reason?.message} {...register("reason")} />
      <TextField
        label="Note"
        required={isOther}
        hint={isOther ? undefined : "Optional."}
        error={errors.note?.message}
        {...register("note")}
      />
    </>
  );
}

/** The reasons, one of which must be chosen. */
function Reasons({ error, ...radio }: ComponentProps<"input"> & { error: string | undefined }) {
  const id = useId();
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="required-mark mb-1 font-medium">Why?</legend>
      {skipReasons.map((reason) => (
        <label
          key={reason}
          className="flex min-h-11 items-center gap-2.5 rounded-control px-2 hover:bg-hover sm:min-h-9 touch:min-h-11"
        >
          <input
            {...radio}
            type="radio"
            value={reason}
            aria-invalid={error ? true : undefined}
            className="size-5 shrink-0 accent-accent sm:size-4"
          />
          {skipReasonLabels[reason]}
        </label>
      ))}
      {error && (
        <p id={`${id}-error`} className="mt-1 text-small text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}
