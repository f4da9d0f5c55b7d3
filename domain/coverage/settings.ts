import { z } from "zod";
import { addDays, type Day, isDay } from "../calendar/calendar.ts";
import { maxNorm } from "../doctors/choices.ts";
import { nameText } from "../text/text.ts";
import { type CallNorms, maxGapDays } from "./norms.ts";

/** A day of settings. */
const settingDay = z.string("Please enter a date").refine(isDay, "Please enter a date");

const whole = (min: number, max: number) =>
  z
    .int("Please enter a whole number")
    .min(min, `Please enter at least ${min}`)
    .max(max, `Please enter at most ${max}`);

/** The norm of a class. */
export const callNorm = z.strictObject({ per_month: whole(0, maxNorm), min_gap_days: whole(1, maxGapDays) });

/** The norms of all classes, in force from the present month on. */
export const callNorms = z.strictObject({
  A: callNorm,
  B: callNorm,
  C: callNorm,
}) satisfies z.ZodType<CallNorms>;

/** A day on which nobody works. */
export const holiday = z.strictObject({ day: settingDay, name: nameText(100, "Please enter a name") });

/** The most holidays of one request. */
const maxHolidays = 40;

/** Holidays to add, or to rename if their day is one already. */
export const holidayList = z.strictObject({
  holidays: holiday
    .array()
    .min(1)
    .max(maxHolidays, `Please add at most ${maxHolidays} at once`)
    .refine(
      (list) => new Set(list.map(({ day }) => day)).size === list.length,
      "Two holidays are on the same day",
    ),
});

/** A range of leave to remove, both days included. Ranges that follow each other are shown as one, so it has no most days. */
export const storedLeaveRange = z
  .strictObject({ from: settingDay, to: settingDay })
  .refine(({ from, to }) => !isDay(from) || !isDay(to) || to >= from, {
    path: ["to"],
    message: "The last day is before the first",
  });

/** A range of leave to add; its Sundays and holidays are no field days anyway. */
export const leaveRange = storedLeaveRange.refine(
  // This is asked also if a day is none.
  ({ from, to }) => !isDay(from) || !isDay(to) || to < addDays(from, maxLeaveDays),
  { path: ["to"], message: "Please enter at most a year at once" },
);

/** The most days of leave that are added at once. */
const maxLeaveDays = 366;

/** How far from today holidays and leave may be, in days: ten years. */
export const settingReachDays = 3653;

/** Whether a holiday or a day of leave is near enough to today to be stored. */
export function isWithinReach(day: Day, today: Day): boolean {
  return day >= addDays(today, -settingReachDays) && day <= addDays(today, settingReachDays);
}

/** The calendar year of a list of holidays. */
export const holidayQuery = z.object({
  /** Not given: the present one. */
  year: z.coerce.number<number | string>().int().min(1900).max(2999).optional(),
});

/** Names one holiday. */
export const holidayDay = z.object({ day: settingDay });

/** What administrators set: the norms in force this month, and the holidays of a year. */
export const coverageSettings = z.object({
  /** The month from which on a change applies: the first day of the present one. */
  from_month: settingDay,
  norms: callNorms,
  holidays: holiday.array(),
});

/** One's own leave as ranges, in order. */
export const ownLeave = z.object({ ranges: z.object({ from: settingDay, to: settingDay }).array() });

/** Somebody to whom doctors can belong, with the name that is shown of them. */
const representative = z.object({ id: z.uuid(), name: z.string() });
export const representatives = z.object({ rows: representative.array() });

export type Holiday = z.output<typeof holiday>;
export type HolidayList = z.input<typeof holidayList>;
export type LeaveRange = z.output<typeof leaveRange>;
export type CoverageSettings = z.output<typeof coverageSettings>;
export type OwnLeave = z.output<typeof ownLeave>;
export type Representative = z.output<typeof representative>;
export type Representatives = z.output<typeof representatives>;

/** India's national holidays, which are on the same day every year. */
const nationalHolidays = [
  ["01-26", "Republic Day"],
  ["08-15", "Independence Day"],
  ["10-02", "Gandhi Jayanti"],
] as const;

/** India's national holidays of a year. */
export function nationalHolidaysOf(year: number): Holiday[] {
  return nationalHolidays.map(([day, name]) => ({ day: `${year}-${day}`, name }));
}

/** Days in order as ranges of days that follow each other. */
export function rangesOf(days: readonly Day[]): LeaveRange[] {
  const ranges: LeaveRange[] = [];
  for (const day of days) {
    const last = ranges.at(-1);
    if (last && addDays(last.to, 1) === day) last.to = day;
    else ranges.push({ from: day, to: day });
  }
  return ranges;
}
