import type { Random } from "../../../random/random.ts";
import type { ComparedDoctor } from "../likeness.ts";

// Pairs of which it is known whether they are one doctor. Spellings are listed as people of India write these names, not
// made by rules, so that the rules of the product are not compared with themselves.

type LabelledPair = { one: ComparedDoctor; other: ComparedDoctor; isOne: boolean; kind: string };

const list = (text: string) =>
  text
    .trim()
    .split(/\s+/)
    .map((names) => names.split("/"));
const men = list(`
  Shantanu/Santanu Bikash/Vikas/Vikash/Bikas Dharmendra/Dharmender Jitendra/Jitender Rabindra/Ravindra/Ravinder
  Rajesh Rakesh Ramesh Suresh Mahesh Dinesh Ganesh Mukesh Naresh Sanjay/Sanjai Vijay/Bijoy/Vijai Ajay Anil Sunil
  Ashok/Asok Prakash/Prakas Subhash/Subash/Subhas Sandeep/Sandip Pradeep/Pradip Kuldeep/Kuldip Manoj Vinod/Binod
  Biswajit/Bishwajit/Viswajit Abhijit/Avijit/Abhijeet Sourav/Saurav/Saurabh/Sourabh Somnath Venkatesh/Venkatesha
  Karthik/Kartik/Karthick Senthil Murugan Krishna Rajiv/Rajeev Sanjeev/Sanjiv Mohammed/Mohammad/Muhammad/Mohd
  Imran Farhan Arif/Aarif Yusuf/Yousuf/Yusuff Joseph George Thomas Manish Girish/Gireesh Satish/Sateesh Arun Varun Tarun
  Kiran Praveen/Pravin Naveen/Navin Harish/Hareesh Jagdish/Jagadish/Jagdeesh Lakshman/Laxman Chandrashekhar/Chandrasekhar
  Gurpreet Harpreet/Harprit Debasish/Debashish/Devashish Amitabh/Amitava Partha/Partho Omprakash Ramakrishna/Ramkrishna`);
const women = list(`
  Sunita/Suneeta Anita/Aneeta Sharmila/Sarmila Lakshmi/Laxmi/Lakshmy Meenakshi/Minakshi Pooja/Puja Neelam/Nilam Rita/Reeta
  Geeta/Gita/Geetha Seeta/Sita/Seetha Kavita/Kavitha Smita/Smitha Anitha Deepa/Dipa Deepika/Dipika Jyoti/Jyothi Swati/Swathi
  Vandana/Bandana Vidya/Bidya Shobha/Sobha/Shobhaa Usha Asha Manisha Fatima/Fathima/Fatimah Ayesha/Aysha/Aisha Shabana
  Rukmini Padma Revathi/Revati Bharati/Bharathi Saraswati/Saraswathi Nandini Debjani/Devjani Moumita Ananya
  Sreeja/Shreeja Priya Pratibha/Prathibha Sushma Sushila/Susheela Vineeta/Vinita Shweta/Sweta/Swetha Ritu/Reetu`);
const families = list(`
  Banerjee/Banerji/Bannerjee Mukherjee/Mukherji/Mukerjee Chatterjee/Chatterji/Chaterjee Agarwal/Aggarwal/Agrawal
  Chaudhary/Choudhary/Chowdhury/Chaudhuri/Choudhury Shrivastava/Srivastava/Srivastav Mishra/Misra Bhattacharya/Bhattacharyya
  Sharma/Sarma Verma/Varma Reddy/Reddi Rao Gupta Singh Kumar Iyer Nair Menon Pillai/Pillay Murthy/Murthi/Murty Shetty/Shetti
  Das/Dass Bose/Basu Ghosh/Ghose Dutta/Datta/Dutt Roy Sen Mitra Saxena/Saksena Trivedi/Trivedy Dwivedi/Dvivedi Joshi/Joshy
  Deshpande Kulkarni Patil Shah/Sah Mehta/Mehtha Patel Desai Siddiqui/Siddiqi/Siddique Khan Sheikh/Shaikh/Shaik Ansari/Ansary
  Subramanian/Subramaniam/Subramanyan Krishnan Venkataraman/Venkatraman Natarajan Chakraborty/Chakravarty/Chakrabarti
  Mohanty/Mohanti Mahapatra/Mohapatra Fernandes/Fernandez D'Souza/Dsouza Kurian/Kurien Varghese/Verghese Jain Bhatia/Bhatiya`);
const middles = list("Kumar/Kr Prasad Chandra Nath Lal Mohan Devi Rani Kumari Bala");
const cities = list(`
  Kolkata/Calcutta/KOLKATA Mumbai/Bombay/mumbai Bengaluru/Bangalore Pune/PUNE Delhi Patna Lucknow Chennai/Madras Hyderabad/Hydrabad
  Jaipur Indore Nagpur Bhopal Guwahati/Gauhati Kochi/Cochin Coimbatore/Coimbatur`);
const hospitals = [
  ["Apollo Hospital", "Apollo Hospitals", "APOLLO HOSP."],
  ["Fortis Hospital", "Fortis Healthcare", "Fortis"],
  ["City Clinic", "City Nursing Home", "CITY CLINIC"],
  ["Ruby Hall Clinic", "Ruby Hall", "Rubi Hall Clinic"],
  ["Sanjeevani Hospital", "Sanjivani Hosp", "Sanjeevani Hospital Pvt. Ltd."],
  ["Lakeview Medical Centre", "Lake View Medical Center", "Lakeview"],
  ["St. Mary's Hospital", "St Marys Hospital", "St. Mary's"],
  ["Manipal Hospital", "Manipal Hospitals", "The Manipal Hospital"],
];
const fields = [
  "Cardiology",
  "ENT",
  "Paediatrics",
  "General Medicine",
  "Orthopaedics",
  "Dermatology",
  "Gynaecology",
  "Neurology",
];

type Person = {
  given: string[];
  middle: string[] | null;
  family: string[];
  city: string[];
  hospital: string[];
};

/** So many pairs, half of them one doctor. */
export function labelledPairs(random: Random, count: number): LabelledPair[] {
  return Array.from({ length: count }, (_, index) =>
    index % 2 === 0 ? sameDoctor(random) : twoDoctors(random),
  );
}

function sameDoctor(random: Random): LabelledPair {
  const person = somebody(random);
  const one = written(person, random);
  let other = written(person, random, true);
  const family = random.pick(person.family);
  const initials = [person.given, person.middle].flatMap((names) =>
    names ? random.pick(names).charAt(0) : [],
  );
  const ways: { kind: string; share: number; name: string }[] = [
    { kind: "spelling", share: 9, name: other.name },
    { kind: "initials", share: 1, name: `Dr. ${initials.join(". ")}. ${family}` },
    { kind: "initials", share: 1, name: `${initials.join("")} ${family}` },
    { kind: "initials", share: 1, name: `${family} ${initials.join(" ")}` },
    { kind: "order", share: 2, name: `${family} ${random.pick(person.given)}` },
    { kind: "typo", share: 2, name: mistyped(`${random.pick(person.given)} ${family}`, random) },
    { kind: "middle name", share: 4, name: `Dr ${random.pick(person.given)} ${family}` },
  ];
  const { kind, name } = random.weighted(ways, ({ share }) => share);
  other = { ...other, name };
  // Each lacks or changes something, but not all that tells them from a namesake.
  const kept = random.pick(["phone", "phone", "email", "hospital"]);
  if (kept !== "phone") other.contact_number = random.pick([null, mobile(random)]);
  if (kept !== "email") other.email = random.pick([null, one.email]);
  if (kept !== "hospital" && random.chance(0.4)) other.hospital = null;
  if (kept === "email" && !one.email) one.email = other.email = `${random.integer(1, 1e6)}@example.in`;
  if (kept === "email") other.email = random.pick([one.email, (one.email ?? "").toUpperCase()]);
  if (random.chance(0.3)) other.specialization = null;
  if (kept !== "hospital" && random.chance(0.15)) other.address = null;
  return { one, other, isOne: true, kind: `${kind}, ${kept}` };
}

function twoDoctors(random: Random): LabelledPair {
  const person = somebody(random);
  const one = written(person, random);
  const others: Record<string, () => ComparedDoctor> = {
    "same name, other city": () => {
      const city = anotherOf(cities, person.city, random);
      return stranger(written({ ...person, city, hospital: random.pick(hospitals) }, random), random);
    },
    "same surname and hospital": () => {
      const given = anotherOf(random.chance(0.5) ? men : women, person.given, random);
      return stranger(written({ ...person, given, middle: null }, random), random);
    },
    "family with one phone": () => {
      const given = anotherOf(random.chance(0.5) ? men : women, person.given, random);
      const middle = random.chance(0.3) ? person.middle : null;
      return {
        ...written({ ...person, given, middle }, random),
        email: null,
        contact_number: one.contact_number,
      };
    },
    "colleagues with one phone": () => {
      const colleague = { ...somebody(random), city: person.city, hospital: person.hospital };
      return { ...written(colleague, random), contact_number: one.contact_number };
    },
    "same name, same city, other field and hospital": () => {
      const hospital = anotherOf(hospitals, person.hospital, random);
      const specialization =
        anotherOf(
          fields.map((name) => [name]),
          [one.specialization ?? ""],
          random,
        )[0] ?? null;
      return { ...stranger(written({ ...person, hospital }, random), random), specialization };
    },
    "other first name, same city": () => {
      const given = anotherOf(men, person.given, random);
      return stranger(written({ ...person, given, hospital: random.pick(hospitals) }, random), random);
    },
    anybody: () => written(somebody(random), random),
  };
  const [kind, make] = random.pick(Object.entries(others));
  return { one, other: make(), isOne: false, kind };
}

function somebody(random: Random): Person {
  return {
    given: random.pick(random.chance(0.6) ? men : women),
    middle: random.chance(0.35) ? random.pick(middles) : null,
    family: random.pick(families),
    city: random.pick(cities),
    hospital: random.pick(hospitals),
  };
}

/** A doctor as somebody enters one; the second time as somebody else would, with the same number. */
function written(person: Person, random: Random, again = false): ComparedDoctor {
  const first = ([name = ""]: string[]) => name;
  const choose = again ? (names: string[]) => random.pick(names) : first;
  const name = [person.given, person.middle, person.family]
    .flatMap((names) => (names ? choose(names) : []))
    .join(" ");
  const seed = [...`${person.given[0]}${person.family[0]}${person.city[0]}${person.hospital[0]}`].reduce(
    (sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 100_000_000,
    7,
  );
  const digits = `98${String(seed).padStart(8, "0")}`;
  const city = choose(person.city);
  return {
    name: again
      ? random.pick([
          name,
          `Dr ${name}`,
          `DR. ${name.toUpperCase()}`,
          `Prof. Dr. ${name}`,
          `Dr. ${name}, M.D.`,
          `${name} MBBS, MD (Gen Med)`,
        ])
      : `Dr. ${name}`,
    specialization: fields[seed % fields.length] ?? null,
    hospital: choose(person.hospital),
    contact_number: again
      ? random.pick([
          digits,
          `+91 ${digits}`,
          `0${digits}`,
          `${digits.slice(0, 5)} ${digits.slice(5)}`,
          `${digits} / ${mobile(random)}`,
          `M: ${digits.slice(0, 5)}-${digits.slice(5)}`,
        ])
      : digits,
    email: random.chance(0.5) ? `${seed}@example.in` : null,
    address: again
      ? random.pick([
          `${random.integer(1, 99)} MG Road, ${city}`,
          city,
          `Near Bus Stand, ${city} - ${random.integer(400_001, 799_999)}`,
        ])
      : `${random.integer(1, 99)} Station Road, ${city}`,
  };
}

/** With a number and an address of one's own. */
const stranger = (doctor: ComparedDoctor, random: Random): ComparedDoctor => ({
  ...doctor,
  contact_number: random.chance(0.8) ? mobile(random) : null,
  email: random.chance(0.3) ? `${random.integer(1, 1e6)}@example.org` : null,
  specialization: random.pick(fields),
});

const mobile = (random: Random) => `97${random.integer(10_000_000, 99_999_999)}`;

function anotherOf(all: string[][], not: string[], random: Random): string[] {
  const others = all.filter(([name]) => name !== not[0]);
  return random.pick(others);
}

/** One letter left out, doubled, or changed with the next, not the first of a word. */
function mistyped(name: string, random: Random): string {
  const places = [...name].flatMap((letter, at) =>
    /[a-z]/i.test(letter) && /[a-z]/i.test(name[at - 1] ?? "") ? at : [],
  );
  const at = random.pick(places);
  const [before, letter, behind] = [name.slice(0, at), name.slice(at, at + 1), name.slice(at + 1)];
  return random.pick([
    before + behind,
    before + letter + letter + behind,
    /^[a-z]/i.test(behind)
      ? before + behind.slice(0, 1) + letter + behind.slice(1)
      : before + letter + letter + behind,
  ]);
}
