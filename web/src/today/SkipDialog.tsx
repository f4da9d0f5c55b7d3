import type { Day } from "@rounds/domain/calendar/calendar.ts";
import { skipReasonLabels, skipReasons } from "@rounds/domain/today/reasons.ts";
import { skipInput } from "@rounds/domain/today/skip.ts";
import { type ComponentProps, useId } from "react";
import { FormDialog } from "../form/FormDialog.tsx";
import { TextField } from "../form/field/TextField.tsx";
import { undoOfferBy } from "../history/undo-by.ts";
import { toast } from "../ui/message/toast.ts";
import { skipDoctor, undoSkip } from "./queries.ts";

type Props = { doctor: { id: string; name: string }; day: Day; onClose: () => void };

/** Asks why a doctor is not seen today. */
export function SkipDialog({ doctor, day, onClose }: Props) {
  return (
    <FormDialog
      title="Skip for today"
      description={doctor.name}
      schema={skipInput}
      defaultValues={{ day, note: "" }}
      onSave={(values) => skipDoctor(doctor.id, values)}
      onSaved={() => {
        toast.success(
          `${doctor.name} is skipped today.`,
          undoOfferBy(
            `skip ${doctor.id}`,
            () => undoSkip(doctor.id, day),
            `Undone: ${doctor.name} is not skipped any more.`,
          ),
        );
        onClose();
      }}
      onClose={onClose}
      errorText="The doctor could not be skipped."
      submitLabel="Skip"
      busyLabel="Skipping..."
    >
      {({ formState: { errors }, register, watch }) => {
        const isOther = watch("reason") === "other";
        return (
          <>
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
      }}
    </FormDialog>
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
