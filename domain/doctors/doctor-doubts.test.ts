import { expect, test } from "vitest";
import { doctorDoubts } from "./doctor-doubts.ts";

test("a contact number with too few digits is doubted, unless it is stored already", () => {
  const doubt = "The contact number “98765” has fewer than 10 digits.";
  expect(doctorDoubts({ contact_number: "98765" })).toEqual([doubt]);
  expect(doctorDoubts({ contact_number: "98765" }, "98220 11111")).toEqual([doubt]);
  expect(doctorDoubts({ contact_number: "98765" }, "98765")).toEqual([]);
  expect(doctorDoubts({ contact_number: null })).toEqual([]);
});
