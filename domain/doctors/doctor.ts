import { z } from "zod";
import { recordFields } from "../records/record.ts";
import { nameText, optionalChoice, optionalText, requiredText } from "../text/text.ts";
import { doctorClasses, doctorTypes, maxNorm } from "./choices.ts";
import { longestAddress, longestContact } from "./limits.ts";

export { doctorClasses, doctorTypes } from "./choices.ts";

const noName = "Please enter the doctor's name";

const noNorm = `Please enter a whole number from 0 to ${maxNorm}, or nothing`;
const noPerson = "Please choose a person";

/** A doctor's own calls a month. */
export const ownNorm = z.int(noNorm).min(0, noNorm).max(maxNorm, noNorm);

/** The id of a person to whom doctors belong. */
export const personId = z.uuid(noPerson).overwrite((id) => id.toLowerCase());

/** An empty field of a form as null; what was not sent at all stays so, and is left as it is stored. */
const noneIfEmpty = <Value>(value: Value | "") => (value === "" ? null : value);

/** The fields of a doctor that a person may set. This is THE field list: form, route and columns follow it. */
export const doctorInput = z.strictObject({
  name: nameText(200, noName),
  specialization: optionalText(200),
  hospital: optionalText(200),
  doctor_class: optionalChoice(doctorClasses),
  doctor_type: optionalChoice(doctorTypes),
  contact_number: optionalText(longestContact),
  email: optionalText(254, {
    holds: /^[^\s@]+@[^\s@]+$/,
    message: "Please enter an email address such as name@example.com",
  }),
  address: optionalText(longestAddress),
  /** The doctor's own calls a month; 0: no target; null: the norm of the class. Not sent: stays as it is. */
  norm: z
    .union([z.literal("", noNorm), ownNorm, z.null()], noNorm)
    .transform(noneIfEmpty)
    .optional(),
  /** Whose doctor this is; null: everybody's. Not sent: stays as it is, and a new doctor is the sender's. */
  representative_id: z
    .union([z.literal("", noPerson), personId, z.null()], noPerson)
    .transform(noneIfEmpty)
    .optional(),
});

/** A doctor as stored. */
export const doctor = doctorInput.extend({
  ...recordFields,
  name: requiredText(200, noName),
  norm: z.int().min(0).max(maxNorm).nullable(),
  representative_id: z.uuid().nullable(),
});

export type DoctorInput = z.output<typeof doctorInput>;
export type Doctor = z.output<typeof doctor>;
