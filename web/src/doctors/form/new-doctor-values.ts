import { doctorInput } from "@rounds/domain/doctors/doctor.ts";
import { sessionState } from "../../api/session/session.ts";
import { formValues } from "../../form/form-values.ts";

/** What the form of a new doctor starts with: the doctor belongs to the person who enters it. */
export function newDoctorValues(known: { name?: string; address: string }) {
  return formValues(doctorInput, { ...known, representative_id: sessionState().user?.id });
}
