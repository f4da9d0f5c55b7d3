import { cityOf } from "../../doctors/city.ts";
import { phoneNumbers } from "../../doctors/phone.ts";
import { citySound } from "../../doctors/renamed-cities.ts";
import { doctorNameKey } from "../../doctors/same-name.ts";
import { nameWords } from "../../products/match-products.ts";
import { folded, plainWords } from "../../text/search-words.ts";
import { cleanDoctor } from "../doctors/clean-doctor.ts";
import { type Identity, identityOf, type KnownDoctor, likenessOf } from "../doctors/compare-doctors.ts";
import type { DoctorText } from "./clean-visit.ts";

/** The texts that mean one doctor: differences of case, accents, spaces and titles do not count, nor the order of names. */
export function doctorTextKey({ name, contact_number, hospital, city }: DoctorText): string {
  const key = doctorNameKey(name) || plain(name);
  return JSON.stringify([key, ...[contact_number, hospital, city].map(plain)]);
}

/** The texts that mean one product. */
export function productTextKey(product: string): string {
  return JSON.stringify([plain(product)]);
}

const plain = (text: string) => folded(text).replace(/\s+/g, " ").trim();

/** A doctor's text as a row of a list of doctors, by which doctors who are there are found. */
export function doctorRow({ name, contact_number, hospital, city }: DoctorText) {
  return cleanDoctor({ name, contact_number, hospital, city });
}

/**
 * Which of some doctors a text means: the only one with the same phone and an alike name, or else the only one of this
 * name in the city and hospital that the text says, and whose phone is not another one. Undefined if that is not clear.
 */
export function matchDoctor(text: DoctorText, known: readonly KnownDoctor[]): KnownDoctor | undefined {
  const identity = identityOf(doctorRow(text));
  const likenesses = known.map((doctor) => ({ doctor, likeness: likenessOf(identity, doctor) }));
  const only = (of: typeof likenesses) => (of.length === 1 ? of[0]?.doctor : undefined);
  const same = likenesses.filter(({ likeness }) => likeness === "same");
  if (same.length > 0) return only(same);
  // A text without a name is no more than its number.
  if (text.name === "") return only(likenesses.filter(({ likeness }) => likeness === "same_phone"));
  if (likenesses.some(({ likeness }) => likeness === "same_phone")) return undefined;
  const named = only(likenesses.filter(({ likeness }) => likeness === "same_name"));
  return named && agrees(text, identity, named) ? named : undefined;
}

function agrees(text: DoctorText, { contact_number }: Identity, doctor: KnownDoctor): boolean {
  if (text.city !== "" && citySound(text.city) !== citySound(cityOf(doctor.address))) return false;
  if (text.hospital !== "" && plainWords(text.hospital) !== plainWords(doctor.hospital ?? "")) return false;
  return phoneNumbers(contact_number).length === 0 || phoneNumbers(doctor.contact_number).length === 0;
}

/** The only product of a name, whatever its case, accents and punctuation; undefined if none or several have it. */
export function matchProduct<Product extends { name: string }>(
  products: readonly Product[],
): (text: string) => Product | undefined {
  const byName = new Map<string, Product | null>();
  for (const product of products) {
    const key = nameWords(product.name);
    byName.set(key, byName.has(key) ? null : product);
  }
  return (text) => byName.get(nameWords(text)) ?? undefined;
}
