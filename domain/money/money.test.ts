import { describe, expect, test } from "vitest";
import { createRandom } from "../random/random.ts";
import { formatCount, signedCount } from "./count.ts";
import {
  formatRupees,
  isRupees,
  lineTotal,
  maxRupees,
  noAmount,
  priceOrZero,
  priceProblem,
  toPaise,
  toRupees,
  unclearComma,
} from "./money.ts";

describe("paise and rupees", () => {
  test.each([
    ["0", 0n, "0.00"],
    ["12", 1200n, "12.00"],
    ["12.5", 1250n, "12.50"],
    ["12.05", 1205n, "12.05"],
    ["0.01", 1n, "0.01"],
    ["-0.01", -1n, "-0.01"],
    ["-1234.5", -123450n, "-1234.50"],
    ["007.10", 710n, "7.10"],
    ["90071992547409.93", 9007199254740993n, "90071992547409.93"],
    [maxRupees, 999999999999n, maxRupees],
  ])("%s rupees are %s paise, written %s", (rupees, paise, written) => {
    expect(toPaise(rupees)).toBe(paise);
    expect(toRupees(paise)).toBe(written);
  });

  test.each([
    "",
    " ",
    "1,000",
    "12.",
    ".5",
    "1.234",
    "1e3",
    "+1",
    "--1",
    "₹5",
    "NaN",
    "Infinity",
    "१२",
    "12\n",
    " 12",
  ])("%j is not an amount", (text) => {
    expect(isRupees(text)).toBe(false);
    expect(() => toPaise(text)).toThrow(RangeError);
  });

  test("a line's total is exact, unlike with floats", () => {
    expect(lineTotal(3, "0.10")).toBe(30n);
    expect(lineTotal(1_000_000, maxRupees)).toBe(999999999999000000n);
    expect(lineTotal(3, "1.15")).toBe(345n);
  });
});

describe("priceOrZero reads a price as typed", () => {
  test.each([
    ["", "0.00"],
    ["   ", "0.00"],
    ["abc", "0.00"],
    ["-5", "0.00"],
    ["1e3", "0.00"],
    ["1.2.3", "0.00"],
    [".", "0.00"],
    ["12", "12.00"],
    [" 12.5 ", "12.50"],
    [".5", "0.50"],
    ["5.", "5.00"],
    ["1,234.56", "1234.56"],
    ["12,34,567.5", "1234567.50"],
    ["12,50", "0.00"],
    ["1,2,3", "0.00"],
    ["0.004", "0.00"],
    ["0.005", "0.01"],
    ["1.005", "1.01"],
    ["1.0049999", "1.00"],
    ["2.999", "3.00"],
    ["9999999999.99", "9999999999.99"],
    ["9999999999.994", "9999999999.99"],
    ["9999999999.995", "0.00"],
    ["10000000000", "0.00"],
    ["Infinity", "0.00"],
    ["0x10", "0.00"],
  ])("%j is %s", (typed, price) => {
    expect(priceOrZero(typed)).toBe(price);
  });
});

describe("priceProblem refuses digits that can't be a price, and nothing else", () => {
  test.each([
    ["-5", "The price can't be negative"],
    ["\u22125", "The price can't be negative"],
    ["-0.01", "The price can't be negative"],
    ["99999999999", "Please enter at most 9999999999.99"],
    ["9,999,999,999.995", "Please enter at most 9999999999.99"],
    ["12,50", unclearComma],
    ["1,250,5", unclearComma],
    ["1e3", noAmount],
    ["approx 500", noAmount],
    ["500-600", noAmount],
    ["1,25,000.50", null],
    ["1,250", null],
    ["9999999999.994", null],
    ["9999999999.99", null],
    ["-0", null],
    ["0", null],
    ["12.345", null],
    ["", null],
    ["abc", null],
    ["-", null],
    [".", null],
    ["-abc", null],
  ])("%j: %j", (typed, problem) => {
    expect(priceProblem(typed)).toBe(problem);
  });
});

describe("amounts for people", () => {
  test.each([
    ["0", "₹0.00"],
    ["0.5", "₹0.50"],
    ["999.99", "₹999.99"],
    ["1000", "₹1,000.00"],
    ["99999", "₹99,999.00"],
    ["100000", "₹1,00,000.00"],
    ["1234567.5", "₹12,34,567.50"],
    ["123456789.01", "₹12,34,56,789.01"],
    ["90071992547409.93", "₹9,00,71,99,25,47,409.93"],
    ["-1234.5", "-₹1,234.50"],
  ])("%s is %s", (amount, shown) => {
    expect(formatRupees(amount)).toBe(shown);
    expect(formatRupees(toPaise(amount))).toBe(shown);
  });

  test("a text that is no amount is not shown as one", () => {
    expect(() => formatRupees("1e3")).toThrow(RangeError);
  });

  test("numbers are grouped as Intl groups them", () => {
    const whole = new Intl.NumberFormat("en-IN");
    const rupees = new Intl.NumberFormat("en-IN", { style: "currency", currency: "INR" });
    const random = createRandom(1);
    for (let digits = 1; digits <= 15; digits++) {
      for (let times = 0; times < 20; times++) {
        const number = random.integer(-(10 ** digits), 10 ** digits);
        expect(formatCount(number)).toBe(whole.format(number));
        expect(formatRupees(`${number}.05`)).toBe(rupees.format(`${number}.05` as Intl.StringNumericLiteral));
      }
    }
  });

  test("whole numbers carry Indian grouping", () => {
    expect([0, 999, 1000, 1234567, -100000].map(formatCount)).toEqual([
      "0",
      "999",
      "1,000",
      "12,34,567",
      "-1,00,000",
    ]);
  });
});

test("units carry their sign and Indian grouping", () => {
  expect([1234567, -1234567, -3, 0].map(signedCount)).toEqual(["+12,34,567", "-12,34,567", "-3", "0"]);
});
