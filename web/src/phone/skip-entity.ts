import type { Day } from "@rounds/domain/calendar/calendar.ts";

/** A skip of one's own: which doctor is not seen on which day. */
type Which = { doctor_id: string; day: Day };

/** What stands for a skip among the rows that entries write: it has no id of its own. */
export function skipEntity({ doctor_id, day }: Which): string {
  return `${day} ${doctor_id}`;
}

/** The skip that an entry of the noun "skips" writes. */
export function skipOf(entity: string): Which {
  const [day = "", doctor_id = ""] = entity.split(" ");
  return { doctor_id, day };
}
