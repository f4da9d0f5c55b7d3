import { expect, test } from "vitest";
import { createRandom } from "../../random/random.ts";
import { comparable, likeness } from "./likeness.ts";
import { askedKeys, likenessKeys } from "./likeness-keys.ts";
import { labelledPairs } from "./testing/labelled-doctors.ts";

test("a doctor is found by phones, email, the name, and its words with first letters in the city", () => {
  const doctor = {
    name: "Dr. S. Banerji, MD",
    contact_number: "+91 98300 12345 / 033-2334 1111 ext 4",
    email: "SB@Example.in",
    address: "12 Park Street, Calcutta - 700016",
  };
  expect(likenessKeys(doctor)).toEqual([
    "p9830012345",
    "p3323341111",
    "esb@example.in",
    "=s banerji",
    "jsvnrj@klkt",
    "i",
    "ws vnrj@klkt",
  ]);
  expect(likenessKeys({ name: " . ", contact_number: null, email: null, address: null })).toEqual([]);
});

test("doctors are not looked up by a middle name, which half of a city has", () => {
  const words = (name: string) =>
    askedKeys({ name, contact_number: null, email: null, address: "Pune" }).filter((key) =>
      key.startsWith("w"),
    );
  expect(words("Dr. Subhash Kumar Mehta")).toEqual(["wk svs@pn", "wm svs@pn", "ws mt@pn", "wk mt@pn"]);
  expect(words("Subhash Kumar")).toEqual(["wk svs@pn", "ws kmr@pn"]);
  expect(words("S. Kumar")).toEqual(["ws kmr@pn"]);
});

test("hardly anybody who is alike is missed by the keys: 95 % of the 5,000 labelled pairs that are one are found through them", () => {
  const pairs = labelledPairs(createRandom(27), 5000).filter(({ isOne }) => isOne);
  const found = pairs.filter(({ one, other }) => {
    const keys = new Set(likenessKeys(one));
    const shared = askedKeys(other).filter((key) => keys.has(key));
    return shared.length > 0 && likeness(comparable(one), comparable(other));
  });
  expect(found.length / pairs.length).toBeGreaterThanOrEqual(0.95);
});
