import { expect, test } from "vitest";
import { personName, renaming, withCleanNames } from "./person-name.ts";

test.each([
  [{}, null],
  [{ name: "Asha" }, "Asha"],
  [{ full_name: "Asha Rao" }, "Asha Rao"],
  [{ full_name: "Asha Rao", name: "Asha" }, "Asha Rao"],
  [{ full_name: " Asha Rao\n" }, "Asha Rao"],
  // Removed by the person: what a provider said does not come back.
  [{ full_name: "", name: "Asha" }, null],
  [{ full_name: " ", name: "Asha" }, null],
  [{ full_name: null, name: "Asha" }, "Asha"],
  [{ full_name: 5, name: "Asha" }, "Asha"],
  [{ full_name: ["Asha"], name: { first: "Asha" } }, null],
])("%j is called %j", (metadata, name) => {
  expect(personName(metadata)).toBe(name);
});

test.each([
  ["Asha Rao", "Asha Rao"],
  [" Asha ", "Asha"],
  ["", null],
])("renamed to %j, somebody whom a provider called otherwise is called %j", (given, name) => {
  const provided = { name: "A. Rao", full_name: "A. Rao" };
  expect(personName({ ...provided, ...renaming(given) })).toBe(name);
});

test("a name has no invisible characters, wherever it comes from", () => {
  expect(personName({ full_name: "\u202eAsha\u200b Rao\ufeff" })).toBe("Asha Rao");
  for (const nothing of ["\u200b", "\u3164", " \u2800 "]) {
    expect(personName({ full_name: nothing })).toBeNull();
    expect(renaming(nothing)).toEqual({ full_name: "" });
    expect(withCleanNames({ name: nothing })).toEqual({ name: "" });
  }
  expect(renaming(" \u200bAsha ")).toEqual({ full_name: "Asha" });
  const metadata = { name: "As\u200bha", full_name: "\u202eRao", phone: 5, note: "a\u200bb" };
  expect(withCleanNames(metadata)).toEqual({ ...metadata, name: "Asha", full_name: "Rao" });
});
