import { describe, expect, test } from "vitest";
import { doctorNameKey } from "../../doctors/same-name.ts";
import type { ImportCells } from "../import-row.ts";
import { cleanDoctor } from "./clean-doctor.ts";

const read = (cells: ImportCells) => cleanDoctor({ name: "Dr. Meera Iyer", ...cells });
const codesOf = ({ refusals, notes }: ReturnType<typeof cleanDoctor>) =>
  [...refusals, ...notes].map(({ field, code }) => `${field} ${code}`);

describe("a name", () => {
  test.each([
    ["  Dr.   Meera  Iyer ", "Dr. Meera Iyer"],
    ["Dr.Meera Iyer", "Dr. Meera Iyer"],
    ["DR MEERA IYER", "Dr. Meera Iyer"],
    ["dr. meera iyer", "Dr. Meera Iyer"],
    ["DOCTOR R K GUPTA", "Dr. R K Gupta"],
    ["DR. R.K. GUPTA MBBS, MD", "Dr. R.K. Gupta MBBS, MD"],
    ["PROF DR SK DEY", "Prof. Dr. SK Dey"],
    ["MD ALAM", "MD Alam"],
    ["Meera McIyer", "Meera McIyer"],
    ["O'BRIEN PATRICK", "O'brien Patrick"],
    ["डॉ. मीरा अय्यर", "डॉ. मीरा अय्यर"],
    ["Dr.", "Dr."],
    ["Meera\nIyer", "Meera Iyer"],
  ])("%j is %j, and cleaning it again changes nothing", (written, name) => {
    expect(read({ name: written }).filled.name).toBe(name);
    expect(read({ name }).filled.name).toBe(name);
  });

  test("keeps its key however its case and spaces are written", () => {
    const names = ["Dr. R. K. Gupta", "Prof. Anil Kumar Das MD", "S Banerjee", "Dr. Lakshmi Narayana Rao"];
    const variants = (name: string) => [
      name.toUpperCase(),
      name.toLowerCase(),
      ` ${name.replaceAll(" ", "  ")}\t`,
      name.replaceAll(". ", "."),
      `'${name}`,
    ];
    for (const name of names)
      for (const variant of variants(name)) {
        const { filled } = read({ name: variant });
        expect([variant, doctorNameKey(filled.name ?? "")]).toEqual([variant, doctorNameKey(name)]);
      }
  });

  test.each(["", "  ", "-", "N/A", "nil", "NaN", "#N/A", "#REF!", "#DIV/0!"])(
    "%j is none, and is refused",
    (name) => {
      expect(codesOf(read({ name }))).toEqual(["name validation_failed"]);
      expect(read({ name }).refusals[0]?.message).toBe("Please enter the doctor's name");
    },
  );
});

test.each([
  ["A", ["A", "a", "A+", "Class A", "CAT-A", "Core", "super core", "1", "A class", "KOL"]],
  ["B", ["B", "b+", "Category B", "II", "Important"]],
  ["C", ["c", "Grade C", "Non-core", "others", "3"]],
])("class %s is read of every way to write it", (doctor_class, written) => {
  for (const text of written) expect(read({ doctor_class: text }).filled).toMatchObject({ doctor_class });
});

test.each([
  ["dispenser", ["Dispenser", "DISPENSING", "d", "disp."]],
  ["prescriber", ["Prescriber", "Rx", "P", "Prescribing Doctor"]],
])("type %s is read of every way to write it", (doctor_type, written) => {
  for (const text of written) expect(read({ doctor_type: text }).filled).toMatchObject({ doctor_type });
});

test("a class, type or number of calls that nobody knows is refused at its field with the words of the form", () => {
  const { refusals, filled } = read({
    doctor_class: "D",
    doctor_type: "x",
    norm: "4.5",
    email: "no address",
  });
  expect(filled).toEqual({});
  expect(Object.fromEntries(refusals.map(({ field, message }) => [field, message]))).toEqual({
    doctor_class: "Please choose one of: A, B, C",
    doctor_type: "Please choose one of: dispenser, prescriber",
    norm: "Please enter a whole number from 0 to 31, or nothing",
    email: "Please enter an email address such as name@example.com",
  });
});

test("a word that was read as a class is said, a plain one is not", () => {
  expect(codesOf(read({ doctor_class: "Core" }))).toEqual(["doctor_class read_as"]);
  expect(codesOf(read({ doctor_class: "a", doctor_type: "Dispenser" }))).toEqual([]);
});

describe("a phone number", () => {
  test.each(["9.88E+09", "9,88E+9", "9.8300112233e+09", "1E10"])(
    "%j has lost digits and is refused",
    (text) => {
      const { refusals } = read({ contact_number: text });
      expect(refusals.map(({ field, code }) => [field, code])).toEqual([["contact_number", "digits_lost"]]);
      expect(refusals[0]?.message).toContain(text);
    },
  );

  test.each([
    ["9830012345.0", "9830012345"],
    ["\t098300 12345", "098300 12345"],
    ["'+91-98300-12345", "+91-98300-12345"],
    ["9830012345 / 033-2845 1234", "9830012345 / 033-2845 1234"],
    ["N.A.", undefined],
  ])("%j is %j", (written, number) => {
    const { filled, refusals } = read({ contact_number: written });
    expect([filled.contact_number, refusals]).toEqual([number, []]);
  });

  test.each([
    ["Phone: 0712 254 5454 | Fax: 0712 254 5455", "Phone: 0712 254 5454", "Fax: 0712 254 5455"],
    ["fax 0712 254 5455", undefined, "fax 0712 254 5455"],
    [
      "443-997-5476;410-464-6641;+1-410-502-7683;Fax: 410-614-4033; 410-464-6642",
      "443-997-5476, 410-464-6641, +1-410-502-7683",
      "Fax: 410-614-4033, 410-464-6642",
    ],
  ])(
    "%j is %j without what is no number to call, or too much, and that is said",
    (written, number, leftOut) => {
      const { filled, notes, refusals } = read({ contact_number: written });
      expect([filled.contact_number, refusals]).toEqual([number, []]);
      expect(notes.map(({ code, message }) => [code, message])).toEqual([
        ["left_out", `This is not brought in: ${leftOut}`],
      ]);
    },
  );

  test("without a place to cut it is refused, if it is too long", () => {
    expect(read({ contact_number: "9830012345 ".repeat(6) }).refusals.map(({ code }) => code)).toEqual([
      "validation_failed",
    ]);
  });

  test("with too few digits is noticed and stays", () => {
    const row = read({ contact_number: "98300 123" });
    expect(row.filled.contact_number).toBe("98300 123");
    expect(codesOf(row)).toEqual(["contact_number digits_missing"]);
  });
});

test.each([
  ["12 MG Road", "Pune", "12 MG Road, Pune"],
  ["12 MG Road, Pune", "Pune", "12 MG Road, Pune"],
  ["12 MG Road, PUNE - 411001", "pune", "12 MG Road, PUNE - 411001"],
  ["12 MG Road,", "Pune", "12 MG Road, Pune"],
  ["12 MG Road,\nCamp\nPune", "", "12 MG Road, Camp, Pune"],
  ["", "Pune", "Pune"],
  ["-", "N/A", undefined],
  ["#VALUE!", "NaN", undefined],
])("the address %j with the city %j is %j", (address, city, joined) => {
  expect(read({ address, city }).filled.address).toBe(joined);
});

test("only the first of several email addresses is brought in, and that is said", () => {
  const row = read({ email: "mailto:a@x.example; b@y.example" });
  expect(row.filled.email).toBe("a@x.example");
  expect(codesOf(row)).toEqual(["email left_out"]);
});

test("cells that are too long are refused, also an address that is only too long with its city", () => {
  const long = "h".repeat(2000);
  const row = read({ hospital: long, address: "y".repeat(495), city: "Kolkata" });
  expect(codesOf(row)).toEqual(["hospital validation_failed", "address validation_failed"]);
});

test("empty cells fill nothing", () => {
  const row = cleanDoctor({ name: "Meera Iyer", hospital: "", email: " ", norm: "-", representative: "--" });
  expect(row.filled).toEqual({ name: "Meera Iyer" });
  expect([row.representative, row.city, row.refusals, row.notes]).toEqual([null, null, [], []]);
});
