import { doctorInput } from "@rounds/domain/doctors/doctor.ts";
import type { DoctorUpdate } from "@rounds/domain/doctors/doctor-list.ts";
import { queryClient } from "../../api/query-client.ts";
import { formValues } from "../../form/form-values.ts";
import type { FormerValue } from "../../history/history-words.ts";
import { doctorQueries, saveDoctor } from "../queries.ts";

/** Sets a field of a doctor to a former value, over the newest version; throws what an edit throws. */
export async function restoreDoctorValue(id: string, { field, value }: FormerValue) {
  const { version, ...doctor } = await queryClient.fetchQuery({ ...doctorQueries.row(id), staleTime: 0 });
  const body = { ...formValues(doctorInput, doctor), [field]: value ?? "", version };
  // The history has the values of the fields that a person sets, as the server accepted them.
  return await saveDoctor(id, body as DoctorUpdate);
}
