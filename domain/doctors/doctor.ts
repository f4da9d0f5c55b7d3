import { z } from "zod";
import { recordFields } from "../records/record.ts";
import { nameText, optionalChoice, optionalText, requiredText } from "../text/text.ts";
import { doctorClasses, doctorTypes } from "./choices.ts";

export { doctorClasses, doctorTypes } from "./choices.ts";

const noName = "Please enter the doctor's name";

/** The fields of a doctor that a person may set. This is THE field list: form, route and columns follow it. */
export const doctorInput = z.strictObject({
  name: nameText(200, noName),
  specialization: optionalText(200),
  hospital: optionalText(200),
  doctor_class: optionalChoice(doctorClasses),
  doctor_type: optionalChoice(doctorTypes),
  contact_number: optionalText(50),
  email: optionalText(254, {
    holds: /^[^\s@]+@[^\s@]+$/,
    message: "Please enter an email address such as name@example.com",
  }),
  address: optionalText(500),
});

/** A doctor as stored. */
export const doctor = doctorInput.extend({ ...recordFields, name: requiredText(200, noName) });

export type DoctorInput = z.output<typeof doctorInput>;
export type Doctor = z.output<typeof doctor>;
