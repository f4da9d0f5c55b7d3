import type { Representative } from "@rounds/domain/coverage/settings.ts";
import { type Doctor, doctorInput } from "@rounds/domain/doctors/doctor.ts";
import { doctorDoubts } from "@rounds/domain/doctors/doctor-doubts.ts";
import { useQuery } from "@tanstack/react-query";
import { rowSaved } from "../../api/live/stored-rows.ts";
import { peopleQuery } from "../../api/people.ts";
import { useRefusals } from "../../api/permissions.ts";
import { savedWords } from "../../api/phone/kept.ts";
import { mergeBy } from "../../form/conflict/merge-values.ts";
import { EditPage } from "../../form/EditPage.tsx";
import { FormPage } from "../../form/FormPage.tsx";
import { FormSkeleton } from "../../form/FormSkeleton.tsx";
import { formValues } from "../../form/form-values.ts";
import { useEditForm } from "../../form/useEditForm.ts";
import { undoOffer } from "../../history/undo-offer.ts";
import { paths } from "../../paths.ts";
import { Card } from "../../ui/figure/Card.tsx";
import { Skeleton } from "../../ui/message/Skeleton.tsx";
import { toast } from "../../ui/message/toast.ts";
import { useGoLater } from "../../ui/navigation/useGoLater.ts";
import { useRowId } from "../../ui/navigation/useRowId.ts";
import { doctorQueries, saveDoctor } from "../queries.ts";
import { DoctorForm, type DoctorValues } from "./DoctorForm.tsx";
import { type DoctorField, doctorFields, normWords, shownValue } from "./doctor-fields.ts";

const failed = "Error updating doctor. Please try again.";

/** The screen /doctors/{id}/edit. */
export function EditDoctorPage() {
  const id = useRowId();
  return (
    <EditPage
      noun="Doctor"
      query={doctorQueries.row(id)}
      errorText="Error loading doctor details"
      back={paths.doctors()}
      backAfter={2000}
      skeleton={(failed) => (
        <FormSkeleton title="Edit Doctor" back={paths.doctors()} backLabel="Back to doctors">
          <Card>
            {failed ? (
              <p role="alert">This doctor could not be loaded. Going back to the list…</p>
            ) : (
              <Skeleton lines={8} />
            )}
          </Card>
        </FormSkeleton>
      )}
    >
      {(doctor, deleted) => <EditDoctor doctor={doctor} deleted={deleted} />}
    </EditPage>
  );
}

function EditDoctor({ doctor, deleted }: { doctor: Doctor; deleted: boolean }) {
  const goLater = useGoLater();
  const people = useQuery(peopleQuery).data?.rows;
  const refusals = useRefusals();
  const { entry, meanwhile } = useEditForm({
    schema: doctorInput,
    row: doctor,
    deleted,
    noun: "doctors",
    valuesOf: (version: Doctor) => formValues(doctorInput, version),
    merge: mergeBy(doctorInput),
    describe: (path, values) => describe(path, values, people),
    onSeen: (theirs) => rowSaved("doctors", theirs),
  });
  const detail = paths.doctor(doctor.id);
  return (
    <FormPage
      title="Edit Doctor"
      back={detail}
      backLabel="Back to the doctor"
      entry={entry}
      doubts={(values) => doctorDoubts(values, doctor.contact_number)}
      onSave={(values) => saveDoctor(doctor.id, { ...values, version: entry.version })}
      onSaved={(saved) => {
        toast.success(
          savedWords(saved, "Doctor updated successfully!"),
          undoOffer(saved, { noun: "doctors", id: doctor.id, op: "update" }),
        );
        goLater(detail, 1500);
      }}
      meanwhile={meanwhile}
      errorText={failed}
      invalidText={failed}
      submitLabel="Save Changes"
      busyLabel="Saving..."
    >
      <DoctorForm
        form={entry.form}
        own={{ id: doctor.id, stored: doctor }}
        unmovable={refusals.ofDoctor(doctor)}
      />
    </FormPage>
  );
}

function describe(path: string, values: DoctorValues, people?: readonly Representative[]) {
  // A doctor has no lines: the path of a conflict is a field.
  const name = path as keyof DoctorValues;
  const field: DoctorField = doctorFields[name];
  const value = name === "norm" ? normWords(values) : shownValue(field, values[name], people);
  return { label: field.label, value: value.trim() };
}
