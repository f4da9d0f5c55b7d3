import { byCodePoint, nameKey } from "../text/name-key.ts";
import { cityOf } from "./city.ts";
import { type ComparedDoctor, comparable, likeness } from "./duplicates/likeness.ts";
import { maxAlike } from "./picker-limits.ts";
import { cityKey } from "./same-city.ts";

/** A doctor as far as one is typed; an empty text is not known. */
type TypedDoctor = { name: string; city: string; phone: string };

/** A typed doctor in the form in which stored ones are compared and looked up. */
export function typedDoctor({ name, city, phone }: TypedDoctor): ComparedDoctor {
  const none = { specialization: null, hospital: null, email: null };
  return { ...none, name, contact_number: phone || null, address: city || null };
}

/**
 * Of stored doctors those whom a typed one may be, the likeliest first, then by name, at most `maxAlike`: those who are
 * alike, and those of the same name who may be of the same city.
 */
export function alikeAmong<Stored extends ComparedDoctor & { id: string }>(
  typed: TypedDoctor,
  doctors: Iterable<Stored>,
): Stored[] {
  const wanted = comparable(typedDoctor(typed));
  const place = cityKey(typed.city);
  if (wanted.key === "") return [];
  const found: { doctor: Stored; score: number; key: string }[] = [];
  for (const doctor of doctors) {
    const own = comparable(doctor);
    const like = likeness(wanted, own);
    const city = own.key === wanted.key ? cityKey(cityOf(doctor.address)) : undefined;
    const isNamesake = city !== undefined && (place === "" || city === "" || city === place);
    if (like || isNamesake) found.push({ doctor, score: like?.score ?? 0, key: nameKey(doctor.name) });
  }
  found.sort(
    (one, other) =>
      other.score - one.score ||
      byCodePoint(one.key, other.key) ||
      byCodePoint(one.doctor.id, other.doctor.id),
  );
  return found.slice(0, maxAlike).map(({ doctor }) => doctor);
}
