import { expect, test } from "vitest";
import { normWords } from "./doctor-fields.ts";

test.each([
  [{ norm: 3, doctor_class: "A" }, 4, "3"],
  [{ norm: 0, doctor_class: "A" }, 4, "0"],
  [{ norm: null, doctor_class: "A" }, 4, "4, as class A"],
  [{ norm: "", doctor_class: "C" }, 0, "0, as class C"],
  [{ norm: null, doctor_class: "B" }, undefined, "As class B"],
  [{ norm: null, doctor_class: null }, null, "No target"],
  [{ doctor_class: "" }, undefined, "No target"],
])("%j, whose class asks for %s, has the norm %j", (doctor, ofClass, words) => {
  expect(normWords(doctor, ofClass)).toBe(words);
});
