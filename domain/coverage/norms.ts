import { type Day, startOfMonth } from "../calendar/calendar.ts";
import { type DoctorClass, doctorClasses } from "../doctors/choices.ts";
import type { Former } from "./held-on.ts";

/** What is expected for the doctors of a class: calls a month, and the least number of field days between two of them. */
type CallNorm = { per_month: number; min_gap_days: number };

/** The norms that are in force for a month. */
export type CallNorms = Record<DoctorClass, CallNorm>;

/** The longest gap between two calls that a norm can ask for. */
export const maxGapDays = 31;

/**
 * The norms until an administrator sets others. A: weekly (fireai.in); "super core: twice/thrice in a month"
 * (pharmatraino.in); norms differ between companies, so they are a setting.
 */
export const defaultNorms: CallNorms = {
  A: { per_month: 4, min_gap_days: 5 },
  B: { per_month: 2, min_gap_days: 10 },
  C: { per_month: 1, min_gap_days: 20 },
};

/** A norm as an administrator set it: it is in force from that month on (its first day), until another one is. */
export type NormSetting = CallNorm & { doctor_class: DoctorClass; from_month: Day };

/** The norms in force for the month of `day`: of each class the latest setting up to it, or the default. */
export function normsInForce(settings: readonly NormSetting[], day: Day): CallNorms {
  const month = startOfMonth(day);
  const norms = { ...defaultNorms };
  for (const name of doctorClasses) {
    const reached = settings.filter(
      ({ doctor_class, from_month }) => doctor_class === name && from_month <= month,
    );
    const [first, ...others] = reached;
    if (!first) continue;
    const { per_month, min_gap_days } = others.reduce(
      (latest, one) => (one.from_month > latest.from_month ? one : latest),
      first,
    );
    norms[name] = { per_month, min_gap_days };
  }
  return norms;
}

/** What a doctor's norm depends on: the class, and the doctor's own calls a month (0: no target; null: the class's). */
export type NormSource = { doctor_class: DoctorClass | null; norm: number | null };

export type NormChange = Former<NormSource>;

/** A doctor with what the norm of a month depends on. `changes` are in the order of time. */
export type NormedDoctor = NormSource & {
  /** The business day on which the doctor was added. */
  added_on: Day;
  changes: readonly NormChange[];
};

/** A doctor's calls for a whole month: the own norm, else that of the class; without either there is no target. */
export function wholeNorm({ doctor_class, norm }: NormSource, norms: CallNorms): number {
  return norm ?? (doctor_class ? norms[doctor_class].per_month : 0);
}

/**
 * A doctor's norm of a month: the sum over the parts of the month of the part's norm × its field days, divided by the
 * field days of the month, and rounded up. Before the doctor was added, the norm is 0; a norm or a class that was
 * changed counts from the day of the change. A month without field days has no norm.
 *
 * `monthDays` are the month's field days (`fieldDaysOfMonth`), `norms` those in force for it. `today` is the business's
 * day: a doctor who is known was added at the latest today, and no change is later, whatever clock stored it.
 */
export function monthNorm(
  doctor: NormedDoctor,
  { norms, monthDays, today }: { norms: CallNorms; monthDays: readonly Day[]; today: Day },
): number {
  const first = monthDays[0];
  if (first === undefined) return 0;
  const { changes } = doctor;
  const added = doctor.added_on < today ? doctor.added_on : today;
  if (added <= first && changes.length === 0) return wholeNorm(doctor, norms);
  let from = added;
  let sum = 0;
  for (const change of changes) {
    const until = change.until < today ? change.until : today;
    if (until <= from) continue;
    sum += wholeNorm(change, norms) * countFrom(monthDays, from, until);
    from = until;
  }
  sum += wholeNorm(doctor, norms) * countFrom(monthDays, from);
  return Math.ceil(sum / monthDays.length);
}

/** How many of the days lie from `from` on and before `before`. */
function countFrom(days: readonly Day[], from: Day, before = "9999"): number {
  return days.filter((day) => day >= from && day < before).length;
}

/**
 * The least number of field days from one call to the next: that of the class. For a doctor with an own norm never more
 * than what lets that many calls fit into the month, and without a class exactly that.
 */
export function gapOf({ doctor_class, norm }: NormSource, norms: CallNorms, monthDays: number): number {
  const ofClass = doctor_class ? norms[doctor_class].min_gap_days : maxGapDays;
  return norm ? Math.max(1, Math.min(ofClass, Math.floor(monthDays / norm))) : ofClass;
}
