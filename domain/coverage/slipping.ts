import { addDays, type Day, endOfMonth } from "../calendar/calendar.ts";
import { type DoctorClass, doctorClasses } from "../doctors/choices.ts";
import { cityKey } from "../doctors/same-city.ts";
import type { Activity } from "../visits/calls.ts";
import { fieldDays, type WorkCalendar } from "./field-days.ts";

/** A doctor of a person in a month, with what was done and planned there up to and after today. */
export type MonthOfDoctor = Activity & {
  id: string;
  name: string;
  doctor_class: DoctorClass | null;
  city: string | null;
  /** The norm of this month (`monthNorm`). */
  norm: number;
  /** The least number of field days between two calls (`gapOf`). */
  gap: number;
};

/** The days against which doctors are measured. */
export type DaysLeft = {
  today: Day;
  /** The field days of the person from today to the end of the month, in order (`fieldDays`). */
  field_days: readonly Day[];
  /** Everybody's field days from `daysBehind` before today to the end of the month, in order: gaps are counted in them. */
  spacing: readonly Day[];
};

/** How far back the days are known: the longest gap, 31 field days, with Sundays and a week of holidays. */
export const daysBehind = 45;

/** The person's field days from today to the end of the month, and everybody's around today. */
export function daysLeft({ holidays, leave }: Required<WorkCalendar>, today: Day): DaysLeft {
  const last = endOfMonth(today);
  return {
    today,
    field_days: fieldDays(today, last, { holidays, leave }),
    spacing: fieldDays(addDays(today, -daysBehind), last, { holidays }),
  };
}

/** The most urgent first: never seen; late; due; and those for whom a visit is planned already. */
export const slipStates = ["never", "late", "due", "planned"] as const;
export type SlipState = (typeof slipStates)[number];

/**
 * The day before which the last visit of a doctor with that gap must have been, so that the gap allows a call today; null
 * if no day that is known is early enough.
 */
export function restedBefore(
  gap: number,
  { today, spacing }: Pick<DaysLeft, "today" | "spacing">,
): Day | null {
  const past = spacing.filter((day) => day <= today);
  return past[past.length - gap] ?? null;
}

/**
 * How many calls fit into so many field days. A doctor for whom more are missing is late, if they were seen before, the gap
 * has passed, and no visit is planned (`slipState`).
 */
export function fittingCalls(gap: number, field_days: number): number {
  return Math.ceil(field_days / gap);
}

/** How much room a doctor leaves until the month ends. */
export type Slack = {
  /** r: calls that are neither done nor planned. */
  missing: number;
  /** Field days that may still pass before the missing calls no longer fit; negative: they don't fit any more. */
  slack: number;
  /** Missing calls that can't be made this month any more. */
  lost: number;
  /** Whether the gap since the last visit forbids a call today. */
  is_resting: boolean;
  /**
   * The last field day on which the next call still leaves a slack of 0; for a late doctor the next field day that the
   * gap allows; null if none is left.
   */
  see_by: Day | null;
};

/** Up to this slack a doctor is due. */
const dueSlack = 3;

/** What decides how urgent a doctor is. */
type Calls = Pick<MonthOfDoctor, "norm" | "gap" | "calls" | "scheduled" | "planned" | "last_visit">;

/**
 * How urgent a doctor is; null if all calls of the month are done or planned. With r missing calls, a gap of g field days
 * between calls, and W field days left (from the g-th after the last visit): `slack = W − ((r − 1) × g + 1)`. Source:
 * docs/decisions/0034-whose-doctor-and-what-a-call-is.md.
 */
export function slackOf(doctor: Calls, { today, field_days, spacing }: DaysLeft): Slack | null {
  const { norm, gap, calls, scheduled, last_visit } = doctor;
  const missing = norm - calls - scheduled;
  if (missing <= 0) return null;
  const next = last_visit === null ? today : spacing.filter((day) => day > last_visit)[gap - 1];
  const left = next === undefined ? [] : field_days.filter((day) => day >= next);
  const slack = left.length - ((missing - 1) * gap + 1);
  return {
    missing,
    slack,
    lost: Math.max(missing - fittingCalls(gap, left.length), 0),
    is_resting: next === undefined || next > today,
    see_by: left[Math.max(slack, 0)] ?? null,
  };
}

/**
 * Never seen, late when the missing calls no longer fit into the month, due when there is little room, planned when a visit
 * takes care of any of these; null if there is room, or the gap since the last visit forbids a call.
 */
export function slipState(doctor: Calls, { slack, is_resting }: Slack): SlipState | null {
  const isNever = doctor.last_visit === null;
  if (is_resting || !(isNever || slack <= dueSlack)) return null;
  if (doctor.planned !== null) return "planned";
  if (isNever) return "never";
  return slack < 0 ? "late" : "due";
}

/** Whether a doctor was seen as often as the norm asks for by now, with room for the rest. */
export function isAhead(doctor: Calls, days: DaysLeft): boolean {
  const slack = slackOf(doctor, days);
  return doctor.last_visit !== null && (slack === null || slack.slack > dueSlack);
}

/** What the rules say of all doctors with the same gap, missing calls and days since the last visit. */
export type Outcome = {
  gap: number;
  missing: number;
  /** 0 to `longAgo`; null for doctors who were never seen. */
  days_ago: number | null;
  state: SlipState | null;
  /** The same if a visit is planned. */
  planned_state: SlipState | null;
  is_ahead: boolean;
};

/** So many days ago and more are the same to the rules: no gap reaches further back. */
export const longAgo = daysBehind + 1;

/** The outcomes of all doctors with these norms and gaps: the database looks them up instead of knowing the rules. */
export function outcomesOf(targets: Iterable<Pick<Calls, "norm" | "gap">>, days: DaysLeft): Outcome[] {
  const most = new Map<number, number>();
  for (const { norm, gap } of targets) most.set(gap, Math.max(norm, most.get(gap) ?? 0));
  const outcomes: Outcome[] = [];
  for (const [gap, norm] of most) {
    for (let missing = 0; missing <= norm; missing++) {
      outcomes.push(outcomeOf({ gap, missing, days_ago: null }, days));
      for (let days_ago = 0; days_ago <= longAgo; days_ago++) {
        outcomes.push(outcomeOf({ gap, missing, days_ago }, days));
      }
    }
  }
  return outcomes;
}

function outcomeOf(key: Pick<Outcome, "gap" | "missing" | "days_ago">, days: DaysLeft): Outcome {
  const { gap, missing, days_ago } = key;
  const last_visit = days_ago === null ? null : addDays(days.today, -days_ago);
  const doctor = { norm: missing, gap, calls: 0, scheduled: 0, planned: null, last_visit };
  const slack = slackOf(doctor, days);
  return {
    ...key,
    state: slack && slipState(doctor, slack),
    planned_state: slack && slipState({ ...doctor, planned: days.today }, slack),
    is_ahead: isAhead(doctor, days),
  };
}

/** A doctor who is about to be missed. */
export type Slipping<Doctor extends MonthOfDoctor = MonthOfDoctor> = Slack & {
  doctor: Doctor;
  state: SlipState;
};

/**
 * The doctors who are about to be missed this month, the most urgent first: never seen, late, due, then those for whom a
 * visit is planned; class A, B, C, none; more missing calls; longer since the last visit; in a city (`planned_cities`) where
 * a visit is planned today; then by name.
 */
export function slipping<Doctor extends MonthOfDoctor>(
  doctors: readonly Doctor[],
  days: DaysLeft,
  planned_cities: Iterable<string> = [],
): Slipping<Doctor>[] {
  const near = new Set([...planned_cities].map(cityKey));
  const ranked = doctors.flatMap((doctor) => {
    const slack = slackOf(doctor, days);
    const state = slack && slipState(doctor, slack);
    if (!slack || !state) return [];
    const row: Slipping<Doctor> = { doctor, state, ...slack };
    return { row, rank: rankOf(row, near) };
  });
  return ranked.sort((left, right) => compare(left.rank, right.rank)).map(({ row }) => row);
}

/** What decides the order, the first difference first. */
function rankOf({ doctor, state, missing }: Slipping, near: ReadonlySet<string>): (number | string)[] {
  const place = doctor.doctor_class ? doctorClasses.indexOf(doctor.doctor_class) : doctorClasses.length;
  return [
    slipStates.indexOf(state),
    place,
    -missing,
    doctor.last_visit ?? "",
    near.size > 0 && doctor.city && near.has(cityKey(doctor.city)) ? 0 : 1,
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
