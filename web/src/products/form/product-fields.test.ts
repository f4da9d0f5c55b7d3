import { expect, test } from "vitest";
import { priceHint } from "./product-fields.ts";

test.each(["0", "12", "12.5", " 12.50 ", "9999999999.99"])(
  "shows nothing for %j, which is saved as typed",
  (typed) => {
    expect(priceHint(typed)).toBeNull();
  },
);

test.each([
  ["", "Without a price, ₹0.00 is saved."],
  ["-5", "The price can't be negative"],
  ["free", "This is not a price: ₹0.00 will be saved."],
  ["1e5", "Please enter an amount such as 12.50"],
  ["approx 500", "Please enter an amount such as 12.50"],
  ["500 per strip", "₹500.00 will be saved."],
  ["₹500/strip", "₹500.00 will be saved."],
  ["10000000000", "Please enter at most 9999999999.99"],
  ["12.345", "₹12.35 will be saved."],
  [".5", "₹0.50 will be saved."],
  ["0.", "₹0.00 will be saved."],
  ["0.001", "₹0.00 will be saved."],
])("shows what %j becomes", (typed, hint) => {
  expect(priceHint(typed)).toBe(hint);
});
