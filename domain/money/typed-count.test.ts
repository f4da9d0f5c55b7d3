import { describe, expect, test } from "vitest";
import { plainCount, plainQuantity } from "./typed-count.ts";

describe("a count as people write it", () => {
  test.each([
    ["10", 10],
    [" 10 ", 10],
    ["10.", 10],
    ["+10", 10],
    ["007", 7],
    ["०", 0],
    ["१०", 10],
    ["১০", 10],
    ["1,250", 1250],
    ["1,25,000", 125_000],
    ["-5", -5],
    ["\u22125", -5],
    // Not whole: the rule of the field refuses the number.
    ["10.5", 10.5],
    ["9".repeat(400), Number.MAX_SAFE_INTEGER],
  ])("%j is %s", (typed, count) => {
    expect(plainCount(typed)).toBe(count);
    expect(plainQuantity(typed)).toBe(count);
  });
});

describe("a quantity may have a unit behind it", () => {
  test.each([
    ["10 strips", 10],
    ["10strips", 10],
    ["10 Strips.", 10],
    ["१० tabs", 10],
    ["1,250 tablets", 1250],
    ["10 nos.", 10],
    ["x10", 10],
    ["x 10", 10],
    ["10 x", 10],
  ])("%j is %s", (typed, quantity) => {
    expect(plainQuantity(typed)).toBe(quantity);
    expect(plainCount(typed)).toBe(typed);
  });
});

test.each([
  "",
  " ",
  "1O",
  "l0",
  "ten",
  "1e2",
  "0x10",
  "1,25",
  "10,5",
  "1 0",
  "10-15",
  "10 dozen",
  "10 strips of 10",
  "10 x 10",
  "2 boxes 3",
  "strips",
  "₹10",
  "10/-",
  "Infinity",
])("%j is no count, and stays as it is", (typed) => {
  expect(plainCount(typed)).toBe(typed);
  expect(plainQuantity(typed)).toBe(typed);
});
