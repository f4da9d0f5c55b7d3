import type { Representative } from "@rounds/domain/coverage/settings.ts";
import { doctorClasses, doctorTypes } from "@rounds/domain/doctors/choices.ts";
import type { DoctorInput } from "@rounds/domain/doctors/doctor.ts";
import { entriesOf } from "@rounds/domain/records/entries.ts";
import { capitalized } from "@rounds/domain/text/capitalized.ts";
import { nameOf } from "../../api/person-name.ts";

type Choice = { value: string; label: string };

/** How a field of a doctor is shown. */
export type DoctorField = {
  label: string;
  control: "text" | "tel" | "email" | "area" | "choice" | "number" | "person";
  required?: boolean;
  choices?: readonly Choice[];
  /** The text for no choice. */
  placeholder?: string;
  /** What the field means, under its label. */
  hint?: string;
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
  norm: {
    label: "Calls a month",
    control: "number",
    hint: "Empty: as many as for the doctor's class. 0: no target.",
  },
  representative_id: { label: "Representative", control: "person", placeholder: "Everybody" },
} as const satisfies Record<keyof DoctorInput, DoctorField>;

/** The fields with their names, in display order. */
export const doctorFieldList = entriesOf<keyof DoctorInput, DoctorField>(doctorFields);

/** A field's shown value; "" if there is none. `people` are those to whom a doctor may belong. */
export function shownValue(
  field: DoctorField,
  value: string | number | null | undefined,
  people: readonly Representative[] = [],
): string {
  // Nothing chosen means something there.
  if (field.control === "person") return value ? nameOf(people, String(value)) : (field.placeholder ?? "");
  return field.choices?.find((choice) => choice.value === value)?.label ?? String(value ?? "");
}

/**
 * A doctor's calls a month in words: their own, or those of their class: "4, as class A". `ofClass` is what the class
 * asks for, if that is known here.
 */
export function normWords(
  { norm, doctor_class }: { norm?: unknown; doctor_class?: string | null | undefined },
  ofClass?: number | null,
): string {
  const own = String(norm ?? "");
  if (own !== "") return own;
  if (!doctor_class) return "No target";
  return typeof ofClass === "number" ? `${ofClass}, as class ${doctor_class}` : `As class ${doctor_class}`;
}
