import { remembered } from "../../records/remembered.ts";
import { folded, plainWords } from "../../text/search-words.ts";
import type { DoctorInput } from "../doctor.ts";
import { phoneDigits } from "../phone-digits.ts";
import { citySound } from "../renamed-cities.ts";
import { doctorNameKey } from "../same-name.ts";
import { compareNames, type NameGrade, nameGrades, onlyAIsMissing } from "./name-grade.ts";
import { consonantsOf, type NameParts, nameParts, soundOf } from "./name-sound.ts";

/** What is compared of a doctor. */
export type ComparedDoctor = Pick<
  DoctorInput,
  "name" | "specialization" | "hospital" | "contact_number" | "email" | "address"
>;

/** How alike two doctors are who may be one. */
type Likeness = {
  /** To sort by, best first; above 0. */
  score: number;
  /** In words: "same phone, name sounds alike". */
  reason: string;
  /** Whether they are one beyond doubt: the same phone and name, or the same name, hospital and city. */
  isSure: boolean;
};

/** A doctor in the form in which they are compared, for one who is compared with many. */
type Comparable = {
  key: string;
  parts: NameParts;
  phones: readonly string[];
  email: string;
  hospital: string;
  specialization: string;
  city: string;
};

/** Words of hospitals that people write or leave out. */
const generic = new Set(
  [
    "the hospital hospitals hosp clinic clinics nursing home nh centre center medical med polyclinic healthcare health care",
    "multispeciality multispecialty super speciality specialty pvt ltd private limited dr and",
  ].flatMap((words) => words.split(" ")),
);

/** What is compared of a doctor, prepared once. */
export const comparable = remembered(
  (doctor: ComparedDoctor): Comparable => ({
    key: doctorNameKey(doctor.name),
    parts: nameParts(doctor.name),
    phones: phoneDigits(doctor.contact_number),
    email: folded(doctor.email ?? ""),
    hospital: hospitalKey(doctor.hospital),
    specialization: plainWords(doctor.specialization ?? ""),
    city: citySound(doctor.address),
  }),
);

/** How alike two doctors are, or null if they are probably two. */
export function likeness(one: Comparable, other: Comparable): Likeness | null {
  const names = compareNames(one, other);
  if (names === "none") return null;
  const phone = one.phones.some((number) => other.phones.includes(number));
  const facts: Facts = {
    names,
    phone,
    email: one.email !== "" && one.email === other.email,
    hospital: compare(one.hospital, other.hospital),
    city: isSameCity(one.city, other.city) ? "same" : compare(one.city, other.city),
    field: compare(one.specialization, other.specialization),
    otherPhone: !phone && one.phones.length > 0 && other.phones.length > 0,
  };
  if (!isLikely(facts)) return null;
  const isExact =
    names === "same" || (names === "sounds" && !onlyAIsMissing(one.parts.words, other.parts.words));
  return {
    score: scoreOf(facts),
    reason: reasonOf(facts),
    isSure: (phone && isExact) || (names === "same" && facts.hospital === "same" && facts.city === "same"),
  };
}

type Compared = "same" | "other" | "unknown";
type Facts = {
  names: NameGrade;
  phone: boolean;
  email: boolean;
  hospital: Compared;
  city: Compared;
  field: Compared;
  /** Both have numbers, and none in common. */
  otherPhone: boolean;
};

function isLikely({ names, phone, email, hospital, city, field, otherPhone }: Facts): boolean {
  const atLeast = (grade: NameGrade) => nameGrades.indexOf(names) >= nameGrades.indexOf(grade);
  // A family shares a phone, and colleagues the phone of their clinic.
  if (phone || email) return atLeast("initials") || (city !== "other" && hospital !== "other");
  if (city === "other") return false;
  if (city === "unknown") {
    if (otherPhone || field === "other") return false;
    return (
      (names === "same" && (hospital === "same" || field === "same")) ||
      (atLeast("sounds") && hospital === "same")
    );
  }
  // A big city has several doctors of a name.
  if (atLeast("sounds"))
    return field === "same" || hospital !== "other" || !(otherPhone || field === "other");
  if (names === "part" || field === "other") return false;
  return hospital === "same"
    ? field === "same" || names === "alike" || !otherPhone
    : hospital === "unknown" && field === "same" && !otherPhone;
}

const nameScores: Record<NameGrade, number> = {
  none: 0,
  part: 8,
  initials: 18,
  alike: 24,
  sounds: 32,
  same: 40,
};

function scoreOf({ names, phone, email, hospital, city, field, otherPhone }: Facts): number {
  const evidence = (compared: Compared, same: number, other: number) =>
    compared === "same" ? same : compared === "other" ? -other : 0;
  return Math.max(
    1,
    nameScores[names] +
      (phone ? 50 : 0) +
      (email ? 40 : 0) +
      evidence(hospital, 20, 6) +
      evidence(city, 15, 10) +
      evidence(field, 5, 6) -
      (otherPhone ? 6 : 0),
  );
}

const nameWords: Record<NameGrade, string> = {
  none: "",
  part: "part of the name",
  initials: "initials fit",
  alike: "name nearly the same",
  sounds: "name sounds alike",
  same: "same name",
};

function reasonOf({ names, phone, email, hospital, city }: Facts): string {
  return [
    phone && "same phone",
    email && "same email",
    nameWords[names],
    hospital === "same" && "same hospital",
    city === "same" && "same city",
  ]
    .filter(Boolean)
    .join(", ");
}

function compare(one: string, other: string): Compared {
  if (one === "" || other === "") return "unknown";
  return one === other ? "same" : "other";
}

/** Cities of one name in which only vowels differ, as in "Hydrabad"; in short names they count. */
function isSameCity(one: string, other: string): boolean {
  const consonants = consonantsOf(one);
  return consonants.length >= 4 && consonants === consonantsOf(other);
}

function hospitalKey(hospital: string | null): string {
  const words = plainWords(hospital ?? "").split(" ");
  const own = words.filter((word) => !generic.has(word));
  return soundOf((own.length > 0 ? own : words).join(""));
}
