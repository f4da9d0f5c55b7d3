import { describe, expect, test } from "vitest";
import { amount } from "./amount.ts";
import { maxRupees, unclearComma } from "./money.ts";

const price = amount(0n, "negative");
const unitPrice = amount(1n, "too small");
const messagesOf = (schema: typeof price, value: unknown) =>
  schema.safeParse(value).error?.issues.map((issue) => issue.message);

describe("an amount in a field", () => {
  test.each([
    ["12", "12.00"],
    [" 12.5 ", "12.50"],
    ["0", "0.00"],
    ["-0", "0.00"],
    ["0012.05", "12.05"],
    [maxRupees, maxRupees],
  ])("%j becomes %s", (typed, stored) => {
    expect(price.parse(typed)).toBe(stored);
  });

  test.each([12.5, 0, null, undefined, "", "abc", "1.234", "1e3", "1,000", "NaN", true, {}, ["1"]])(
    "%j gets the message with an example",
    (value) => {
      expect(messagesOf(price, value)).toEqual(["Please enter an amount such as 12.50"]);
    },
  );

  test("a comma that may be a decimal point is asked about", () => {
    for (const typed of ["12,50", "1,2,3"]) expect(messagesOf(price, typed)).toEqual([unclearComma]);
  });

  test("each limit has its message", () => {
    expect(messagesOf(price, "-0.01")).toEqual(["negative"]);
    expect(messagesOf(unitPrice, "0")).toEqual(["too small"]);
    expect(messagesOf(unitPrice, "0.00")).toEqual(["too small"]);
    expect(unitPrice.parse("0.01")).toBe("0.01");
    expect(messagesOf(price, "10000000000")).toEqual(["Please enter at most 9999999999.99"]);
    expect(messagesOf(price, "9".repeat(5000))).toEqual(["Please enter at most 9999999999.99"]);
  });
});
