import { doctorClasses, doctorTypes } from "@rounds/domain/doctors/choices.ts";
import type { DoctorInput } from "@rounds/domain/doctors/doctor.ts";
import { entriesOf } from "@rounds/domain/records/entries.ts";
import { capitalized } from "@rounds/domain/text/capitalized.ts";

type Choice = { value: string; label: string };

/** How a field of a doctor is shown. */
export type DoctorField = {
  label: string;
  control: "text" | "tel" | "email" | "area" | "choice";
  required?: boolean;
  choices?: readonly Choice[];
  /** The text for no choice. */
  placeholder?: string;
};

export const classChoices = doctorClasses.map((value) => ({ value, label: value }));
export const typeChoices = doctorTypes.map((value) => ({ value, label: capitalized(value) }));

/**
 * Every field that people set, in display order: the form, the detail card and the comparison of versions follow it.
 */
export const doctorFields = {
  name: { label: "Doctor Name", control: "text", required: true },
  specialization: { label: "Specialization", control: "text" },
  hospital: { label: "Hospital/Clinic", control: "text" },
  doctor_class: {
    label: "Doctor Class",
    control: "choice",
    choices: classChoices,
    placeholder: "Select a class",
  },
  doctor_type: {
    label: "Doctor Type",
    control: "choice",
    choices: typeChoices,
    placeholder: "Select a type",
  },
  contact_number: { label: "Contact Number", control: "tel" },
  email: { label: "Email", control: "email" },
  address: { label: "Address", control: "area" },
} as const satisfies Record<keyof DoctorInput, DoctorField>;

/** The fields with their names, in display order. */
export const doctorFieldList = entriesOf<keyof DoctorInput, DoctorField>(doctorFields);

/** A field's shown value; "" if there is none. */
export function shownValue(field: DoctorField, value: string | null | undefined): string {
  return field.choices?.find((choice) => choice.value === value)?.label ?? value ?? "";
}
