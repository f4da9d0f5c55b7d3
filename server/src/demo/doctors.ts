import { addDays, type Day } from "@rounds/domain/calendar/calendar.ts";
import { defaultNorms, wholeNorm } from "@rounds/domain/coverage/norms.ts";
import {
  type DoctorClass,
  type DoctorType,
  doctorClasses,
  doctorTypes,
} from "@rounds/domain/doctors/choices.ts";
import type { DoctorInput } from "@rounds/domain/doctors/doctor.ts";
import { type DoctorCreation, doctorCreation } from "@rounds/domain/doctors/doctor-list.ts";
import type { ProductCategory } from "@rounds/domain/products/product.ts";
import type { Random } from "@rounds/domain/random/random.ts";
import { idAt } from "./ids.ts";
import { names, unusualNames } from "./names.ts";
import type { Patch } from "./people.ts";
import { type City, cities } from "./places.ts";

/** A doctor of the demo with what determines the visits. */
export type DemoDoctor = {
  row: DoctorInput & { id: string };
  city: string;
  /** How many calls a month the representatives plan. */
  calls: number;
  /** What the doctor mostly prescribes or dispenses. */
  interests: ProductCategory[];
};

const doctorsPerCity = 25;

const specializations: { name: string; share: number; interests: ProductCategory[] }[] = [
  { name: "General Physician", share: 7, interests: ["Antibiotics", "Pain Relief", "Other", "Vitamins"] },
  { name: "Cardiologist", share: 3, interests: ["Cardiovascular", "Supplements"] },
  { name: "Diabetologist", share: 3, interests: ["Diabetes", "Cardiovascular", "Vitamins"] },
  { name: "Paediatrician", share: 3, interests: ["Antibiotics", "Respiratory", "Vitamins", "Other"] },
  { name: "Orthopaedic Surgeon", share: 2, interests: ["Pain Relief", "Supplements"] },
  { name: "Pulmonologist", share: 2, interests: ["Respiratory", "Antibiotics"] },
  { name: "Gynaecologist", share: 2, interests: ["Supplements", "Vitamins", "Antibiotics"] },
  { name: "ENT Specialist", share: 1, interests: ["Respiratory", "Antibiotics"] },
  { name: "Dermatologist", share: 1, interests: ["Other", "Vitamins"] },
  { name: "Gastroenterologist", share: 1, interests: ["Other", "Supplements"] },
  { name: "Neurologist", share: 1, interests: ["Vitamins", "Pain Relief"] },
  { name: "Endocrinologist", share: 1, interests: ["Diabetes", "Supplements"] },
];

/** In a hundred doctors. */
const classShares: Record<DoctorClass, number> = { A: 22, B: 36, C: 38 };
const classes = [
  ...doctorClasses.map((name) => ({ name, share: classShares[name] })),
  { name: null, share: 4 },
];
const typeShares: Record<DoctorType, number> = { prescriber: 7, dispenser: 3 };

/** The 300 doctors, entered in the week before `firstDay`. Some lack what a representative could not find out. */
export function makeDoctors(firstDay: Day, patches: readonly Patch[], random: Random): DemoDoctor[] {
  const taken = new Set<string>();
  return cities.flatMap((city, place) => {
    const patch = patches.find((candidate) => candidate.cities.includes(city.name));
    const representative_id = patch?.person?.id ?? null;
    const houses = city.hospitals.map((name) => ({ name, address: addressIn(city, "hospital", random) }));
    return Array.from({ length: doctorsPerCity }, (_, index) => {
      const number = place * doctorsPerCity + index;
      const person = nameFor(number, city, taken, random);
      const entered = { day: addDays(firstDay, -7 + Math.floor(place / 2)), minute: 300 + index * 4 };
      const id = idAt(entered.day, entered.minute, random);
      const house = random.chance(0.6) ? random.pick(houses) : ownPractice(person.ascii, city, random);
      return makeDoctor({ id, person, city, house, representative_id, random });
    });
  });
}

type Person = { name: string; ascii: string };
type House = { name: string | null; address: string };

function makeDoctor(given: {
  id: string;
  person: Person;
  city: City;
  house: House;
  representative_id: string | null;
  random: Random;
}): DemoDoctor {
  const { id, person, city, house, representative_id, random } = given;
  const field = random.weighted(specializations, ({ share }) => share);
  const rank = random.weighted(classes, ({ share }) => share);
  const norm = normOf(rank.name, random);
  const known = <Value>(value: Value, share: number) => (random.chance(share) ? value : null);
  const entered: Required<DoctorCreation> = {
    id,
    name: person.name,
    specialization: known(field.name, 0.97),
    hospital: house.name,
    doctor_class: rank.name,
    doctor_type: known(
      random.weighted(doctorTypes, (type) => typeShares[type]),
      0.96,
    ),
    contact_number: known(phoneNumber(random), 0.94),
    email: known(`${person.ascii}@${domainOf(house.name ?? city.name)}.example`, 0.75),
    address: house.address,
    norm,
    representative_id,
  };
  return {
    row: doctorCreation.parse(entered),
    city: city.name,
    calls: wholeNorm({ doctor_class: rank.name, norm }, defaultNorms),
    interests: field.interests,
  };
}

/** A norm of the doctor's own, in calls a month: some of class C are not called on, a few of class B weekly. */
function normOf(doctorClass: DoctorClass | null, random: Random): number | null {
  const own = { A: 0.1, B: 0.12, C: 0.55 };
  if (!doctorClass || !random.chance(own[doctorClass])) return null;
  return { A: 6, B: 4, C: 0 }[doctorClass];
}

/**
 * The unusual names are spread over all cities; the others are typical of the city's part of the country, each once.
 */
function nameFor(number: number, city: City, taken: Set<string>, random: Random): Person {
  const every = Math.floor((cities.length * doctorsPerCity) / unusualNames.length);
  const unusual = number % every === every - 1 ? unusualNames[Math.floor(number / every)] : undefined;
  if (unusual) return unusual;
  for (;;) {
    const given = random.pick(names[city.region].given);
    const family = random.pick(names[city.region].family);
    const name = `Dr. ${given} ${family}`;
    if (taken.has(name)) continue;
    taken.add(name);
    return { name, ascii: `${given}.${family}`.toLowerCase() };
  }
}

function addressIn(city: City, building: "hospital" | "practice", random: Random): string {
  const number = random.integer(1, 240);
  const chambers = random.pick(["Shanti", "Laxmi", "Krishna", "Silver", "Unity"]);
  const door =
    building === "hospital"
      ? random.pick([`${number}`, `Plot ${number}`])
      : random.pick([`${number}`, `Shop ${random.integer(1, 24)}`, `2nd Floor, ${chambers} Chambers`]);
  return `${door}, ${random.pick(city.localities)}, ${city.name}`;
}

function ownPractice(ascii: string, city: City, random: Random): House {
  const family = ascii.slice(ascii.lastIndexOf(".") + 1);
  const kind = random.pick(["Clinic", "Nursing Home", "Polyclinic", "Medical Centre", null]);
  const name = kind && `${family.charAt(0).toUpperCase()}${family.slice(1)} ${kind}`;
  return { name, address: addressIn(city, "practice", random) };
}

/** A mobile number, so WhatsApp is offered; invented, because India has no numbers for examples. Nothing here calls it. */
function phoneNumber(random: Random): string {
  return `+91 6899${random.integer(0, 9)} ${random.integer(10_000, 99_999)}`;
}

function domainOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}
