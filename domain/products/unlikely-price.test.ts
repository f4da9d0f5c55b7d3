import { expect, test } from "vitest";
import { isUnlikelyLow, isUnlikelyPrice, timesUsual } from "./unlikely-price.ts";

test.each([
  ["250.00", "12.50", true],
  ["1250", "12.50", true],
  ["249.99", "12.50", false],
  ["12.50", "12.50", false],
  ["0.10", "12.50", false],
  ["1000.00", "0.00", false],
])("a price of %s where %s is usual is unlikely: %j", (price, usual, unlikely) => {
  expect(isUnlikelyPrice(price, usual)).toBe(unlikely);
});

test("the factor is a whole number", () => {
  expect(timesUsual("1259.99", "12.50")).toBe(100);
});

test.each([
  ["4", "157.03", true],
  ["15.70", "157.03", true],
  ["15.71", "157.03", false],
  ["0.10", "12.50", true],
  ["1.25", "12.50", false],
  ["157.03", "157.03", false],
  ["200", "157.03", false],
  ["0", "157.03", false],
  ["4", "0", false],
])("a price of %s where %s is usual is unlikely low: %j", (price, usual, unlikely) => {
  expect(isUnlikelyLow(price, usual)).toBe(unlikely);
});
