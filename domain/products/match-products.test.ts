import { describe, expect, test } from "vitest";
import { createRandom } from "../random/random.ts";
import { productMatcher } from "./match-products.ts";

const names = (...list: string[]) => list.map((name) => ({ name }));
const matching = (list: string[], letters: string) =>
  productMatcher(names(...list))(letters).map(({ name }) => name);

const shelf = [
  "Amlodipine 5mg",
  "Amoxicillin 250mg",
  "Amoxicillin 500mg",
  "Azithromycin 500mg",
  "Calcium + Vitamin D3",
  "Cetirizine 10mg",
  "Paracetamol 650mg",
  "Vitamin C",
  "Vitamin C 500mg",
];

describe("products by letters of their names", () => {
  test.each([
    ["para", ["Paracetamol 650mg"]],
    ["PARA", ["Paracetamol 650mg"]],
    ["pará", ["Paracetamol 650mg"]],
    ["amx", ["Amoxicillin 250mg", "Amoxicillin 500mg"]],
    ["amx5", ["Amoxicillin 500mg"]],
    ["amx 500", ["Amoxicillin 500mg"]],
    ["amox 25", ["Amoxicillin 250mg"]],
    ["azi", ["Azithromycin 500mg"]],
    ["czn", ["Cetirizine 10mg"]],
    // The whole name comes before longer ones that begin with it.
    ["vitamin c", ["Vitamin C"]],
    ["vit c", ["Vitamin C", "Vitamin C 500mg"]],
    ["vit c 500", ["Vitamin C 500mg"]],
    // Across words.
    ["vitd", ["Calcium + Vitamin D3"]],
    ["cvd", ["Calcium + Vitamin D3"]],
    ["d3", ["Calcium + Vitamin D3"]],
    ["xyz", []],
    ["illin", []],
    ["", []],
    [" ", []],
    ["+", []],
    [".*", []],
    ["😀", []],
  ])("%j means %j", (letters, expected) => {
    expect(matching(shelf, letters)).toEqual(expected);
  });

  test("a name without letters is found by its whole text", () => {
    expect(matching(["+++", "++"], "++")).toEqual(["++"]);
  });

  test("a name that begins with the letters comes before one that has them in a later word", () => {
    expect(matching(["Multi Vitamin", "Vitamin C"], "vit")).toEqual(["Vitamin C"]);
  });

  test("the beginning of a match matches too, so that nothing is refused on the way", () => {
    for (const name of shelf) {
      for (let length = 1; length <= name.length; length++) {
        const typed = name.slice(0, length);
        // A whole name is found alone.
        const meant = shelf.find((other) => other === typed.trim()) ?? name;
        expect(matching(shelf, typed), typed).toContain(meant);
      }
    }
  });

  test("2,000 random names: found if and only if the letters occur in their order from the start of a run", () => {
    const random = createRandom(20261122);
    const word = (most: number) =>
      Array.from({ length: random.integer(1, most) }, () => random.pick(["a", "b", "c"])).join("");
    for (let round = 0; round < 2_000; round++) {
      const parts = Array.from({ length: random.integer(1, 3) }, () => word(4));
      const letters = word(4);
      const expected = parts.some(
        (part, index) => everySubsequence(parts.slice(index).join("")).has(letters) && part[0] === letters[0],
      );
      expect(matching([parts.join(" ")], letters).length, `${parts.join(" ")}: ${letters}`).toBe(
        expected ? 1 : 0,
      );
    }
  });
});

/** All subsequences of a short text that keep its first letter. */
function everySubsequence(text: string): Set<string> {
  let found = new Set([text[0] ?? ""]);
  for (const letter of text.slice(1)) found = new Set([...found, ...[...found].map((one) => one + letter)]);
  return found;
}
