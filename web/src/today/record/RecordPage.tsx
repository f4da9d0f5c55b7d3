import { useSearch } from "../../router/RouterProvider.tsx";
import { addVisitSearch } from "../../search.ts";
import { QuickVisit } from "../../visits/quick/QuickVisit.tsx";
import { ChooseDoctor } from "./ChooseDoctor.tsx";

/** The screen /visits/record: first the doctor, unless the address names one, then what was sold. */
export function RecordPage() {
  const { doctor_id } = addVisitSearch(useSearch());
  return doctor_id ? <QuickVisit key={doctor_id} doctor_id={doctor_id} /> : <ChooseDoctor />;
}
