import type { Doctor } from "@rounds/domain/doctors/doctor.ts";
import { phoneNumbers } from "@rounds/domain/doctors/phone.ts";

/** What is needed to reach a doctor; a missing field counts as empty. */
export type Reachable = Pick<Doctor, "name"> &
  Partial<Pick<Doctor, "contact_number" | "hospital" | "address">>;

/** The addresses that reach a doctor; null where there is none. */
type ContactWays = { call: string | null; whatsapp: string | null; directions: string | null };

/** Calls the first number; WhatsApp goes to the first that may be a mobile. */
export function contactWays({ contact_number, hospital, address }: Reachable): ContactWays {
  const numbers = phoneNumbers(contact_number);
  const [first] = numbers;
  const mobile = numbers.find(({ whatsapp }) => whatsapp)?.whatsapp;
  return {
    call: first ? callHref(first.dial) : null,
    whatsapp: mobile ? `https://wa.me/${mobile}` : null,
    directions: directionsHref(hospital, address),
  };
}

/** The address that dials a number. */
export function callHref(dial: string): string {
  return `tel:${dial}`;
}

/** Google refuses a longer address: https://developers.google.com/maps/documentation/urls/get-started */
const longestUrl = 2048;

/**
 * The way to a hospital and address with Google Maps, which opens its app on phones; null without an address. A place
 * that is too long loses its first parts, because the town at the end is needed most.
 */
function directionsHref(hospital: string | null = null, address: string | null = null): string | null {
  const lines = (address ?? "").split(/[,\n]/).flatMap((part) => part.trim() || []);
  if (lines.length === 0) return null;
  const parts = [...(hospital?.trim() ? [hospital.trim()] : []), ...lines];
  const hrefOf = (place: string) =>
    `https://www.google.com/maps/dir/?${new URLSearchParams({ api: "1", destination: place })}`;
  while (parts.length > 1 && hrefOf(parts.join(", ")).length > longestUrl) parts.shift();
  const href = hrefOf(parts.join(", "));
  return href.length > longestUrl ? hrefOf(parts.join("").slice(-200)) : href;
}
