import { describe, expect, test } from "vitest";
import { cellsOf, mappingProblem } from "./column-fields.ts";
import { guessMapping } from "./headings.ts";
import { importNouns } from "./import-fields.ts";
import { importLabel, importLists } from "./import-lists.ts";

describe.each(importNouns)("a list of %s", (noun) => {
  const { fields, columns } = importLists[noun];

  test("recognises every heading of its template", () => {
    const template = fields.map((field) => importLabel(noun, field));
    expect(guessMapping(noun, template)).toEqual(fields);
    expect(mappingProblem(noun, fields)).toBeUndefined();
  });

  test("offers every field once, and no field of another noun", () => {
    const offered = columns.map(([column]) => column);
    expect(new Set(offered).size).toBe(offered.length);
    expect(offered).toEqual(expect.arrayContaining([...fields]));
    const foreign = importNouns
      .flatMap((other) => importLists[other].fields)
      .find((field) => !fields.includes(field));
    if (foreign)
      expect(mappingProblem(noun, [importLists[noun].main, foreign])).toBe(
        `A list of ${noun} has no such field.`,
      );
  });

  test("has nothing in a row without texts", () => {
    expect(cellsOf(noun, fields, [])).toEqual({});
  });
});
