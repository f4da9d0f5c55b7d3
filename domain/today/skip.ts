import { z } from "zod";
import { optionalText } from "../text/text.ts";
import { requiredDay } from "../visits/visit.ts";
import { skipReasons } from "./reasons.ts";

const noReason = "Please choose why";

/** Why a person does not see a doctor today. */
export const skipInput = z
  .strictObject({
    /** The day that the person sees; only today can be skipped (`skipDayProblem`). */
    day: requiredDay,
    reason: z.enum(skipReasons, noReason),
    note: optionalText(500),
  })
  .refine(({ reason, note }) => reason !== "other" || note !== null, {
    path: ["note"],
    message: "Please say why",
  });

/** A doctor whom a person does not see on a day, as stored. */
export const skip = z.object({
  user_id: z.uuid(),
  doctor_id: z.uuid(),
  day: requiredDay,
  reason: z.enum(skipReasons),
  note: z.string().nullable(),
  created_at: z.iso.datetime(),
});

/** The day of a skip that is taken back; today if it is left out. */
export const skipQuery = z.object({ day: requiredDay.optional() });

export type SkipInput = z.input<typeof skipInput>;
export type Skip = z.output<typeof skip>;
