import { describe, expect, test } from "vitest";
import { partText, percents, percentTexts } from "./percents.ts";

/** Repeatable numbers from 0 up to 1: a linear congruential generator from Numerical Recipes. */
function numbersFrom(seed: number) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

describe("percentages", () => {
  test("sum to 100, are at most one off, and keep the order of the values", () => {
    const next = numbersFrom(7);
    for (let round = 0; round < 1000; round += 1) {
      const count = 1 + Math.floor(next() * 12);
      const size = 10 ** Math.floor(next() * 10);
      const values = Array.from({ length: count }, () =>
        next() < 0.15 ? 0 : next() < 0.2 ? size : Math.round(next() * size * 100) / 100,
      );
      const whole = values.reduce((sum, value) => sum + value, 0);
      const found = percents(values);
      const isRight = values.every((value, index) => {
        const percent = found[index] ?? Number.NaN;
        const near = whole === 0 || Math.abs(percent - (value / whole) * 100) < 1;
        const inOrder = values.every((other, place) => other >= value || (found[place] ?? 101) <= percent);
        return Number.isInteger(percent) && near && inOrder && (value > 0 || percent === 0);
      });
      const sum = found.reduce((a, b) => a + b, 0);
      expect({ values, found, sum, isRight }).toEqual({
        values,
        found,
        sum: whole > 0 ? 100 : 0,
        isRight: true,
      });
    }
  });

  test.each([
    [
      [1, 1, 1],
      [34, 33, 33],
    ],
    [
      [1, 1, 1, 1, 1, 1],
      [17, 17, 17, 17, 16, 16],
    ],
    // Rounded separately, they would be 13, 13, 13 and 62, together 101.
    [
      [12.5, 12.5, 12.5, 62.5],
      [13, 13, 12, 62],
    ],
    [
      [0, -3, 5],
      [0, 0, 100],
    ],
    [
      [0, 0],
      [0, 0],
    ],
    [[], []],
  ])("of %j are %j", (values, expected) => {
    expect(percents(values)).toEqual(expected);
  });

  test("never show nothing for something, nor everything for a part", () => {
    expect(percentTexts([1_000_000, 1, 0])).toEqual([">99%", "<1%", "0%"]);
    expect(percentTexts([5, 0])).toEqual(["100%", "0%"]);
    expect(percentTexts([600, 360, 40])).toEqual(["60%", "36%", "4%"]);
  });
});

test.each([
  [66, 1000, "6.6%"],
  [350, 1000, "35%"],
  [1, 1_000_000, "<0.1%"],
  [999_999, 1_000_000, ">99.9%"],
  [5, 5, "100%"],
  [0, 5, "0%"],
  [0, 0, "0%"],
])("%s of %s are %s", (part, whole, text) => {
  expect(partText(part, whole)).toBe(text);
});
