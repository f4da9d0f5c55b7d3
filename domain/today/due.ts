import type { Day } from "../calendar/calendar.ts";
import type { Slipping, SlipState } from "../coverage/slipping.ts";
import { mostShown } from "./today.ts";

/** Who is not listed: doctors met or planned today by anybody, and those the person skipped. */
type Taken = { busy: Iterable<string>; skipped: Iterable<string> };

/** The rows of the list, most urgent first, and how many are never seen, late and due in all. */
type Chosen = { shown: Slipping[]; never_total: number; late_total: number; due_total: number };

/** The list of doctors to see without those who are taken; `slipping` is in its order already. */
export function chooseDue(slipping: readonly Slipping[], taken: Taken): Chosen {
  const out = new Set([...taken.busy, ...taken.skipped]);
  const left = slipping.filter(({ doctor }) => !out.has(doctor.id));
  const totalOf = (counted: SlipState) => left.filter(({ state }) => state === counted).length;
  return {
    shown: left.slice(0, mostShown),
    never_total: totalOf("never"),
    late_total: totalOf("late"),
    due_total: totalOf("due"),
  };
}

/** The message for a skip of another day than today. */
export function skipDayProblem(day: Day, today: Day): string | null {
  if (day === today) return null;
  return day < today
    ? "That day is over. Reload the page to see today."
    : "Only doctors of today can be skipped.";
}
