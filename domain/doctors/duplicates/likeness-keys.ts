import { folded } from "../../text/search-words.ts";
import { phoneDigits } from "../phone-digits.ts";
import { presentCity } from "../renamed-cities.ts";
import { doctorNameKey } from "../same-name.ts";
import type { ComparedDoctor } from "./likeness.ts";
import { consonantsOf, nameParts } from "./name-sound.ts";

/** The most characters of a key, because an index entry has a limit. */
const longestKey = 200;

/**
 * By what doctors who may be one are found: nobody is compared with a doctor with whom they share no key. The phones, the email
 * address, the name as it is (`=`), and in their city: the name written together (`j`), and each word of it with the
 * first letter of each other (`w`), so that "S. Banerjee" finds Santanu Banerjee. `i` marks a name with initials. The
 * database function doctor_keys has the same rules.
 */
export function likenessKeys(
  doctor: Pick<ComparedDoctor, "name" | "contact_number" | "email" | "address">,
): string[] {
  const name = doctorNameKey(doctor.name);
  const { words, initials, whole } = nameParts(doctor.name);
  const city = consonantsOf(presentCity(doctor.address));
  const sounds = words.map(consonantsOf);
  const keys = [
    ...contactKeys(doctor),
    ...(name ? [`=${name}`, `j${consonantsOf(whole)}@${city}`] : []),
    ...(initials.length > 0 ? ["i"] : []),
    ...sounds.flatMap((sound, at) => {
      const others = sounds.filter((_, other) => other !== at).flatMap((other) => Array.from(other)[0] ?? []);
      const letters = [...others, ...initials, ...initials.map(consonantsOf)];
      return letters.map((letter) => `w${letter} ${sound}@${city}`);
    }),
  ];
  return [...new Set(keys.map(shortened))];
}

/**
 * The keys by which doctors like one are looked up. A middle name is none of them if there are three words: half of a city has
 * "Kumar" in the middle, and who shares nothing else is another doctor.
 */
export function askedKeys(doctor: Parameters<typeof likenessKeys>[0]): string[] {
  const sounds = nameParts(doctor.name).words.map(consonantsOf);
  const [first, last] = [sounds[0], sounds.at(-1)];
  const isMiddle = (key: string) =>
    key.startsWith("w") && ![first, last].includes(key.slice(key.indexOf(" ") + 1, key.lastIndexOf("@")));
  return likenessKeys(doctor).filter((key) => key !== "i" && !(sounds.length > 2 && isMiddle(key)));
}

/** Those of a doctor's keys that are phone numbers and the email address: who shares one shares the number or the address. */
export function contactKeys({
  contact_number,
  email,
}: Pick<ComparedDoctor, "contact_number" | "email">): string[] {
  const phones = phoneDigits(contact_number).map((digits) => `p${digits}`);
  return [...phones, ...(email ? [shortened(`e${folded(email)}`)] : [])];
}

function shortened(key: string): string {
  return Array.from(key).slice(0, longestKey).join("");
}
