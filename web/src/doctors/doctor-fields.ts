import type { DoctorInput } from "@rounds/domain/doctors/doctor.ts";

type Choice = { value: string; label: string };

/** How a field of a doctor looks to people. */
export type DoctorField = {
  label: string;
  control: "text" | "tel" | "email" | "area" | "choice";
  required?: boolean;
  choices?: readonly Choice[];
  /** The words for nothing chosen. */
  placeholder?: string;
};

export const classChoices = [
  { value: "A", label: "A" },
  { value: "B", label: "B" },
  { value: "C", label: "C" },
] as const;

export const typeChoices = [
  { value: "dispenser", label: "Dispenser" },
  { value: "prescriber", label: "Prescriber" },
] as const;

/** Every field that people set, in the order shown: the form, the detail card and the two versions follow it. */
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

/** The fields with their names, in the order shown. */
export const doctorFieldList = Object.entries(doctorFields) as [keyof DoctorInput, DoctorField][];

/** A field's value as people read it; "" when there is none. */
export function shownValue(field: DoctorField, value: string | null | undefined): string {
  return field.choices?.find((choice) => choice.value === value)?.label ?? value ?? "";
}
