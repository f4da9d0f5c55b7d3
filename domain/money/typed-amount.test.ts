import { describe, expect, test } from "vitest";
import { isRupees } from "./money.ts";
import { plainAmount, plainPrice } from "./typed-amount.ts";

describe("an amount as people write it", () => {
  test.each([
    ["₹1,25,000.50", "125000.50"],
    ["Rs. 450/-", "450"],
    ["450.", "450"],
    ["450 rupees only", "450"],
    ["450 Rs.", "450"],
    ["INR 450", "450"],
    ["₹ ४५०/-", "450"],
    ["-5", "-5"],
  ])("%j is %s", (typed, amount) => {
    expect(plainAmount(typed)).toBe(amount);
    expect(plainPrice(typed)).toBe(amount);
  });

  test.each(["1,25", "450-500", "approx 450", "450 + GST", "5 lakh", "4 450", "Rs", "only", ""])(
    "%j is none",
    (typed) => {
      expect(isRupees(plainAmount(typed))).toBe(false);
      expect(isRupees(plainPrice(typed))).toBe(false);
    },
  );
});

describe("a price of one", () => {
  const words = ["each", "per strip", "/strip", "a tab.", "/ tablet", "an ampoule", "per  box", "PER UNIT."];
  const amounts = ["500", "₹500", "Rs. 500/-", "500 rs", "500 rupees", "₹500.00", "500/- only", "५००"];
  const written = amounts.flatMap((amount) =>
    words.flatMap((word) => [`${amount} ${word}`, `${amount}${word}`]),
  );

  test("is the amount, whatever it is of", () => {
    expect(written.filter((typed) => Number(plainPrice(typed)) !== 500)).toEqual([]);
  });

  test("is no amount of its own", () => {
    expect(written.filter((typed) => isRupees(plainAmount(typed)))).toEqual([]);
  });

  test.each([
    "500 per dozen",
    "500 per 10",
    "500/10 tabs",
    "500 per strip of 10",
    "500 strip",
    "each",
    "4 500 each",
  ])("%j is none", (typed) => {
    expect(isRupees(plainPrice(typed))).toBe(false);
  });

  test("is read in time that grows with the text", () => {
    expect(plainPrice(`5${" ".repeat(100_000)}x`)).toBe("5 x");
  });
});
