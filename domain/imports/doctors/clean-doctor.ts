import type { z } from "zod";
import { cityOf } from "../../doctors/city.ts";
import { type DoctorInput, doctorInput } from "../../doctors/doctor.ts";
import { tooShortNumbers } from "../../doctors/phone.ts";
import { cityKey } from "../../doctors/same-city.ts";
import { remembered } from "../../records/remembered.ts";
import { filledCell, hasLostDigits, wholeCell, withoutDecimals } from "../clean-text.ts";
import type { ImportCells, ImportReason } from "../import-row.ts";
import { shortened } from "../shortened.ts";
import { addressCell, classCell, contactCell, nameCell, typeCell } from "./doctor-cells.ts";
import type { DoctorImportField } from "./doctor-fields.ts";

/** The fields of a doctor that a row fills, as they would be stored; a field that its cells leave empty is not there. */
export type FilledDoctor = Partial<Omit<DoctorInput, "representative_id">>;

/** A row as it was read. */
export type CleanedDoctor = {
  /** The cells without the spaces around them. */
  raw: ImportCells;
  filled: FilledDoctor;
  /** The city, if the row has a cell for it. */
  city: string | null;
  /** Whether the address has a cell of its own. */
  hasAddress: boolean;
  /** A person's name or email address. */
  representative: string | null;
  /** Why it can't be brought in. */
  refusals: ImportReason[];
  /** What was noticed and changed. */
  notes: ImportReason[];
};

const checked = doctorInput.omit({ representative_id: true }).partial();

/** The field at whose cell a message of the schema is shown. */
const fields: Readonly<Record<string, DoctorImportField>> = Object.fromEntries(
  Object.keys(checked.shape).map((field) => [field, field as DoctorImportField]),
);

/** Reads the cells of a row as the fields of a doctor: each is checked by the same rules as the form. */
export const cleanDoctor = remembered((cells: ImportCells): CleanedDoctor => {
  const refusals: ImportReason[] = [];
  const notes: ImportReason[] = [];
  const of = (field: DoctorImportField) => filledCell(cells[field] ?? "");
  const refuse = (field: DoctorImportField, code: string, message: string) =>
    refusals.push({ field, code, message });
  const note = (field: DoctorImportField, code: string, message: string) =>
    notes.push({ field, code, message });

  const address = addressCell(cells.address ?? "");
  const city = of("city");
  const given: Record<string, unknown> = {
    name: nameCell(cells.name ?? ""),
    specialization: of("specialization"),
    hospital: of("hospital"),
    doctor_class: choice("doctor_class", classCell),
    doctor_type: choice("doctor_type", typeCell),
    contact_number: contact(),
    email: email(),
    address: city === "" ? address : withCityBehind(address, city),
    norm: norm(),
  };

  /** One of a closed list; any other word is left for the schema to refuse. */
  function choice(field: "doctor_class" | "doctor_type", read: (text: string) => string | undefined) {
    const text = of(field);
    if (text === "") return "";
    const meant = read(text);
    if (meant !== undefined && meant.toLowerCase() !== text.toLowerCase())
      note(field, "read_as", `“${shortened(text)}” was read as ${meant}.`);
    return meant ?? text;
  }

  function contact(): string {
    const text = withoutDecimals(of("contact_number"));
    if (hasLostDigits(text)) {
      const message = `The spreadsheet has lost digits of this number (${shortened(text)}). Please type it again.`;
      refuse("contact_number", "digits_lost", message);
      return "";
    }
    const { kept, leftOut } = contactCell(text);
    if (leftOut.length > 0)
      note("contact_number", "left_out", `This is not brought in: ${shortened(leftOut.join(", "))}`);
    const short = tooShortNumbers(kept);
    if (short.length > 0)
      note(
        "contact_number",
        "digits_missing",
        `This number seems to lack digits: ${shortened(short.join(", "))}`,
      );
    return kept;
  }

  function email(): string {
    const [first = "", ...others] = of("email")
      .replace(/^mailto:/i, "")
      .split(/[;,/\s]+/)
      .filter(Boolean);
    if (others.length > 0 && first.includes("@"))
      note("email", "left_out", `Only the first address is brought in, not ${shortened(others.join(", "))}`);
    return first.includes("@") ? first : of("email");
  }

  function norm(): unknown {
    const text = of("norm");
    return text === "" ? "" : (wholeCell(text) ?? text);
  }

  const filled = Object.fromEntries(
    Object.entries(given).filter(([field, value]) => field === "name" || value !== ""),
  );
  const parsed = checked.safeParse(filled);
  if (!parsed.success) {
    for (const { path, message } of parsed.error.issues) {
      const field = fields[String(path[0])] ?? null;
      if (refusals.some((refusal) => refusal.field === field)) continue;
      // What is not in a cell can't be corrected there.
      const shown = field === "address" && address === "" ? "city" : field;
      refusals.push({ field: shown, code: "validation_failed", message });
    }
  }
  return {
    raw: Object.fromEntries(Object.entries(cells).map(([field, text]) => [field, text.trim()])),
    filled: parsed.success ? withoutNothing(parsed.data) : {},
    city: city === "" ? null : city,
    hasAddress: address !== "",
    representative: of("representative") || null,
    refusals,
    notes,
  };
});

/** The fields that hold something. */
function withoutNothing(data: z.output<typeof checked>): FilledDoctor {
  return Object.fromEntries(
    Object.entries(data).filter(([, value]) => value !== null && value !== undefined),
  ) as FilledDoctor;
}

/** An address with a city as its last part, unless it ends with it already. */
function withCityBehind(address: string, city: string): string {
  if (address === "") return city;
  return cityKey(cityOf(address)) === cityKey(city) ? address : `${address.replace(/[\s,]+$/, "")}, ${city}`;
}
