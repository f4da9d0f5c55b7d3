import type { Doctor } from "@rounds/domain/doctors/doctor.ts";
import { lineTotal, toRupees } from "@rounds/domain/money/money.ts";
import type { VisitRow } from "@rounds/domain/visits/visit-list.ts";
import { rowInLists } from "../../api/live/stored-rows.ts";
import type { ShownVisit } from "../list/shown-visits.ts";
import type { VisitFormValues } from "./visit-form.ts";

/** The visit of a form as lists show it while its author saves it. */
export function pendingVisit(id: string, values: VisitFormValues, author: string | null): ShownVisit {
  const { doctor_id, doctor, visit_date, status, notes, items } = values;
  const total = items.reduce((sum, { quantity, unit_price }) => sum + lineTotal(quantity, unit_price), 0n);
  return {
    id,
    visit_date,
    status,
    notes: notes || null,
    created_by: author,
    total_sales: toRupees(total),
    item_count: items.length,
    doctor: {
      id: doctor_id,
      name: doctor?.name ?? "",
      specialization: doctor?.specialization ?? null,
      hospital: doctor?.hospital ?? null,
      address: rowInLists<Doctor>("doctors", doctor_id)?.address ?? (doctor?.city || null),
    } satisfies VisitRow["doctor"],
    saving: true,
  };
}
