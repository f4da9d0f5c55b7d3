import { z } from "zod";
import { slipStates } from "../coverage/slipping.ts";
import { doctor } from "../doctors/doctor.ts";
import { visit } from "../visits/visit.ts";
import { skip } from "./skip.ts";

/** A day on which the person works, or why it is none. */
export const dayKinds = ["field", "weekly_off", "holiday", "leave"] as const;

/** What a row shows of its doctor, with what calls and finds the doctor. */
export const todayDoctor = doctor.pick({
  id: true,
  name: true,
  specialization: true,
  hospital: true,
  address: true,
  contact_number: true,
  doctor_class: true,
});

/**
 * A doctor who should be seen: how many calls the month's norm asks for and has, the day of the last visit up to today,
 * the last day on which the next call leaves enough days for the rest (null if that day has passed), how many calls
 * can't be made this month any more, and the day for which a visit is planned.
 */
export const dueDoctor = z.object({
  doctor: todayDoctor,
  state: z.enum(slipStates),
  norm: z.int(),
  calls: z.int(),
  last_visit: z.iso.date().nullable(),
  see_by: z.iso.date().nullable(),
  lost: z.int(),
  planned: z.iso.date().nullable(),
});

/** Who planned a visit, whose it is then; null without an author. A server of the release before does not say it. */
export const planner = { created_by: visit.shape.created_by.optional() };

/** A visit that is planned for today. */
const plannedVisit = visit
  .pick({ id: true, notes: true })
  .extend({ ...planner, doctor: todayDoctor, last_visit: z.iso.date().nullable() });

/** A visit that took place today: the person's own call, or a colleague's to a doctor of the person, which counts for the colleague. */
const doneVisit = visit
  .pick({ id: true, notes: true, total_sales: true })
  .extend({ doctor: todayDoctor, item_count: z.int(), own: z.boolean() });

/** A doctor whom the person does not see today. `visit_id` is the visit that was planned, by `created_by`. */
const skippedDoctor = skip
  .pick({ reason: true, note: true })
  .extend({ ...planner, doctor: todayDoctor, visit_id: z.uuid().nullable() });

/**
 * The person's day. Visits are the person's own and those to doctors assigned to the person, of which only the person's own
 * calls are counted as done; doctors to see are those assigned to the person and those assigned to nobody. A doctor who is planned, done or skipped today is not due.
 */
export const today = z.object({
  day: z.iso.date(),
  kind: z.enum(dayKinds),
  /** The holiday's name. */
  holiday: z.string().nullable(),
  /** The person's next field day after today; tomorrow if none is near. */
  next_day: z.iso.date(),
  /** The person's doctors, and how many of them have a norm this month. */
  doctors: z.int(),
  targets: z.int(),
  /** Doctors with a norm who were seen and have room for the rest, whether or not they are on today's lists. */
  ahead: z.int(),
  planned: z.array(plannedVisit),
  planned_total: z.int(),
  /** Planned visits of the last days that are neither recorded nor cancelled, and the latest day that has any. */
  unrecorded: z.object({ visits: z.int(), day: z.iso.date().nullable() }),
  /** Most urgent first. Those for whom a visit is planned come last, and count nowhere. */
  due: z.array(dueDoctor),
  never_total: z.int(),
  late_total: z.int(),
  due_total: z.int(),
  /** The latest first. `done_total` counts the own ones. */
  done: z.array(doneVisit),
  done_total: z.int(),
  /** Doctors whom the person met today, and what they bought, in rupees. */
  calls: z.int(),
  total_sales: z.string(),
  skipped: z.array(skippedDoctor),
});

export type DayKind = (typeof dayKinds)[number];
export type TodayDoctor = z.output<typeof todayDoctor>;
export type DueDoctor = z.output<typeof dueDoctor>;
export type PlannedVisit = z.output<typeof plannedVisit>;
export type DoneVisit = z.output<typeof doneVisit>;
export type SkippedDoctor = z.output<typeof skippedDoctor>;
export type Today = z.output<typeof today>;
