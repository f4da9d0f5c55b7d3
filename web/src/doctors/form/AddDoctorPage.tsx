import { doctorInput } from "@rounds/domain/doctors/doctor.ts";
import { doctorDoubts } from "@rounds/domain/doctors/doctor-doubts.ts";
import { useEffect } from "react";
import { painted } from "../../api/painted.ts";
import { savedWords } from "../../api/phone/kept.ts";
import { FormPage } from "../../form/FormPage.tsx";
import { FormSkeleton } from "../../form/FormSkeleton.tsx";
import { useEntryForm } from "../../form/useEntryForm.ts";
import { paths } from "../../paths.ts";
import { Card } from "../../ui/figure/Card.tsx";
import { Skeleton } from "../../ui/message/Skeleton.tsx";
import { toast } from "../../ui/message/toast.ts";
import { useLeave } from "../../ui/navigation/useLeave.ts";
import { addDoctor } from "../queries.ts";
import { DoctorForm } from "./DoctorForm.tsx";
import { newDoctorValues } from "./new-doctor-values.ts";
import { useLastCity } from "./useLastCity.ts";

const failed = "Error adding doctor. Please try again.";

/** The screen /doctors/add. */
export function AddDoctorPage() {
  const city = useLastCity();
  if (city !== undefined) return <AddDoctorForm city={city} />;
  return (
    <FormSkeleton title="Add Doctor" back={paths.doctors()} backLabel="Back" toOrigin>
      <Card>
        <Skeleton lines={8} />
      </Card>
    </FormSkeleton>
  );
}

function AddDoctorForm({ city }: { city: string }) {
  const leave = useLeave();
  const entry = useEntryForm({
    schema: doctorInput,
    defaultValues: newDoctorValues({ address: city }),
    draftKey: "doctors/add",
  });
  const { setFocus } = entry.form;
  useEffect(() => setFocus("name"), [setFocus]);
  return (
    <FormPage
      title="Add Doctor"
      back={paths.doctors()}
      backLabel="Back"
      toOrigin
      entry={entry}
      doubts={(values) => doctorDoubts(values)}
      onSave={(values) => addDoctor({ ...values, id: entry.id })}
      onSaved={(saved) => {
        toast.success(savedWords(saved, "Doctor added successfully!"));
        void painted().then(() => leave(paths.doctors()));
      }}
      errorText={failed}
      invalidText={failed}
      savedTarget={paths.doctor(entry.id)}
      submitLabel="Add Doctor"
      busyLabel="Adding..."
    >
      <DoctorForm form={entry.form} city={city} own={{ id: entry.id }} />
    </FormPage>
  );
}
