import { z } from "zod";
import { callNorms, holiday } from "../coverage/settings.ts";
import { skip } from "./skip.ts";

/** A doctor whom a person skips on the day. */
const skippedOnDay = skip.pick({ doctor_id: true, day: true, reason: true, note: true, created_at: true });

/**
 * What a person's days depend on besides doctors and visits: the norms in force, holidays and the person's own leave of
 * the `knownDays`, and whom the person skips today.
 */
export const dayBasis = z.object({
  norms: callNorms,
  holidays: holiday.array(),
  leave: z.iso.date().array(),
  skips: skippedOnDay.array(),
});

export type DayBasis = z.output<typeof dayBasis>;
export type SkippedOnDay = z.output<typeof skippedOnDay>;
