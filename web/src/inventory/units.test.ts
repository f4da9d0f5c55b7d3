import { expect, test } from "vitest";
import { shortfallNote, signedUnits } from "./units.ts";

test("units carry their sign and Indian grouping", () => {
  expect([1234567, -3, 0].map(signedUnits)).toEqual(["+12,34,567", "−3", "0"]);
});

test("a shortfall is explained by its sign, and none is not", () => {
  expect(shortfallNote(5)).toBe("includes +5 for units sold on paper before they came in");
  expect(shortfallNote(-5)).toMatch(/^includes −5 for units sold on paper before these days/);
  expect(shortfallNote(0)).toBeNull();
});
