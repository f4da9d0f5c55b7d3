import type { Day } from "../calendar/calendar.ts";
import { fieldDaysOfMonth } from "../coverage/field-days.ts";
import { type CallNorms, gapOf, monthNorm, type NormedDoctor } from "../coverage/norms.ts";
import { daysLeft, type SlipState, slackOf, slipState } from "../coverage/slipping.ts";
import type { Activity } from "../visits/calls.ts";

/** A doctor's month as a person sees it: the norm, what is done and planned of it, and by when to go next. */
type GlanceMonth = Pick<Activity, "calls" | "scheduled"> & {
  last_call: Day | null;
  norm: number;
  class_norm: number | null;
  see_by: Day | null;
  lost: number;
  state: SlipState | null;
};

/**
 * A doctor's month up to today, for a person with that leave; `norms` are those in force. A norm of 0 means that the
 * doctor has no target.
 */
export function glanceMonth(
  doctor: NormedDoctor & { id: string; name: string; city: string | null },
  activity: Activity,
  { norms, holidays, leave }: { norms: CallNorms; holidays: readonly Day[]; leave: readonly Day[] },
  today: Day,
): GlanceMonth {
  const monthDays = fieldDaysOfMonth(today, holidays);
  const norm = monthNorm(doctor, { norms, monthDays, today });
  const gap = gapOf(doctor, norms, monthDays.length);
  const { calls, scheduled, last_visit } = activity;
  const month = { norm, gap, ...activity };
  const slack = slackOf(month, daysLeft({ holidays, leave }, today));
  return {
    calls,
    scheduled,
    last_call: last_visit,
    norm,
    class_norm: doctor.doctor_class && norms[doctor.doctor_class].per_month,
    see_by: slack?.see_by ?? null,
    lost: slack?.lost ?? 0,
    state: slack && slipState(month, slack),
  };
}
