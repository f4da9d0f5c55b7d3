import { cityOf, withCity } from "../../doctors/city.ts";
import { type ComparedDoctor, comparable, likeness } from "../../doctors/duplicates/likeness.ts";
import { phoneNumbers } from "../../doctors/phone.ts";
import { citySound } from "../../doctors/renamed-cities.ts";
import { doctorNameKey } from "../../doctors/same-name.ts";
import { remembered } from "../../records/remembered.ts";
import { capitalized } from "../../text/capitalized.ts";
import { nameKey } from "../../text/name-key.ts";
import { plainWords } from "../../text/search-words.ts";
import type { CleanedDoctor, FilledDoctor } from "./clean-doctor.ts";
import type { DoctorImportField } from "./doctor-fields.ts";

/** What tells doctors apart. */
export type Identity = ComparedDoctor;

/** A doctor who is there, with whose it is in the words of an exported list. */
export type KnownDoctor = { [Field in keyof FilledDoctor]-?: Exclude<FilledDoctor[Field], undefined> } & {
  id: string;
  version: number;
  representative_id: string | null;
  representative: string;
};

/** The identity of a row, also of one that can't be brought in as it is. */
export const identityOf = remembered(({ filled, raw }: CleanedDoctor): Identity => {
  return {
    name: filled.name ?? raw.name ?? "",
    specialization: filled.specialization ?? null,
    hospital: filled.hospital ?? raw.hospital ?? null,
    contact_number: filled.contact_number ?? raw.contact_number ?? null,
    email: filled.email ?? raw.email ?? null,
    address: filled.address ?? raw.city ?? raw.address ?? null,
  };
});

/**
 * By what a doctor is found again among the rows of a file, and by what to look: two are like each other if one of them is
 * kept under what the other looks for. A name is looked for in its city and where there is none; without a city, everywhere.
 */
export const keysOf = remembered((identity: Identity): { kept: string[]; sought: string[] } => {
  const { city, phones, email } = comparable(identity);
  const name = sameNameKey(identity.name);
  const own = [...phones.map((number) => `p${number}`), ...(email === "" ? [] : [`e${email}`])];
  const inCity = `n${city}@${name}`;
  return {
    kept: [...own, inCity, `*${name}`],
    sought: [...own, ...(city === "" ? [`*${name}`] : [inCity, `n@${name}`])],
  };
});

/** The key of a name; of one without a word, such as "---", the name itself. */
function sameNameKey(name: string): string {
  return doctorNameKey(name) || nameKey(name);
}

/** How two doctors are like each other: `same`, or what they have in common so that a person must decide. */
export type Likeness = "same" | "same_name" | "same_phone" | "same_email";

/**
 * The same phone and a name that is or sounds the same, or the same name, hospital and city, are the same doctor. The same
 * name in what may be the same city, or the same phone or email address, is for a person to decide.
 */
export function likenessOf(one: Identity, other: Identity): Likeness | null {
  const [mine, theirs] = [comparable(one), comparable(other)];
  if (likeness(mine, theirs)?.isSure) return "same";
  if (sameNameKey(one.name) === sameNameKey(other.name)) {
    const isSamePlace =
      mine.city === theirs.city && plainWords(one.hospital ?? "") === plainWords(other.hospital ?? "");
    if (isSamePlace) return "same";
    if (!mine.city || !theirs.city || mine.city === theirs.city) return "same_name";
  }
  if (mine.phones.some((number) => theirs.phones.includes(number))) return "same_phone";
  return mine.email !== "" && mine.email === theirs.email ? "same_email" : null;
}

/** The text of a field in an exported list. */
function exported(field: DoctorImportField, doctor: KnownDoctor): string {
  if (field === "city") return cityOf(doctor.address);
  if (field === "doctor_type") return capitalized(doctor.doctor_type ?? "");
  return String(doctor[field] ?? "");
}

/** Whether each cell of a row has what an exported list has of a doctor. */
export function isAsExported({ raw }: CleanedDoctor, doctor: KnownDoctor): boolean {
  return Object.entries(raw).every(([field, text]) => {
    const stored = exported(field as DoctorImportField, doctor).trim();
    return text === "" || text === stored || text === `'${stored}`;
  });
}

/** A field that a row fills with something else than is stored. */
export type Difference = {
  field: DoctorImportField;
  from: string | null;
  to: string;
  value: string | number;
};

/** What a row would change of a doctor. What differs only in case, spaces or punctuation is no difference. */
export function differencesOf(row: CleanedDoctor, doctor: KnownDoctor): Difference[] {
  const found: Difference[] = [];
  for (const field of Object.keys(row.filled) as (keyof FilledDoctor)[]) {
    const given = field === "address" ? addressFor(row, doctor) : row.filled[field];
    if (given === null || given === undefined || isSameValue(field, given, doctor[field])) continue;
    const isAsStored =
      row.raw[field] === exported(field, doctor) && (field !== "address" || row.city === null);
    if (isAsStored) continue;
    const from = doctor[field];
    found.push({ field, from: from === null ? null : String(from), to: String(given), value: given });
  }
  return found;
}

/** The address that a doctor would have: a row with a city alone changes only what is behind the last comma. */
function addressFor({ filled, city, hasAddress }: CleanedDoctor, doctor: KnownDoctor): string | null {
  if (hasAddress || city === null) return filled.address ?? null;
  if (citySound(doctor.address) === citySound(city)) return doctor.address;
  return withCity(doctor.address, city);
}

function isSameValue(
  field: keyof FilledDoctor,
  given: string | number,
  stored: string | number | null,
): boolean {
  if (stored === null || typeof given === "number" || typeof stored === "number") return given === stored;
  if (given === stored) return true;
  if (field === "email") return given.toLowerCase() === stored.toLowerCase();
  if (field === "name") return doctorNameKey(given) !== "" && doctorNameKey(given) === doctorNameKey(stored);
  if (field === "contact_number") {
    const [dialled, known] = [given, stored].map((text) =>
      phoneNumbers(text)
        .map(({ dial }) => dial)
        .join(),
    );
    return dialled !== "" && dialled === known;
  }
  return plainWords(given) !== "" && plainWords(given) === plainWords(stored);
}
