import type { Slipping } from "../coverage/slipping.ts";
import { cityKey } from "../doctors/same-city.ts";
import { maxLikelyDoctors } from "./limits.ts";

/**
 * Who of the doctors that are about to be missed was probably seen that day: those in the cities of the day's planned
 * visits count more, without those who are `taken`. In their own order (`slipping`), which is that of Today.
 */
export function chooseLikely<Row extends Pick<Slipping, "doctor">>(
  ranked: readonly Row[],
  cities: Iterable<string>,
  taken: Iterable<string>,
): Row[] {
  const out = new Set(taken);
  const near = new Set([...cities].map(cityKey));
  const isNear = ({ doctor: { city } }: Row) => city !== null && near.has(cityKey(city));
  const left = ranked.filter(({ doctor }) => !out.has(doctor.id));
  const chosen = [...left.filter(isNear), ...left.filter((row) => !isNear(row))].slice(0, maxLikelyDoctors);
  return left.filter((row) => chosen.includes(row));
}
