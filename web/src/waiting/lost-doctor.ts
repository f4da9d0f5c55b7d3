import { phoneNumbers } from "@rounds/domain/doctors/phone.ts";
import type { SyncedDoctor } from "@rounds/domain/sync/sync.ts";
import { nameKey } from "@rounds/domain/text/name-key.ts";
import type { Entry } from "../phone/entry.ts";
import type { Rows } from "../phone/phone-state.ts";

/** The most doctors that are suggested. */
const mostSuggested = 2;

/** The deleted doctor of a refused visit, as the phone has known them. */
export function lostDoctor(entry: Entry, base: Rows): SyncedDoctor | undefined {
  // The engine puts its own row there.
  const answered = entry.error?.details?.doctor as SyncedDoctor | undefined;
  return answered ?? base.doctors.get(String(entry.body?.doctor_id));
}

/** Doctors who are probably the same person: of the same name, or with the same phone number. */
export function sameDoctors(lost: SyncedDoctor | undefined, base: Rows): SyncedDoctor[] {
  if (!lost) return [];
  const name = plainName(lost.name);
  const numbers = new Set(phoneNumbers(lost.contact_number).map(({ dial }) => dial));
  const found: SyncedDoctor[] = [];
  for (const doctor of base.doctors.values()) {
    if (found.length === mostSuggested) break;
    if (doctor.id === lost.id) continue;
    const isSame =
      plainName(doctor.name) === name ||
      phoneNumbers(doctor.contact_number).some(({ dial }) => numbers.has(dial));
    if (isSame) found.push(doctor);
  }
  return found;
}

/** A name without what people leave out: "Dr. Asha  Rao" is "asha rao". */
function plainName(name: string): string {
  return nameKey(name)
    .replace(/^(dr|doctor)\b\.?/, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
