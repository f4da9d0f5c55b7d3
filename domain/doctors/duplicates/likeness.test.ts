import { describe, expect, test } from "vitest";
import { createRandom } from "../../random/random.ts";
import { type ComparedDoctor, comparable, likeness } from "./likeness.ts";
import { labelledPairs } from "./testing/labelled-doctors.ts";

const nobody: ComparedDoctor = {
  name: "",
  specialization: null,
  hospital: null,
  contact_number: null,
  email: null,
  address: null,
};
const compare = (one: Partial<ComparedDoctor>, other: Partial<ComparedDoctor>) =>
  likeness(comparable({ ...nobody, ...one }), comparable({ ...nobody, ...other }));

test.each<[Partial<ComparedDoctor>, Partial<ComparedDoctor>, string, boolean]>([
  [
    { name: "Dr. Santanu Banerjee", contact_number: "+91 98300 12345", address: "Salt Lake, Kolkata" },
    { name: "SHANTANU BANERJI, MD (Ortho)", contact_number: "098300-12345 / 2334 1111", address: "Calcutta" },
    "same phone, name sounds alike, same city",
    true,
  ],
  [
    { name: "Dr. Sunita Rao", hospital: "Ruby Hall Clinic", address: "Pune" },
    { name: "Rao Sunita", hospital: "RUBY HALL", address: "12 MG Road, Pune - 411001" },
    "same name, same hospital, same city",
    true,
  ],
  [
    { name: "RK Gupta", email: "rk@example.in" },
    { name: "Ravi Kumar Gupta", email: "RK@example.in" },
    "same email, initials fit",
    false,
  ],
  [
    { name: "Dr. Manish Shah", contact_number: "9830012345" },
    { name: "Dr. Manisha Shah", contact_number: "9830012345" },
    "same phone, name sounds alike",
    false,
  ],
  [
    { name: "Dr. Banerjee", contact_number: "9830012345" },
    { name: "Dr. Santanu Banerjee", contact_number: "9830012345" },
    "same phone, part of the name",
    false,
  ],
  [
    { name: "Ram Kumar", address: "Patna", specialization: "ENT" },
    { name: "Dr Ramkumar", address: "Patna" },
    "name sounds alike, same city",
    false,
  ],
])("%o and %o: %s", (one, other, reason, isSure) => {
  expect(compare(one, other)).toMatchObject({ reason, isSure });
  expect(compare(other, one)).toEqual(compare(one, other));
});

test.each<[string, Partial<ComparedDoctor>, Partial<ComparedDoctor>]>([
  ["another city", { name: "Sunita Rao", address: "Pune" }, { name: "Sunita Rao", address: "Delhi" }],
  [
    "husband and wife",
    { name: "Anil Sharma", contact_number: "9830012345", address: "Pune" },
    { name: "Sunita Sharma", contact_number: "9830012345", address: "Pune" },
  ],
  [
    "brothers",
    { name: "Rajesh Gupta", contact_number: "9830012345" },
    { name: "Rakesh Gupta", contact_number: "9830012345" },
  ],
  ["no word", { name: ".", contact_number: "9830012345" }, { name: "-", contact_number: "9830012345" }],
  ["only a name", { name: "Sunita Rao" }, { name: "Sunita Rao" }],
])("%s: two doctors", (_, one, other) => {
  expect(compare(one, other)).toBeNull();
});

describe("5,000 labelled pairs", () => {
  const pairs = labelledPairs(createRandom(27), 5000).map((pair) => ({
    ...pair,
    found: likeness(comparable(pair.one), comparable(pair.other)),
  }));
  const found = pairs.filter((pair) => pair.found);
  const share = (part: number, whole: number) => part / whole;

  test("finds 95 % of those who are one, and 90 % of what it finds are one", () => {
    const right = found.filter(({ isOne }) => isOne).length;
    expect(share(right, pairs.filter(({ isOne }) => isOne).length)).toBeGreaterThanOrEqual(0.95);
    expect(share(right, found.length)).toBeGreaterThanOrEqual(0.9);
  });

  test("is hardly ever sure of two", () => {
    const sure = found.filter((pair) => pair.found?.isSure);
    expect(sure.length).toBeGreaterThan(500);
    expect(share(sure.filter(({ isOne }) => !isOne).length, sure.length)).toBeLessThan(0.01);
  });

  test("is the same the other way round", () => {
    const other = pairs.map((pair) => likeness(comparable(pair.other), comparable(pair.one)));
    expect(other).toEqual(pairs.map((pair) => pair.found));
  });
});
