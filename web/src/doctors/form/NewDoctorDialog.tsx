import { type Doctor, doctorInput } from "@rounds/domain/doctors/doctor.ts";
import { doctorDoubts } from "@rounds/domain/doctors/doctor-doubts.ts";
import { FormDialog } from "../../form/FormDialog.tsx";
import { addDoctor } from "../queries.ts";
import { DoctorFields } from "./DoctorForm.tsx";
import { newDoctorValues } from "./new-doctor-values.ts";
import { useLastCity } from "./useLastCity.ts";

type Props = {
  /** The name that was already typed. */
  name: string;
  onAdded: (doctor: Doctor) => void;
  onClose: () => void;
};

/** Adds a doctor from within another form. */
export function NewDoctorDialog({ name, onAdded, onClose }: Props) {
  const city = useLastCity();
  if (city === undefined) return null;
  return (
    <FormDialog
      title="Add Doctor"
      description="Your visit stays as it is. The doctor is chosen for it once added."
      schema={doctorInput}
      defaultValues={newDoctorValues({ name, address: city })}
      doubts={(values) => doctorDoubts(values)}
      onSave={(values, id) => addDoctor({ ...values, id })}
      onSaved={onAdded}
      onClose={onClose}
      errorText="Error adding doctor. Please try again."
      submitLabel="Add Doctor"
      busyLabel="Adding..."
    >
      {(form) => <DoctorFields form={form} city={city} />}
    </FormDialog>
  );
}
