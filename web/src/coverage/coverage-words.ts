import { formatMonth } from "@rounds/domain/calendar/calendar.ts";
import type { CoverageAnswer, CoverageDoctor, CoverageDoctors } from "@rounds/domain/coverage/coverage.ts";
import type { Figure } from "@rounds/domain/coverage/figures.ts";
import {
  type ClassRow,
  callAverage,
  compliancePercent,
  usualCalls,
} from "@rounds/domain/coverage/report-month.ts";
import { formatCount } from "@rounds/domain/money/count.ts";
import { counted } from "../ui/figure/counted.ts";

/** A percentage as it is shown; a dash where there is none. */
export function percentText(percent: string | null): string {
  return percent === null ? "–" : `${percent}%`;
}

/** The name of a class in a row: "Class A", "No class". */
export function className(name: ClassRow | "total"): string {
  if (name === "total") return "Total";
  return name === "none" ? "No class" : `Class ${name}`;
}

/** Whose coverage it is. */
function whoseWords(person: CoverageAnswer["person"], ownId: string | undefined): string {
  if (!person) return "Everybody";
  return person.id === ownId ? "Me" : person.name;
}

/** The month and whose it is: "November 2025 · Me". */
export function monthWords(
  { from, person }: CoverageAnswer | CoverageDoctors,
  ownId: string | undefined,
): string {
  return `${formatMonth(from)} · ${whoseWords(person, ownId)}`;
}

/** What the calls of the month that are still expected are called. */
export function remainingTitle(is_over: boolean): string {
  return is_over ? "Missed calls" : "Remaining calls";
}

/** What the doctors who had no call are called. */
export function notMetTitle(is_over: boolean): string {
  return is_over ? "Missed" : "Not met yet";
}

/** The heading of a figure's doctors. */
export function figureTitle(figure: Figure, is_over: boolean): string {
  const titles: Record<Figure, string> = {
    doctors: "Target doctors",
    met: "Doctors met",
    not_met: is_over ? "Missed doctors" : "Doctors not met yet",
    compliance: "Calls against the norm",
    remaining: remainingTitle(is_over),
    to_plan: "Calls not planned yet",
    no_target: "Doctors without a target",
    calls: "Calls made",
    late: "Late doctors",
  };
  return titles[figure];
}

/** What a figure's doctors sum up to: "62 calls remain with 40 doctors". */
export function sumWords(figure: Figure, { total, sums, is_over }: CoverageDoctors): string {
  const doctors = counted(total, "doctor");
  const calls = (count: number) => counted(count, "call");
  switch (figure) {
    case "doctors":
      return `${doctors}, ${calls(sums.norm)} expected`;
    case "compliance":
      return `${formatCount(sums.counted)} of ${calls(sums.norm)} made, ${percentText(compliancePercent(sums))}`;
    case "remaining":
      return `${calls(sums.remaining)} ${is_over ? "missed" : "to make"} with ${doctors}`;
    case "to_plan":
      return `${calls(sums.to_plan)} to plan with ${doctors}`;
    case "calls":
      return `${calls(sums.calls_made)} with ${doctors}`;
    case "late":
      return `${calls(sums.remaining)} to make with ${doctors}`;
    case "met":
    case "not_met":
    case "no_target":
      return doctors;
  }
}

/** How many calls remain, and for how many there is time: "62 calls remain. 7 field days are left, enough for 70 calls." */
export function capacityWords({ total, work }: CoverageAnswer): { words: string; fits: boolean } {
  const { remaining } = total;
  const { capacity_left, days_left, people } = work;
  const fits = remaining <= capacity_left;
  const days = counted(days_left, "field day");
  const left =
    people > 1
      ? `${formatCount(people)} people have ${days} left together`
      : `${days} ${days_left === 1 ? "is" : "are"} left`;
  if (remaining === 0) return { words: `No calls remain. ${left}.`, fits };
  const remain = `${counted(remaining, "call")} ${remaining === 1 ? "remains" : "remain"}`;
  if (days_left === 0) return { words: `${remain}, and no field day is left.`, fits };
  const room = `enough for ${fits ? "" : "only "}${counted(capacity_left, "call")}`;
  return { words: `${remain}. ${left}, ${room}.`, fits };
}

/** How the call average compares: "113 calls in 12 days worked, within the usual 8 to 12". */
export function averageWords({ work, is_over }: CoverageAnswer): string {
  const average = callAverage(work);
  if (average === null) return is_over ? "no day worked" : "no day worked yet";
  const made = `${counted(work.calls, "call")} in ${counted(work.days_worked, "day")} worked`;
  const place =
    Number(average) < usualCalls.least ? "below" : Number(average) > usualCalls.most ? "above" : "within";
  return `${made}, ${place} the usual ${usualCalls.least} to ${usualCalls.most}`;
}

/** The remaining calls, and how many of them are planned: "2 (1 planned)", "1 (planned)", "2 (all planned)". */
export function remainingWords({
  remaining,
  scheduled,
}: Pick<CoverageDoctor, "remaining" | "scheduled">): string {
  const count = formatCount(remaining);
  if (scheduled === 0) return count;
  if (scheduled !== remaining) return `${count} (${formatCount(scheduled)} planned)`;
  return remaining === 1 ? "1 (planned)" : `${count} (all planned)`;
}
