import { type Day, formatDay, formatDayLong, formatWeekday } from "../calendar/calendar.ts";
import { formatCount } from "../money/count.ts";
import type { NearDoctors, PlanDay } from "./plan-days.ts";
import type { DayKind, DueDoctor, Today } from "./today.ts";

const doctors = (count: number) => `${formatCount(count)} doctor${count === 1 ? "" : "s"}`;

/** Whom to see: "1 never seen, 3 late, 5 due"; empty if nobody. */
export function slippingWords(counts: Pick<Today, "never_total" | "late_total" | "due_total">): string {
  return countedWords([
    [counts.never_total, "never seen"],
    [counts.late_total, "late"],
    [counts.due_total, "due"],
  ]);
}

/** The same above a list that ends with those for whom a later visit is planned: "3 late, 5 due, 1 planned later". */
export function listedWords(
  counts: Parameters<typeof slippingWords>[0] & { due: readonly Pick<DueDoctor, "state">[] },
): string {
  const planned = counts.due.filter(({ state }) => state === "planned").length;
  return [slippingWords(counts), countedWords([[planned, "planned later"]])].filter(Boolean).join(", ");
}

/** How many there are to see. */
export function slippingCount({ never_total, late_total, due_total }: Parameters<typeof slippingWords>[0]) {
  return never_total + late_total + due_total;
}

/** What waits today: "2 planned, 1 never seen, 3 late, 5 due"; empty if nothing does. */
export function waitingWords(
  counts: Pick<Today, "planned_total" | "never_total" | "late_total" | "due_total">,
): string {
  const parts = [countedWords([[counts.planned_total, "planned"]]), slippingWords(counts)];
  return parts.filter(Boolean).join(", ");
}

function countedWords(parts: readonly (readonly [number, string])[]): string {
  return parts.flatMap(([count, word]) => (count > 0 ? `${formatCount(count)} ${word}` : [])).join(", ");
}

/** What the day brought: "5 calls"; a doctor who was visited twice is one call. */
export function callWords(calls: number): string {
  return `${formatCount(calls)} call${calls === 1 ? "" : "s"}`;
}

/** Shown in place of an empty list of late and due doctors. */
export function caughtUpWords({ ahead }: Pick<Today, "ahead">): string {
  if (ahead === 0) return "All caught up.";
  return `All caught up. ${doctors(ahead)} ${ahead === 1 ? "is" : "are"} ahead of plan.`;
}

/** Why a day is none for field work; null if it is one. */
export function dayOffWords(kind: DayKind, holiday: string | null): string | null {
  if (kind === "field") return null;
  if (kind === "leave") return "You are on leave today.";
  if (kind === "holiday") return `Today is a holiday: ${holiday ?? "no field work"}.`;
  return "Sunday is no field day.";
}

/** The planned visits of earlier days that nobody recorded: "3 planned visits of earlier days are not recorded". */
export function unrecordedWords(visits: number): string {
  return visits === 1
    ? "1 planned visit of an earlier day is not recorded"
    : `${formatCount(visits)} planned visits of earlier days are not recorded`;
}

/** A day to plan for, on a button: "Tue, Nov 25, 2025". */
export function planDayWords(day: Day): string {
  return `${formatWeekday(day)}, ${formatDay(day)}`;
}

/** A day to plan without its year: "Friday, Nov 27". */
export function nearDayWords(day: Day): string {
  return `${formatDayLong(day).replace(/,.*/, "")}, ${formatDay(day).replace(/,.*/, "")}`;
}

/** Why a day to plan is none for field work; null if it is one. */
export function plannedDayOffWords({
  kind,
  holiday,
  day,
}: Pick<PlanDay, "kind" | "holiday" | "day">): string | null {
  if (kind === "field") return null;
  if (kind === "leave") return `You are on leave on ${nearDayWords(day)}.`;
  if (kind === "holiday") return `${nearDayWords(day)} is a holiday: ${holiday ?? "no field work"}.`;
  return `${nearDayWords(day)} is no field day.`;
}

/** What became of a day's visits: "5 done, 2 not recorded"; "Nothing was planned or done". */
export function pastDayWords({
  planned_total,
  done_total,
}: Pick<PlanDay, "planned_total" | "done_total">): string {
  return (
    countedWords([
      [done_total, "done"],
      [planned_total, "not recorded"],
    ]) || "Nothing was planned or done"
  );
}

/**
 * Doctors near planned visits: "3 late doctors in Pune", "1 late, 2 due doctors in Pune"; "35 doctors in Pune" if it is not
 * known how many are of each state.
 */
export function nearWords(
  near: Pick<NearDoctors, "city" | "never_total" | "late_total" | "due_total"> & { is_exact?: boolean },
): string {
  if (near.is_exact === false) return `${doctors(slippingCount(near))} in ${near.city}`;
  // The number that stands beside the word.
  const last = near.due_total || near.late_total || near.never_total;
  return `${slippingWords(near)} doctor${last === 1 ? "" : "s"} in ${near.city}`;
}
