import { describe, expect, test } from "vitest";
import { productsToCheck, unitsLeft, unitsLeftByLine } from "./line-stock.ts";

const line = (product_id: string, quantity: number) => ({ product_id, quantity });

describe("the units that a line may take", () => {
  test("are what can be sold, minus what other lines of the same product take", () => {
    const others = [line("amox", 4), line("para", 100)];
    expect(unitsLeft("amox", { available: 10, stored: [], others })).toBe(6);
  });

  test("include what the visit's stored lines give back", () => {
    const stored = [line("amox", 7), line("para", 5)];
    expect(unitsLeft("amox", { available: 0, stored, others: [line("amox", 3)] })).toBe(4);
  });

  test("are never negative, and a missing quantity takes nothing", () => {
    expect(unitsLeft("amox", { available: 2, stored: [], others: [line("amox", 5)] })).toBe(0);
    expect(unitsLeft("amox", { available: 2, stored: [], others: [line("amox", Number.NaN)] })).toBe(2);
  });

  test("are given for each line, without a limit if the stock is unknown", () => {
    const lines = [line("amox", 4), line("amox", 2), line("para", 1)];
    expect(unitsLeftByLine(lines, [], new Map([["amox", 5]]))).toEqual([3, 1, undefined]);
  });

  test("cover an unchanged stored line, even if nothing is in stock", () => {
    const stored = [line("amox", 4)];
    expect(unitsLeftByLine([line("amox", 4)], stored, new Map([["amox", 0]]))).toEqual([4]);
  });
});

test("stock is requested only if the form takes more than the stored visit", () => {
  const stored = [line("amox", 4), line("para", 1)];
  expect(productsToCheck([line("amox", 4), line("para", 1)], stored)).toEqual([]);
  expect(productsToCheck([line("amox", 2), line("amox", 3), line("zinc", 1)], stored)).toEqual([
    "amox",
    "zinc",
  ]);
});
