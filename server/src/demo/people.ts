import type { DemoPerson } from "@rounds/auth/admin/demo-people.ts";
import type { Day } from "@rounds/domain/calendar/calendar.ts";
import type { Random } from "@rounds/domain/random/random.ts";
import { idAt } from "./ids.ts";
import { cities } from "./places.ts";
import { teamSince } from "./workdays.ts";

/** The invented team: a manager, and representatives with their cities and their visits on a day, from and to. */
const team = [
  { name: "Anjali Deshpande", role: "manager", cities: [], pace: [0, 0] },
  { name: "Sneha Kulkarni", role: "representative", cities: ["Mumbai", "Pune"], pace: [3, 6] },
  { name: "Jignesh Patel", role: "representative", cities: ["Ahmedabad", "Jaipur"], pace: [2, 5] },
  { name: "Simran Malhotra", role: "representative", cities: ["New Delhi", "Chandigarh"], pace: [3, 5] },
  { name: "Karthik Iyer", role: "representative", cities: ["Bengaluru", "Chennai"], pace: [2, 4] },
  { name: "Moumita Ghosh", role: "representative", cities: ["Kolkata", "Lucknow"], pace: [2, 6] },
] as const;

/** The same for the cities without a representative. */
const paceOfNobody = [2, 4] as const;

/** The person with the cities of their doctors. */
export type TeamMember = DemoPerson & Pick<Patch, "cities" | "pace">;

/** The team, which signed up on the first working day of the demo's representatives. */
export function makeTeam(today: Day, random: Random): TeamMember[] {
  const day = teamSince(today);
  return team.map(({ name, role, cities: own, pace }, index) => ({
    id: idAt(day, 200 + index * 5, random),
    name,
    email: `${name.toLowerCase().replace(" ", ".")}@demo.example`,
    role,
    since: `${day}T0${3 + index}:15:00.000Z`,
    cities: own,
    pace,
  }));
}

/** A group of cities that is worked at once: a representative's, or those of nobody. */
export type Patch = {
  person: TeamMember | null;
  cities: readonly string[];
  /** How many visits a working day has, from and to. */
  pace: readonly [number, number];
};

/** Who works where: the representatives, and the cities without one, which are everybody's. */
export function patchesOf(people: readonly TeamMember[]): Patch[] {
  const own = people.filter((person) => person.cities.length > 0);
  const taken = new Set(own.flatMap((person) => person.cities));
  const free = cities.map(({ name }) => name).filter((name) => !taken.has(name));
  const theirs = own.map((person) => ({ person, cities: person.cities, pace: person.pace }));
  return [...theirs, { person: null, cities: free, pace: paceOfNobody }];
}
