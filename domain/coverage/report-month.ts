import { type Day, endOfMonth, isDay, startOfMonth } from "../calendar/calendar.ts";
import { type DoctorClass, doctorClasses } from "../doctors/choices.ts";
import { fieldDays } from "./field-days.ts";
import { heldOn } from "./held-on.ts";
import { type CallNorms, monthNorm, type NormedDoctor, type NormSource } from "./norms.ts";

/** A calendar month, `yyyy-MM`. */
export type Month = string;

/** Whether the text is a month between January 1900 and December 2999. */
export function isMonth(text: string): text is Month {
  return /^\d{4}-\d{2}$/.test(text) && isDay(`${text}-01`);
}

/** The days of a month as its coverage counts them. */
export type MonthDays = {
  month: Month;
  from: Day;
  to: Day;
  /** The last day whose calls count: today, or the last of a month that is over. */
  until: Day;
  is_over: boolean;
};

/** The days of a month. A month that is not given, or has not begun, is the present one. */
export function monthDaysOf(month: Month | undefined, today: Day): MonthDays {
  const from = month !== undefined && `${month}-01` < today ? `${month}-01` : startOfMonth(today);
  const to = endOfMonth(from);
  const is_over = to < today;
  return { month: from.slice(0, 7), from, to, until: is_over ? to : today, is_over };
}

/** The class of a doctor in a month, as it was on its last day (or is today), and the calls expected in it. */
type MonthTarget = { doctor_class: DoctorClass | null; norm: number };

/** What a month asks for of a doctor. `changes` are in the order of time; see `monthNorm` for the rest. */
export function monthTarget(
  doctor: NormedDoctor,
  month: { norms: CallNorms; monthDays: readonly Day[]; today: Day; to: Day },
): MonthTarget {
  const { changes } = doctor;
  const then = heldOn<NormSource>(month.to, { now: doctor, changes, today: month.today });
  return { doctor_class: then.doctor_class, norm: monthNorm(doctor, month) };
}

/** A doctor's month: what is expected, done and planned. */
type DoctorMonth = MonthTarget & {
  /** Days of the month up to today with a completed visit, whoever recorded it. */
  calls: number;
  /** Days from today to the end of the month with a scheduled visit and no call. */
  scheduled: number;
};

/** That many doctors with the same month. */
export type DoctorGroup = DoctorMonth & { doctors: number };

/** The calls of a doctor that are still expected. */
function remainingOf({ norm, calls }: DoctorMonth): number {
  return Math.max(norm - calls, 0);
}

/** Those of them for which no visit is planned either. */
function toPlanOf({ norm, calls, scheduled }: DoctorMonth): number {
  return Math.max(norm - calls - scheduled, 0);
}

/** The calls of a doctor that count for the compliance with the norm: no more than the norm. */
function countedCalls({ norm, calls }: DoctorMonth): number {
  return Math.min(norm, calls);
}

/**
 * The figures of some doctors in a month. Sources: coverage % is "percentage of the target doctor universe actually
 * visited, typically one month", frequency compliance is its metric 3 (fireai.in); remaining calls are Veeva's
 * `Remaining_vod` and `Remaining_Schedule_vod`. docs/coverage.md explains each.
 */
export type Figures = {
  /** Target doctors: a norm above 0. */
  doctors: number;
  /** Target doctors with at least one call. */
  met: number;
  /** Target doctors without any; once the month is over, the missed ones. */
  not_met: number;
  /** Σ norm, and Σ min(calls, norm): their ratio is the frequency compliance. */
  norm: number;
  counted: number;
  /** Calls that are still expected, once the month is over the missed ones, and of how many doctors. */
  remaining: number;
  remaining_doctors: number;
  /** Those of them that are not planned either. */
  to_plan: number;
  to_plan_doctors: number;
  /** Doctors without a target. */
  no_target: number;
};

/** A doctor's class in the report's rows; `none` is that of doctors without one. */
export const classRows = [...doctorClasses, "none"] as const;
export type ClassRow = (typeof classRows)[number];

type Coverage = { total: Figures; classes: Record<ClassRow, Figures> };

const nothing: Figures = {
  doctors: 0,
  met: 0,
  not_met: 0,
  norm: 0,
  counted: 0,
  remaining: 0,
  remaining_doctors: 0,
  to_plan: 0,
  to_plan_doctors: 0,
  no_target: 0,
};

/** The figures of groups of doctors, by class and in total. */
export function coverageOf(groups: Iterable<DoctorGroup>): Coverage {
  const total = { ...nothing };
  const classes = { A: { ...nothing }, B: { ...nothing }, C: { ...nothing }, none: { ...nothing } };
  for (const group of groups) {
    addGroup(total, group);
    addGroup(classes[group.doctor_class ?? "none"], group);
  }
  return { total, classes };
}

function addGroup(sum: Figures, group: DoctorGroup): void {
  const { doctors, norm, calls } = group;
  if (norm === 0) {
    sum.no_target += doctors;
    return;
  }
  const remaining = remainingOf(group);
  const to_plan = toPlanOf(group);
  sum.doctors += doctors;
  if (calls > 0) sum.met += doctors;
  else sum.not_met += doctors;
  sum.norm += doctors * norm;
  sum.counted += doctors * countedCalls(group);
  sum.remaining += doctors * remaining;
  if (remaining > 0) sum.remaining_doctors += doctors;
  sum.to_plan += doctors * to_plan;
  if (to_plan > 0) sum.to_plan_doctors += doctors;
}

/** Usual calls a day: 8 to 12 (fireai.in), 10 to 12 (zoulte.com). Capacity counts with the middle. */
export const usualCalls = { least: 8, most: 12 } as const;
export const callsPerDay = 10;

/** The work of one person in a month. */
export type PersonMonth = {
  /** Calls that the person recorded: different doctors on each day, summed. */
  calls: number;
  /** Days with such a call. */
  days_worked: number;
  /** Those calls of today. */
  calls_today: number;
  /** Whether the person's account is in use: confirmed, and not disabled or deleted; otherwise no day is left. */
  is_active: boolean;
  /** The person's leave in the month. */
  leave: readonly Day[];
};

/** The work of some people in a month, and what still fits into it. */
type Work = {
  people: number;
  calls: number;
  days_worked: number;
  /** Field days of each person from today to the end of the month, summed. */
  days_left: number;
  /** Calls that fit into these days. */
  capacity_left: number;
};

/**
 * The work of some people, summed. "Capacity = calls a day × field days; field days = days − Sundays − holidays −
 * leave" (Veeva Align: days in cycle, utilization); the calls that were made today take their part of today's.
 */
export function workOf(
  people: Iterable<PersonMonth>,
  { to, is_over, holidays, today }: MonthDays & { holidays: readonly Day[]; today: Day },
): Work {
  const work: Work = { people: 0, calls: 0, days_worked: 0, days_left: 0, capacity_left: 0 };
  // Everybody's days, counted once: most people have no leave.
  const left = is_over ? [] : fieldDays(today, to, { holidays });
  const isLeft = new Set(left);
  for (const { calls, days_worked, calls_today, is_active, leave } of people) {
    work.people += 1;
    work.calls += calls;
    work.days_worked += days_worked;
    if (!is_active) continue;
    const onLeave = new Set(leave.filter((day) => isLeft.has(day)));
    const days = left.length - onLeave.size;
    const isTodayLeft = isLeft.has(today) && !onLeave.has(today);
    work.days_left += days;
    work.capacity_left += days * callsPerDay - (isTodayLeft ? Math.min(calls_today, callsPerDay) : 0);
  }
  return work;
}

/**
 * A ratio in whole tenths, rounded half up: `tenths(1, 3, 100)` gives 333, which is 33.3 %. Null if `whole` is 0. Whole
 * numbers only, so that the screen and the file always agree.
 */
export function tenths(part: number, whole: number, factor = 1): number | null {
  return whole === 0 ? null : Math.floor((20 * factor * part + whole) / (2 * whole));
}

/** Tenths as a number: 333 gives "33.3", 1000 gives "100". */
export function formatTenths(value: number): string {
  const part = value % 10;
  return `${Math.floor(value / 10)}${part === 0 ? "" : `.${part}`}`;
}

/** Coverage in percent; null without target doctors. */
export function coveragePercent({ met, doctors }: Pick<Figures, "met" | "doctors">): string | null {
  return percent(met, doctors);
}

/** Frequency compliance in percent; null without expected calls. */
export function compliancePercent({ counted, norm }: Pick<Figures, "counted" | "norm">): string | null {
  return percent(counted, norm);
}

function percent(part: number, whole: number): string | null {
  const value = tenths(part, whole, 100);
  return value === null ? null : formatTenths(value);
}

/**
 * Calls for each day worked: "total number of Dr met in a month divided by the number of working days"
 * (pharmatraino.in). Null if nobody worked.
 */
export function callAverage({ calls, days_worked }: Pick<Work, "calls" | "days_worked">): string | null {
  const value = tenths(calls, days_worked);
  return value === null ? null : formatTenths(value);
}
