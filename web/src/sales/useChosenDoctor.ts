import type { DoctorChoice } from "@rounds/domain/doctors/doctor-list.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { isMissing } from "../api/api-error.ts";
import { doctorQueries } from "../doctors/queries.ts";

type Chosen = {
  /** `null` if none is chosen, or the one of a link is still loading. */
  doctor: DoctorChoice | null;
  /** Keeps a choice, so that its text need not be loaded again. */
  remember: (doctor: DoctorChoice | null) => void;
  /** Why the doctor of a link could not be loaded. */
  error: unknown;
  retry: () => void;
};

/** The doctor in the address: the one just chosen, otherwise loaded; a deleted one is "Unknown". */
export function useChosenDoctor(doctor_id: string | undefined): Chosen {
  const [picked, remember] = useState<DoctorChoice | null>(null);
  const known = picked !== null && picked.id === doctor_id;
  const { data, error, refetch } = useQuery({
    ...doctorQueries.row(doctor_id ?? ""),
    enabled: doctor_id !== undefined && !known,
  });
  const retry = () => void refetch();
  if (doctor_id === undefined) return { doctor: null, remember, error: null, retry };
  if (known) return { doctor: picked, remember, error: null, retry };
  if (!isMissing(error)) return { doctor: data ?? null, remember, error, retry };
  const gone = { specialization: null, doctor_type: null, doctor_class: null };
  return { doctor: { id: doctor_id, name: "Unknown", ...gone }, remember, error: null, retry };
}
