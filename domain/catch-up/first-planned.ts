/** Of each doctor the first visit that is still planned. */
export function firstPlanned<Visit extends { doctor_id: string; status: string }>(
  visits: readonly Visit[],
): Map<string, Visit> {
  const planned = new Map<string, Visit>();
  for (const visit of visits) {
    if (visit.status === "scheduled" && !planned.has(visit.doctor_id)) planned.set(visit.doctor_id, visit);
  }
  return planned;
}
