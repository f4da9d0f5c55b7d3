import type { Visit } from "@rounds/domain/visits/visit.ts";
import { saveVisit } from "./queries.ts";

/**
 * Cancels a planned visit that did not take place. Throws `changed_meanwhile` if somebody saves it at that moment.
 */
export async function dismissVisit(visit: Visit, keepsItems: boolean): Promise<Visit> {
  const { id, doctor_id, visit_date, notes, version } = visit;
  const items = keepsItems
    ? visit.sales.map(({ id, product_id, quantity, unit_price }) => ({
        id,
        product_id,
        quantity,
        unit_price,
      }))
    : [];
  return await saveVisit(id, { doctor_id, visit_date, status: "cancelled", notes, items, version });
}
