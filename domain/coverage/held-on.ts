import { addDays, type Day } from "../calendar/calendar.ts";

/** What was so until a day: from that day on the next change, or what is so now, applies. */
export type Former<Value> = Value & { until: Day };

/**
 * What was so on a day: a doctor's class, or whose doctor it was (the SQL of server/src/team/representative-then.ts
 * follows the same rule). `changes` are in the order of time; the first one after the day tells what was so until then. A
 * change counts from its own day on, and of several on one day the last one counts. `today` is the business's day: no
 * change is later, whatever clock stored it.
 */
export function heldOn<Value extends object>(
  day: Day,
  { now, changes, today }: { now: Value; changes: readonly Former<Value>[]; today: Day },
): Value {
  return (day < today && changes.find(({ until }) => until > day)) || now;
}

/**
 * What was so when a day began: a call without an author is of whose the doctor was then (the SQL of
 * server/src/team/representative-then.ts follows the same rule). So a doctor who is given to another takes no call
 * of that day along that was made already.
 */
export function heldAtStartOf<Value extends object>(
  day: Day,
  held: { now: Value; changes: readonly Former<Value>[]; today: Day },
): Value {
  return heldOn(addDays(day, -1), held);
}
