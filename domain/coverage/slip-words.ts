import { type Day, epochDays, formatDay, formatWeekday } from "../calendar/calendar.ts";
import { lastSeenWords } from "../doctors/last-seen.ts";
import type { MonthOfDoctor, Slack, SlipState } from "./slipping.ts";

/** By when to see a doctor, and how many of the month's calls can't be made any more. */
type Urgency = Pick<Slack, "see_by" | "lost">;

/** A doctor of a list, with how the month stands. */
type Row = Pick<MonthOfDoctor, "doctor_class" | "calls" | "norm" | "last_visit" | "planned"> & Urgency;

/** What a list says of a doctor's month: "A · 1 of 4 · last seen 12 days ago · see by Thu". */
export function monthWords(row: Row, today: Day): string {
  return joined([
    ...callWords(row),
    lastSeenWords(row.last_visit, today),
    row.planned ? "" : urgencyWords(row, today),
  ]);
}

/** The same beside a sign that says the state (`signWords`), so that nothing is said twice. */
export function wordsBesideSign(row: Row & { state: SlipState }, today: Day): string {
  const lastSeen = row.state === "never" ? "" : lastWords(row.last_visit, today);
  return joined([...callWords(row), lastSeen, urgencyBeside(row, today)]);
}

/** What is to be done beside a sign of the state: the plan of a doctor who is planned says by when. */
export function urgencyBeside(row: Urgency & { state: SlipState | null }, today: Day): string {
  return row.state === "planned" ? lostWords(row.lost) : urgencyWords(row, today);
}

/** When they were last seen; for a day to come, visits that are planned until then count: "planned Nov 26". */
function lastWords(last_visit: Day | null, today: Day): string {
  const isToCome = last_visit !== null && last_visit > today;
  return isToCome ? `planned ${nearDay(last_visit, today)}` : lastSeenWords(last_visit, today);
}

/** The state of a doctor in a word: "Never seen", "Late", "Due", "Planned Nov 26". */
export function signWords(state: SlipState, planned: Day | null, today: Day): string {
  if (state === "planned") return plannedWords(planned, today);
  return { never: "Never seen", late: "Late", due: "Due" }[state];
}

/** "Planned Nov 26"; "Planned today". */
function plannedWords(day: Day | null, today: Day): string {
  if (day === null) return "Planned";
  return day === today ? "Planned today" : `Planned ${nearDay(day, today)}`;
}

/** A planned visit of the past: "Not recorded: Jan 19". */
export function notRecordedWords(day: Day, today: Day): string {
  return `Not recorded: ${nearDay(day, today)}`;
}

/** What is to be done: "see today", "see by Thu", or what can't be done any more. */
export function urgencyWords({ lost, see_by }: Urgency, today: Day): string {
  return lostWords(lost) || seeByWords(see_by, today);
}

/** "2 calls can't be made this month"; nothing if all can. */
function lostWords(lost: number): string {
  if (!(lost > 0)) return "";
  return `${lost} call${lost === 1 ? "" : "s"} can't be made this month`;
}

/** "see today", "see by Thu"; from a week on, "see by Jan 05, 2025"; nothing if no day is left. */
export function seeByWords(see_by: Day | null, today: Day): string {
  if (see_by === null) return "";
  if (see_by <= today) return "see today";
  const isThisWeek = epochDays(see_by) - epochDays(today) < 7;
  return `see by ${isThisWeek ? formatWeekday(see_by) : formatDay(see_by)}`;
}

function callWords({ doctor_class, calls, norm }: Row): (string | null)[] {
  return [doctor_class, `${calls} of ${norm}`];
}

/** A day of the present year without its year: "Nov 26". */
function nearDay(day: Day, today: Day): string {
  const text = formatDay(day);
  return day.slice(0, 4) === today.slice(0, 4) ? text.replace(/,.*/, "") : text;
}

function joined(words: readonly (string | null)[]): string {
  return words.filter(Boolean).join(" · ");
}
