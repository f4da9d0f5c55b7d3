import { cityOf } from "./city.ts";
import { soundOf } from "./name-sound.ts";
import { cityKey } from "./same-city.ts";

/** Cities that have another name now, by their former one, as keys of cities. */
const presentNames: ReadonlyMap<string, string> = new Map([
  ["bombay", "mumbai"],
  ["bangalore", "bengaluru"],
  ["madras", "chennai"],
  ["calcutta", "kolkata"],
  ["poona", "pune"],
  ["gurgaon", "gurugram"],
  ["baroda", "vadodara"],
  ["trivandrum", "thiruvananthapuram"],
  ["mysore", "mysuru"],
  ["cochin", "kochi"],
  ["calicut", "kozhikode"],
  ["allahabad", "prayagraj"],
  ["benares", "varanasi"],
  ["banaras", "varanasi"],
  ["vizag", "visakhapatnam"],
  ["pondicherry", "puducherry"],
  ["mangalore", "mangaluru"],
  ["simla", "shimla"],
  ["cawnpore", "kanpur"],
  ["gauhati", "guwahati"],
]);

/**
 * How the city of an address sounds, by which doctors are compared: "Kolkatta", "KOLKATA - 700001" and "Calcutta" are one.
 * Empty without a city. The database function city_sound has the same rules.
 */
export function citySound(address: string | null): string {
  const key = cityKey(cityOf(address));
  return soundOf((presentNames.get(key) ?? key).replaceAll(" ", ""));
}
