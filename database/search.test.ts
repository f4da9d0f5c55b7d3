import { createRandom } from "@rounds/domain/random/random.ts";
import { holdsWords as domainHolds, searchWords } from "@rounds/domain/text/search-words.ts";
import { createTestDatabase, type TestDatabase } from "@rounds/testkit/database.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { holdsWords } from "./search.ts";

// The domain defines what a search finds; here PostgreSQL is compared with it.

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
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
