import { expect, test } from "vitest";
import { outcome, stockEntry } from "./stock-entry.ts";

test.each([
  ["add", "5", "New total: 15"],
  ["add", "0", null],
  ["add", "", null],
  ["add", "1.5", null],
  ["edit", "15", "Difference: +5 from the current stock."],
  ["edit", "4", "Difference: -6 from the current stock."],
  ["edit", "0", "Difference: -10 from the current stock. 0 marks the product out of stock."],
  ["edit", "10", "Difference: 0. Nothing will be recorded."],
  ["edit", "-1", null],
  ["edit", "ten", null],
] as const)("to %s %j with 10 in stock: %s", (mode, typed, words) => {
  expect(outcome(mode, typed, 10)).toBe(words);
});

test.each([
  ["add", "", "Please enter a quantity"],
  ["add", "0", "Please enter at least 1"],
  ["add", "1.5", "Please enter a whole number"],
  ["edit", "-1", "Please enter 0 or more"],
  ["add", "1000001", "Please enter at most 1000000"],
  ["edit", "2147483648", "Please enter at most 2147483647"],
  ["edit", "1e400", "Please enter a whole number"],
] as const)("refuses to %s %j: %s", (mode, quantity, message) => {
  const read = stockEntry(mode).safeParse({ quantity, notes: "" });
  expect(read.error?.issues.map((issue) => issue.message)).toEqual([message]);
});
