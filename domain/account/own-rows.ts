/** Whose a doctor is; undefined where that is not known. */
export type DoctorOfSomebody = { representative_id?: string | null | undefined };

/** A visit with its author and, where that is known, whose its doctor is. */
export type VisitOfSomebody = { created_by?: string | null | undefined; doctor?: DoctorOfSomebody };

/** A doctor is one's own if it belongs to oneself, or to nobody. */
export function isOwnDoctor(
  { representative_id }: DoctorOfSomebody,
  person: string | null | undefined,
): boolean {
  return !representative_id || representative_id === person;
}

/** A visit is one's own if one recorded it. One without an author is whose the doctor is. */
export function isOwnVisit(
  { created_by, doctor = {} }: VisitOfSomebody,
  person: string | null | undefined,
): boolean {
  return created_by ? created_by === person : isOwnDoctor(doctor, person);
}

/** Whether a visit counts for a person: its author's does, and one without an author for whose the doctor is. */
export function isOwnCall(
  { created_by, doctor = {} }: VisitOfSomebody,
  person: string | null | undefined,
): boolean {
  const whose = created_by ?? doctor.representative_id;
  return Boolean(whose) && whose === person;
}
