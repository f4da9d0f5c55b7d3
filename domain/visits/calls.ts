import { addDays, type Day, endOfMonth, startOfMonth } from "../calendar/calendar.ts";

/** What decides whether a visit is a call. */
export type VisitFacts = { status: string; visit_date: Day };
/** The same with whose visit it is. */
export type VisitOfDoctor = VisitFacts & { doctor_id: string };

/**
 * Whether a visit is a call: it took place, and its day is not after today. Source:
 * docs/decisions/0034-whose-doctor-and-what-a-call-is.md. The same in SQL: server/src/visits/calls.ts.
 */
export function isCall({ status, visit_date }: VisitFacts, today: Day): boolean {
  return status === "completed" && visit_date <= today;
}

/** Whether a visit is still to be made: planned for today or a later day. */
export function isToCome({ status, visit_date }: VisitFacts, today: Day): boolean {
  return status === "scheduled" && visit_date >= today;
}

/** A plan takes care of a doctor if it is this month, or within so many days. */
const caredForDays = 7;

/** The last day on which a planned visit takes care of a doctor: the month's, or in its last week a day of the next month. */
export function caredForUntil(today: Day): Day {
  const [last, soon] = [endOfMonth(today), addDays(today, caredForDays)];
  return last > soon ? last : soon;
}

/** The day of the last call of each doctor who had one. */
export function lastCalls(visits: Iterable<VisitOfDoctor>, today: Day): Map<string, Day> {
  const last = new Map<string, Day>();
  for (const visit of visits) {
    const { doctor_id, visit_date } = visit;
    if (isCall(visit, today) && visit_date > (last.get(doctor_id) ?? "")) last.set(doctor_id, visit_date);
  }
  return last;
}

/** What was done and planned at a doctor in a month. */
export type Activity = {
  /** Calls this month up to today: days with at least one completed visit. */
  calls: number;
  /** Planned calls still to come this month: days from today on with a scheduled visit, which have no call yet. */
  scheduled: number;
  /** The first day until `caredForUntil` on which one is planned, be it next month's; null if none is. */
  planned: Day | null;
  /** The day of the last completed visit ever; null if there was none. */
  last_visit: Day | null;
};

/** The activity of a doctor without any visit. */
export const untouched: Activity = { calls: 0, scheduled: 0, planned: null, last_visit: null };

/**
 * The activity of each doctor from visits in any order: those from the beginning of the month of `today` until
 * `caredForUntil`, and of the earlier ones at least the last. Several visits on a day are one call; a planned visit counts
 * from today on, and not on a day with a call.
 */
export function activityOf(visits: Iterable<VisitOfDoctor>, today: Day): Map<string, Activity> {
  const all = [...visits];
  const [first, last, until] = [startOfMonth(today), endOfMonth(today), caredForUntil(today)];
  const counted = new Set<string>();
  const found = new Map<string, Activity>();
  const of = (id: string) => found.get(id) ?? untouched;
  const isNew = ({ doctor_id, visit_date }: VisitOfDoctor) => {
    const key = `${doctor_id} ${visit_date}`;
    return !counted.has(key) && counted.add(key);
  };
  for (const visit of all.filter((visit) => isCall(visit, today) && isNew(visit))) {
    const { doctor_id, visit_date } = visit;
    const { calls, last_visit, ...rest } = of(doctor_id);
    const newest = last_visit === null || visit_date > last_visit ? visit_date : last_visit;
    found.set(doctor_id, { ...rest, calls: calls + (visit_date >= first ? 1 : 0), last_visit: newest });
  }
  const toCome = all.filter((visit) => isToCome(visit, today) && visit.visit_date <= until && isNew(visit));
  for (const { doctor_id, visit_date } of toCome) {
    const activity = of(doctor_id);
    const { scheduled, planned } = activity;
    found.set(doctor_id, {
      ...activity,
      scheduled: scheduled + (visit_date <= last ? 1 : 0),
      planned: planned === null || visit_date < planned ? visit_date : planned,
    });
  }
  return found;
}
