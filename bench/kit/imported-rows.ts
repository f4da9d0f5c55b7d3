import type { ImportCells } from "@rounds/domain/imports/import-row.ts";

/** The doctor of a line of a list that is brought in; each has a name, a number and an address of their own. */
export function importedDoctor(line: number, norm: string): ImportCells {
  const name = (number: number) =>
    Array.from(
      number.toString(7).padStart(5, "0"),
      (digit) => ["ka", "ri", "mo", "tu", "be", "sho", "la"][Number(digit)],
    ).join("");
  return {
    name: `DR ${name(line)} ${name(line * 7919)}`,
    specialization: "Cardiology",
    hospital: `Hospital ${line % 300}`,
    doctor_class: ["A", "b", "core", "C"][line % 4] ?? "A",
    doctor_type: "Prescriber",
    contact_number: `+91 ${7_000_000_000 + line * 131}`,
    email: `doctor${line}@example.com`,
    address: `${line} MG Road`,
    city: ["Pune", "Kolkata", "Delhi", "Chennai"][line % 4] ?? "Pune",
    norm,
  };
}
