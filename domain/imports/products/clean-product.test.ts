import { describe, expect, test } from "vitest";
import type { ImportCells } from "../import-row.ts";
import { cleanProduct } from "./clean-product.ts";

const read = (cells: ImportCells) => cleanProduct({ name: "Atorsudha 10", ...cells });
const refusalsOf = (cells: ImportCells) => read(cells).refusals.map(({ field, message }) => [field, message]);

describe("a price", () => {
  test.each([
    ["₹1,25,000.50", "125000.50"],
    ["Rs 45/-", "45.00"],
    ["Rs. 45.5/-", "45.50"],
    ["RS.45", "45.00"],
    ["INR 1,250", "1250.00"],
    ["45.00", "45.00"],
    ["45/=", "45.00"],
    ["45 Rs.", "45.00"],
    ["Rs 45/- per strip", "45.00"],
    ["45 each", "45.00"],
    ["0", "0.00"],
    [".5", "0.50"],
    ["45.300000000000004", "45.30"],
    ["45.995", "46.00"],
    ["0.1", "0.10"],
    ["₹ ४५.५०", "45.50"],
    ["9999999999.99", "9999999999.99"],
  ])("%j is %s", (written, price) => {
    expect([read({ price: written }).filled.price, refusalsOf({ price: written })]).toEqual([price, []]);
  });

  test.each([
    ["12,50", "Is the comma a decimal point? Please write 12.50, or 1,250 for thousands"],
    ["-5", "The price can't be negative"],
    ["forty", "Please enter an amount such as 12.50"],
    ["45-50", "Please enter an amount such as 12.50"],
    ["45 per dozen", "Please enter an amount such as 12.50"],
    ["45 + GST", "Please enter an amount such as 12.50"],
    ["1.25E+05", "Please enter an amount such as 12.50"],
    ["Rs", "Please enter an amount such as 12.50"],
    ["10000000000", "Please enter at most 9999999999.99"],
    ["9999999999.999", "Please enter at most 9999999999.99"],
  ])("%j is refused at its cell", (price, message) => {
    expect(refusalsOf({ price })).toEqual([["price", message]]);
  });
});

describe("an opening stock", () => {
  test.each([
    ["1,250", 1250],
    ["40.0", 40],
    ["0", 0],
    ["१२", 12],
    ["1000000", 1_000_000],
    ["-", null],
    ["", null],
  ])("%j is %j", (stock, units) => {
    expect([read({ stock }).stock, refusalsOf({ stock })]).toEqual([units, []]);
  });

  test.each([
    ["12.5", "Please enter a whole number"],
    ["12,5", "Please enter a whole number"],
    ["10 strips", "Please enter a whole number"],
    ["-4", "Please enter 0 or more"],
    ["1000001", "Please enter at most 1000000"],
    ["1e3", "Please enter a whole number"],
  ])("%j is refused at its cell", (stock, message) => {
    expect(refusalsOf({ stock })).toEqual([["stock", message]]);
  });
});

test.each([
  ["Antibiotics", "Antibiotics", []],
  ["ANTIBIOTIC", "Antibiotics", ["read_as"]],
  ["Anti-diabetic", "Diabetes", ["read_as"]],
  ["Analgesic", "Pain Relief", ["read_as"]],
  ["Misc.", "Other", ["read_as"]],
  ["Gastro", undefined, ["left_out"]],
  ["N/A", undefined, []],
])("the category %j is %j", (written, category, codes) => {
  const { filled, notes } = read({ category: written });
  expect([filled.category, notes.map(({ code }) => code)]).toEqual([category, codes]);
});

test("names and descriptions are checked as in the form, and empty cells fill nothing", () => {
  expect(cleanProduct({ name: " ", price: "1" }).refusals).toMatchObject([
    { field: "name", message: "Please enter the product's name" },
  ]);
  expect(
    refusalsOf({ description: "d".repeat(2001), name: "n".repeat(201) }).map(([field]) => field),
  ).toEqual([...["name", "description"]]);
  expect(cleanProduct({ name: "'Dolo  650\n", price: "", stock: "nil" })).toMatchObject({
    filled: { name: "Dolo 650" },
    stock: null,
    refusals: [],
    notes: [],
  });
});
