import { doctorInput } from "@rounds/domain/doctors/doctor.ts";
import { doctorDoubts } from "@rounds/domain/doctors/doctor-doubts.ts";
import { DoctorFields } from "../doctors/form/DoctorForm.tsx";
import { doctorFieldList } from "../doctors/form/doctor-fields.ts";
import { FormDialog } from "../form/FormDialog.tsx";
import { type EditProps, RefusedFields } from "./RefusedFields.tsx";

/** The form of a refused doctor, with what was entered, at the field that was refused. */
export function EditDoctorEntry({ entry, onSave, onClose }: EditProps) {
  const values = Object.fromEntries(doctorFieldList.map(([name]) => [name, entry.body?.[name] ?? ""]));
  return (
    <FormDialog
      title={entry.op === "create" ? "New doctor" : "Edit Doctor"}
      schema={doctorInput}
      defaultValues={values}
      doubts={(entered) => doctorDoubts(entered, String(values.contact_number))}
      onSave={onSave}
      onSaved={onClose}
      onClose={onClose}
      errorText="Error saving doctor. Please try again."
    >
      {(form) => (
        <>
          <RefusedFields form={form} error={entry.error} />
          <DoctorFields form={form} own={{ id: entry.entity }} />
        </>
      )}
    </FormDialog>
  );
}
