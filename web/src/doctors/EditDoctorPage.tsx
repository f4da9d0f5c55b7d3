import { type Doctor, doctorInput } from "@rounds/domain/doctors/doctor.ts";
import { useQuery } from "@tanstack/react-query";
import { isMissing } from "../api/api-error.ts";
import { rowSaved } from "../api/stored-rows.ts";
import { FormPage } from "../form/FormPage.tsx";
import { formValues } from "../form/form-values.ts";
import { mergeBy } from "../form/merge-values.ts";
import { useConflict } from "../form/useConflict.tsx";
import { useEntryForm } from "../form/useEntryForm.ts";
import { paths } from "../paths.ts";
import { BackHeader } from "../ui/BackHeader.tsx";
import { Card } from "../ui/Card.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { toast } from "../ui/toast.ts";
import { useReturnOnFailure } from "../ui/useFailureToast.ts";
import { useGoLater } from "../ui/useGoLater.ts";
import { useRowId } from "../ui/useRowId.ts";
import { DoctorForm, type DoctorValues } from "./DoctorForm.tsx";
import { doctorFields, shownValue } from "./doctor-fields.ts";
import { doctorQueries, saveDoctor } from "./queries.ts";

const failed = "Error updating doctor. Please try again.";

/** The screen /doctors/{id}/edit. */
export function EditDoctorPage() {
  const id = useRowId();
  const { data, error, isFetchedAfterMount } = useQuery({
    ...doctorQueries.row(id),
    refetchOnMount: "always",
  });
  useReturnOnFailure(data ? null : error, "Error loading doctor details", paths.doctors(), 2000);
  // An edit starts with the newest version, not with the one that was loaded some time ago.
  if (data && isFetchedAfterMount) return <EditDoctor key={id} doctor={data} deleted={isMissing(error)} />;
  return (
    <div className="mx-auto flex w-full max-w-2xl flex-col gap-5">
      <BackHeader title="Edit Doctor" back={paths.doctors()} backLabel="Back to doctors" />
      <Card>
        {error ? (
          <p role="alert">This doctor could not be loaded. Going back to the list…</p>
        ) : (
          <Skeleton lines={8} />
        )}
      </Card>
    </div>
  );
}

function EditDoctor({ doctor, deleted }: { doctor: Doctor; deleted: boolean }) {
  const goLater = useGoLater();
  const entry = useEntryForm({
    schema: doctorInput,
    defaultValues: formValues(doctorInput, doctor),
    draftKey: `doctors/${doctor.id}/edit`,
    version: doctor.version,
  });
  const meanwhile = useConflict({
    entry,
    current: doctor,
    deleted,
    merge: mergeBy(doctorInput),
    describe,
    valuesOf: (theirs: Doctor) => formValues(doctorInput, theirs),
    onSeen: (theirs) => rowSaved("doctors", theirs),
  });
  const detail = paths.doctor(doctor.id);
  return (
    <FormPage
      title="Edit Doctor"
      back={detail}
      backLabel="Back to the doctor"
      entry={entry}
      onSave={(values) => saveDoctor(doctor.id, { ...values, version: entry.version })}
      onSaved={() => {
        toast.success("Doctor updated successfully!");
        goLater(detail, 1500);
      }}
      meanwhile={meanwhile}
      errorText={failed}
      invalidText={failed}
      submitLabel="Save Changes"
      busyLabel="Saving..."
    >
      <DoctorForm form={entry.form} />
    </FormPage>
  );
}

function describe(path: string, values: DoctorValues) {
  const name = path as keyof DoctorValues;
  const field = doctorFields[name];
  return { label: field.label, value: shownValue(field, values[name]).trim() };
}
