import { type Day, epochDays, formatDay, formatWeekday } from "../calendar/calendar.ts";
import { type DoctorClass, doctorClasses } from "../doctors/choices.ts";

/** A doctor of a person in a month, with what was done and planned there up to and after today. */
export type MonthOfDoctor = {
  id: string;
  name: string;
  doctor_class: DoctorClass | null;
  city: string | null;
  /** The norm of this month (`monthNorm`). */
  norm: number;
  /** The least number of field days between two calls (`gapOf`). */
  gap: number;
  /** Calls this month up to today: days with at least one completed visit. */
  calls: number;
  /** Planned calls still to come this month: days from today on with a scheduled visit, which have no call yet. */
  scheduled: number;
  /** The day of the last completed visit ever; null if there was none. */
  last_visit: Day | null;
};

/** The days against which doctors are measured. */
export type DaysLeft = {
  today: Day;
  /** The field days of the person from today to the end of the month, in order (`fieldDays`). */
  field_days: readonly Day[];
};

export const slipStates = ["late", "due"] as const;
export type SlipState = (typeof slipStates)[number];

/** How much room a doctor leaves until the month ends. */
export type Slack = {
  /** r: calls that are neither done nor planned. */
  missing: number;
  /** Field days that may still pass before the missing calls no longer fit; negative: they don't fit any more. */
  slack: number;
  /**
   * The last field day on which the next call still leaves a slack of 0; for a late doctor the next field day; null if
   * no field day is left.
   */
  see_by: Day | null;
};

/** Up to this slack a doctor is due. */
const dueSlack = 3;

/**
 * How urgent a doctor is; null if all calls of the month are done or planned. With r missing calls, W field days left
 * (today only if there was no call to the doctor today) and a gap of g field days between calls:
 * `slack = W − ((r − 1) × g + 1)`. Source: docs/decisions/0034-whose-doctor-and-what-a-call-is.md.
 */
export function slackOf(doctor: MonthOfDoctor, { today, field_days }: DaysLeft): Slack | null {
  const missing = doctor.norm - doctor.calls - doctor.scheduled;
  if (missing <= 0) return null;
  const isTodayGone = doctor.last_visit === today && field_days[0] === today;
  const left = isTodayGone ? field_days.slice(1) : field_days;
  const slack = left.length - ((missing - 1) * doctor.gap + 1);
  return { missing, slack, see_by: left[Math.max(slack, 0)] ?? null };
}

/** Late when the missing calls no longer fit into the month, due when there is little room; null otherwise. */
export function slipState({ slack }: Slack): SlipState | null {
  if (slack < 0) return "late";
  return slack <= dueSlack ? "due" : null;
}

/** A doctor who is about to be missed. */
export type Slipping<Doctor extends MonthOfDoctor = MonthOfDoctor> = Slack & {
  doctor: Doctor;
  state: SlipState;
};

/**
 * The doctors who are about to be missed this month, the most urgent first: late before due; class A, B, C, none; more
 * missing calls; longer since the last visit (never is longest); in a city (`planned_cities`) where a visit is planned
 * today; then by name.
 */
export function slipping<Doctor extends MonthOfDoctor>(
  doctors: readonly Doctor[],
  days: DaysLeft,
  planned_cities: Iterable<string> = [],
): Slipping<Doctor>[] {
  const near = new Set([...planned_cities].map(cityKey));
  return doctors
    .flatMap((doctor): Slipping<Doctor>[] => {
      const slack = slackOf(doctor, days);
      const state = slack && slipState(slack);
      return slack && state ? [{ doctor, state, ...slack }] : [];
    })
    .sort((left, right) => compare(rankOf(left, near), rankOf(right, near)));
}

/** What decides the order, the first difference first. */
function rankOf({ doctor, state, missing }: Slipping, near: ReadonlySet<string>): (number | string)[] {
  const place = doctor.doctor_class ? doctorClasses.indexOf(doctor.doctor_class) : doctorClasses.length;
  return [
    slipStates.indexOf(state),
    place,
    -missing,
    doctor.last_visit ?? "",
    doctor.city && near.has(cityKey(doctor.city)) ? 0 : 1,
    doctor.name,
    doctor.id,
  ];
}

function compare(left: (number | string)[], right: (number | string)[]): number {
  for (const [at, value] of left.entries()) {
    const other = right[at] ?? "";
    if (value !== other) return value < other ? -1 : 1;
  }
  return 0;
}

function cityKey(city: string): string {
  return city.trim().toLowerCase();
}

/** What a list says of a doctor's month: "A · 1 of 4 · last seen 12 days ago · see by Thu". */
export function monthWords(
  doctor: Pick<MonthOfDoctor, "doctor_class" | "calls" | "norm" | "last_visit">,
  see_by: Day | null,
  today: Day,
): string {
  const { doctor_class, calls, norm, last_visit } = doctor;
  const words = [
    doctor_class,
    `${calls} of ${norm}`,
    lastSeenWords(last_visit, today),
    seeByWords(see_by, today),
  ];
  return words.filter(Boolean).join(" · ");
}

/** "last seen today", "last seen yesterday", "last seen 12 days ago", or "never seen". */
export function lastSeenWords(last_visit: Day | null, today: Day): string {
  if (last_visit === null) return "never seen";
  const days = epochDays(today) - epochDays(last_visit);
  if (days <= 0) return "last seen today";
  return days === 1 ? "last seen yesterday" : `last seen ${days} days ago`;
}

/** "see today", "see by Thu"; from a week on, "see by Jan 05, 2025"; nothing if no day is left. */
export function seeByWords(see_by: Day | null, today: Day): string {
  if (see_by === null) return "";
  if (see_by <= today) return "see today";
  const isThisWeek = epochDays(see_by) - epochDays(today) < 7;
  return `see by ${isThisWeek ? formatWeekday(see_by) : formatDay(see_by)}`;
}
