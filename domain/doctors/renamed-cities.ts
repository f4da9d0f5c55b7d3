import { cityOf } from "./city.ts";
import { soundOf } from "./duplicates/name-sound.ts";
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

/** The city of an address by its present name, without spaces, as a key of cities; empty without a city. */
export function presentCity(address: string | null): string {
  const key = cityKey(cityOf(address));
  return (presentNames.get(key) ?? key).replaceAll(" ", "");
}

/** How the present name of an address's city sounds: "Kolkatta", "KOLKATA - 700001" and "Calcutta" are one. */
export function citySound(address: string | null): string {
  return soundOf(presentCity(address));
}
