import { cityOf } from "@rounds/domain/doctors/city.ts";
import { likenessKeys } from "@rounds/domain/doctors/duplicates/likeness-keys.ts";
import { labelledPairs } from "@rounds/domain/doctors/duplicates/testing/labelled-doctors.ts";
import { cityKey } from "@rounds/domain/doctors/same-city.ts";
import { doctorNameKey } from "@rounds/domain/doctors/same-name.ts";
import { createRandom } from "@rounds/domain/random/random.ts";
import { nameKey } from "@rounds/domain/text/name-key.ts";
import { holdsWords as domainHolds, folded, searchWords } from "@rounds/domain/text/search-words.ts";
import { createTestDatabase } from "@rounds/testkit/database.ts";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { holdsWords } from "./search.ts";

// The domain defines what a search finds; here PostgreSQL is compared with it.

const database = await createTestDatabase();
afterAll(() => database.close());

const random = createRandom(7);
/** The random texts: few letters, so that words are found; every kind of punctuation, space and accent. */
const pieces = [
  ..."aábBcC1234 . , - ' / % _ \\ + ( ) & * # @ ! ? ; : < = > [ ] ^ ` { | } ~ $ \"",
  ..."ßẞİIıΣσς½²ﬁéÉñÅ\u0301\u0308\u0303डॉ़क़া்தமआ👩🏽‍⚕️ا،؟「」、\u00a0\u2003\n\t–—‘’“”…•₹€™®©·°×\u00ad\u200b\u200d\u202e\ufeff。",
];
const text = (most: number) =>
  Array.from({ length: random.integer(1, most) }, () => random.pick(pieces)).join("");
const stored = Array.from({ length: 400 }, () => `x${text(12)}`);

test("PostgreSQL finds exactly what the domain defines", async () => {
  await sql`
    insert into doctors (id, name, creation_digest) select gen_random_uuid(), name, '' from unnest(${stored}::text[]) as name
  `.execute(database.db);
  let found = 0;
  for (let round = 0; round < 250; round++) {
    const words = searchWords(text(5));
    const rows = await database.db
      .selectFrom("doctors")
      .select("name")
      .where((eb) => holdsWords(eb, "search_words", words))
      .execute();
    const names = rows.map(({ name }) => name).sort();
    expect(names, JSON.stringify(words)).toEqual(stored.filter((name) => domainHolds(name, words)).sort());
    found += words.length > 0 ? names.length : 0;
  }
  // Searches that find nothing would agree about anything.
  expect(found).toBeGreaterThan(1000);
});

test("a text of only punctuation, and one of very many words, cost little", () => {
  expect(searchWords(" ... -- '' ")).toEqual([]);
  expect(searchWords(Array.from({ length: 100 }, (_, n) => `w${n + 100}`).join(" "))).toHaveLength(10);
});

test("PostgreSQL folds texts, names and cities as the domain does", async () => {
  const ends = [
    "",
    ".",
    " - 411001",
    "-411 001",
    " 4110012",
    " Pin 411001",
    " PIN CODE: 411001",
    "(411001)",
    " ४११००१",
    ", ",
  ];
  const titles = ["", "", "Dr. ", "dr ", "Prof. Dr. ", "डॉ. ", "ഡോ. "];
  const degrees = ["", "", " MD", ", M.D.", " M.B.B.S., MS"];
  const texts = Array.from(
    { length: 3000 },
    () =>
      `${random.pick(titles)}${text(9)}${random.pick(["", ",", " "])}${text(6)}${random.pick(ends)}${random.pick(degrees)}`,
  );
  const { rows } = await sql<{
    text: string;
    key: string;
    name: string;
    same: string;
    city: string;
    address: string;
  }>`
    select text, search_key(text) as key, name_key(text) as name, doctor_name_key(text) as same, city_key(regexp_replace(text, '^.*,', '')) as city,
      city_key(text) as address
    from unnest(${texts}::text[]) as text
  `.execute(database.db);
  for (const { text, ...keys } of rows) {
    expect(keys, JSON.stringify(text)).toEqual({
      key: folded(text),
      name: nameKey(text),
      same: doctorNameKey(text),
      city: cityKey(cityOf(text)),
      address: cityKey(text),
    });
  }
  expect(new Set(rows.map(({ address }) => address)).size).toBeGreaterThan(1000);
});

/** Each nukta of Unicode's scripts of India behind a letter of its script, and what Unicode writes as one letter. */
const withNukta = [
  ..."\u0958\u0959\u095a\u095b\u095c\u095d\u095e\u095f\u0929\u0931\u0934\u09dc\u09dd\u09df\u0a33\u0a36\u0a59\u0a5a\u0a5b\u0a5e\u0b5c\u0b5d",
  ...[
    "क\u093c",
    "ড\u09bc",
    "ਸ\u0a3c",
    "જ\u0abc",
    "ଡ\u0b3c",
    "జ\u0c3c",
    "ಜ\u0cbc",
    "\u{1108d}\u{110ba}",
    "\u{11152}\u{11173}",
  ],
  ...[
    "\u{11191}\u{111ca}",
    "\u{1120a}\u{11236}",
    "\u{112ba}\u{112e9}",
    "\u{11315}\u{1133c}",
    "\u{1140e}\u{11446}",
  ],
  ...[
    "\u{1148f}\u{114c3}",
    "\u{1158e}\u{115c0}",
    "\u{1168a}\u{116b7}",
    "\u{1180a}\u{1183a}",
    "\u{1190c}\u{11943}",
  ],
];

test.each(withNukta)("%s is found without its nukta, and the other way round", async (letter) => {
  const bare = String.fromCodePoint(letter.normalize("NFD").codePointAt(0) ?? 0);
  const { rows } = await sql<{ a: string; b: string }>`
    select search_key(${letter}) as a, search_words(${bare}) as b`.execute(database.db);
  expect(rows).toEqual([{ a: bare, b: bare }]);
  expect(folded(letter)).toBe(bare);
});

test("PostgreSQL finds doctors who may be one by the keys that the domain defines", async () => {
  const numbers = [..."0123456789०१੩௪ +-()./,;", "98300 12345", "+91", "or", "ext", "–", "\u00a0"];
  const names = [
    "Md",
    "Mohd",
    "Kr",
    "RK",
    "SKN",
    "Om",
    "D'Souza",
    "Lakshmi",
    "Chowdhury",
    "MD",
    "Ortho",
    "aab",
  ];
  const cities = ["Calcutta", "BOMBAY - 400001", "Navi Mumbai", "पुणे", ""];
  const some = (most: number, from: readonly string[], between: string) =>
    Array.from({ length: random.integer(0, most) }, () => random.pick(from)).join(between);
  const made = Array.from({ length: 3000 }, () => ({
    name: random.chance(0.5) ? text(20) : some(8, [...names, text(4)], " "),
    contact_number: random.pick([null, some(30, numbers, "")]),
    email: random.pick([null, `${text(3)}@X.in`]),
    address: random.pick([null, `${text(6)}, ${random.pick(cities)}`, text(5)]),
  }));
  const people = labelledPairs(random, 1000).flatMap(({ one, other }) =>
    [one, other].map(({ name, contact_number, email, address }) => ({
      name,
      contact_number,
      email,
      address,
    })),
  );
  const all = [...made, ...people];
  const { rows } = await sql<{ keys: string[] }>`
    select doctor_keys(name, contact_number, email, address) as keys
    from jsonb_to_recordset(${JSON.stringify(all)}::jsonb) as doctor (name text, contact_number text, email text, address text)
  `.execute(database.db);
  for (const [at, doctor] of all.entries())
    expect(rows[at]?.keys.sort(), JSON.stringify(doctor)).toEqual(likenessKeys(doctor).sort());
});
