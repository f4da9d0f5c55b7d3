import { skipReasons } from "@rounds/domain/today/reasons.ts";
import { skipInput } from "@rounds/domain/today/skip.ts";
import { SkipFields } from "../doctors/plan/SkipFields.tsx";
import { FormDialog } from "../form/FormDialog.tsx";
import { skipOf } from "../phone/skip-entity.ts";
import { type EditProps, RefusedFields } from "./RefusedFields.tsx";

/** The form of a refused skip, with what was entered, at the field that was refused. */
export function EditSkipEntry({ entry, rows, onSave, onClose }: EditProps) {
  const { doctor_id, day } = skipOf(entry.entity);
  const { reason, note } = entry.body ?? {};
  return (
    <FormDialog
      title="Skip for the day"
      description={rows.doctors.get(doctor_id)?.name}
      schema={skipInput}
      defaultValues={{
        day,
        reason: skipReasons.find((one) => one === reason),
        note: typeof note === "string" ? note : "",
      }}
      onSave={onSave}
      onSaved={onClose}
      onClose={onClose}
      errorText="The skip could not be saved."
    >
      {(form) => (
        <>
          <RefusedFields form={form} error={entry.error} />
          <SkipFields form={form} />
        </>
      )}
    </FormDialog>
  );
}
