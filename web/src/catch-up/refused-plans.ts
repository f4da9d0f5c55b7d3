import { isOwnVisit } from "@rounds/domain/account/own-rows.ts";
import { toPaise, toRupees } from "@rounds/domain/money/money.ts";
import type { DayRow } from "./with-waiting.ts";

/** A row as it is shown; `refusal` says why a plan of the doctor is not completed with it. */
export type ShownRow = DayRow & { refusal?: string };

/**
 * The rows of a day. `refusal` says why the person may not change the visits of others, if that is so. Then a plan of somebody
 * else stands among the doctor's other visits, and what is typed there is a visit of the person's own beside it.
 */
export function besideRefusedPlans(
  rows: readonly DayRow[],
  refusal: string | undefined,
  person: string | undefined,
): readonly ShownRow[] {
  if (refusal === undefined) return rows;
  return rows.map((row) => {
    const { doctor, planned, visits } = row;
    if (!planned || isOwnVisit({ created_by: planned.created_by, doctor }, person)) return row;
    const { id, version, notes, created_by, items } = planned;
    const paise = items.reduce((sum, item) => sum + toPaise(item.unit_price) * BigInt(item.quantity), 0n);
    const plan = {
      id,
      version,
      notes,
      created_by,
      status: "scheduled",
      item_count: items.length,
      own: false,
    } as const;
    return { ...row, planned: null, visits: [...visits, { ...plan, total_sales: toRupees(paise) }], refusal };
  });
}
