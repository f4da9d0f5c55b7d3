import type { DoctorInput } from "./doctor.ts";
import { digitsOfNumber, tooShortNumbers } from "./phone.ts";

/** Sentences about what is unlikely but possible in a doctor. A contact number that stays as it was is not asked about. */
export function doctorDoubts(
  { contact_number }: Pick<DoctorInput, "contact_number">,
  before: string | null = null,
): string[] {
  if (contact_number === before) return [];
  return tooShortNumbers(contact_number).map(
    (typed) => `The contact number “${typed}” has fewer than ${digitsOfNumber} digits.`,
  );
}
