import { z } from "zod";
import { visit } from "../visits/visit.ts";
import { dayKinds, dueDoctor, planner, todayDoctor, today as todayShape } from "./today.ts";

/** A visit of a day that is planned or took place; `last_visit` is the day of the last one before a planned one. */
const plannedOrDone = visit.pick({ id: true, notes: true }).extend({
  ...planner,
  status: z.enum(["scheduled", "completed"]),
  doctor: todayDoctor,
  last_visit: z.iso.date().nullable(),
});

/**
 * A day with the person's visits, by city and name. Of a day that is over, planned ones were not recorded. The lists hold
 * at most `mostShown` rows; the totals count all.
 */
const planDay = z.object({
  day: z.iso.date(),
  kind: z.enum(dayKinds),
  /** The holiday's name. */
  holiday: z.string().nullable(),
  planned_total: z.int(),
  done_total: z.int(),
  visits: z.array(plannedOrDone),
});

/** Doctors in a city who are never seen, late or due, and for whom no visit is planned: all are counted, few listed. */
const nearDoctors = z.object({
  /** As compared (`cityKey`), and as it is written. */
  city_key: z.string(),
  city: z.string(),
  never_total: z.int(),
  late_total: z.int(),
  due_total: z.int(),
  doctors: z.array(dueDoctor),
});

/** What a plan is measured against, and for whom it is. */
const planBasis = {
  /** The next field day after today. */
  next_day: z.iso.date(),
  /** How many calls the person makes on a day. */
  usual: z.object({ least: z.int(), most: z.int() }),
  /** The person's doctors, with everybody's. */
  doctors: z.int(),
  /** Those to see in the cities of planned visits. */
  near: z.array(nearDoctors),
};

/**
 * A day that is planned, as far as it can be known: planned visits until then count as made. `due` are those to see for
 * whom no visit is planned, the most urgent first.
 */
export const dayPlan = planDay.extend({
  ...planBasis,
  /** The next field day after this day. */
  following_day: z.iso.date(),
  ...todayShape.pick({ targets: true, due: true, never_total: true, late_total: true, due_total: true })
    .shape,
});

/** Seven days from a Monday. */
export const weekPlan = z.object({ ...planBasis, days: z.array(planDay) });

export type PlannedOrDone = z.output<typeof plannedOrDone>;
export type PlanDay = z.output<typeof planDay>;
export type NearDoctors = z.output<typeof nearDoctors>;
export type DayPlan = z.output<typeof dayPlan>;
export type WeekPlan = z.output<typeof weekPlan>;
