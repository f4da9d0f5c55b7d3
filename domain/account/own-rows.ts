/** A doctor is one's own if it belongs to oneself, or to nobody. */
export function isOwnDoctor(
  doctor: { representative_id: string | null },
  person: string | null | undefined,
): boolean {
  return doctor.representative_id === null || doctor.representative_id === person;
}

/** A visit is one's own if one recorded it. One without an author is whose the doctor is. */
export function isOwnVisit(
  visit: { created_by: string | null },
  doctor: { representative_id: string | null } | undefined,
  person: string | null | undefined,
): boolean {
  if (visit.created_by !== null) return visit.created_by === person;
  return doctor === undefined || isOwnDoctor(doctor, person);
}
