import { describe, expect, test } from "vitest";
import { cellsOf, mappingProblem } from "../column-fields.ts";
import { guessMapping, headingLine } from "../headings.ts";
import type { ColumnField } from "../import-fields.ts";
import { productList } from "./product-list.ts";

const guess = (...headings: string[]) => guessMapping("products", headings);

describe("a heading", () => {
  const fields: Partial<Record<ColumnField, string[]>> = {
    name: [
      ...["Product Name", "Product", "ITEM NAME", "Name of Product", "Particulars", "Brand Name", "Medicine"],
      ...["Product_Name", "Items", "Name"],
    ],
    category: ["Category", "Product Category", "CAT.", "Therapeutic Segment", "Therapy"],
    price: [
      ...[
        "Price",
        "Rate",
        "Rate (Rs.)",
        "Unit Price",
        "Selling Price",
        "Sale Rate",
        "MRP",
        "M.R.P.",
        "PTR",
        "P.T.S.",
      ],
      ...["MRP (incl. GST)", "Price to Retailer", "Purchase Rate", "Price ₹"],
    ],
    stock: [
      ...[
        "Stock",
        "Qty",
        "Quantity",
        "Closing Stock",
        "Op. Stk",
        "Opening Stock",
        "Opening",
        "CL. STOCK",
        "Balance",
      ],
      ...["Current Stock", "Stock in Hand", "Closing Qty", "Available Qty", "Units"],
    ],
    description: ["Description", "Product Description", "Details"],
    strength: ["Strength", "Potency"],
  };
  test.each(Object.entries(fields))("means %s", (field, headings) => {
    for (const heading of headings) expect([heading, guess(heading)]).toEqual([heading, [field]]);
  });

  test.each([
    ...[
      "S.No",
      "GST %",
      "GST Rate",
      "HSN Code",
      "Batch No",
      "Exp. Date",
      "Stock Value",
      "Amount",
      "Sales Qty",
    ],
    ...["Purchase", "Pack", "Packing", "Scheme", "Product Code", "Company", "Composition", "Discount", ""],
  ])("that is not surely a field, such as %j, is left to the person", (heading) =>
    expect(guess(heading)).toEqual([null]),
  );
});

describe("the mapping of a sheet", () => {
  test("of Rounds itself is found", () => {
    expect(guess("Product Name", "Category", "Price", "Current Stock", "Description")).toEqual([
      ...["name", "category", "price", "stock", "description"],
    ]);
    expect(
      guess("Line", "Product Name", "Category", "Price", "Opening stock", "Description", "What is wrong"),
    ).toEqual([...[null, "name", "category", "price", "stock", "description", null]]);
  });

  test("prefers the price by which it is sold, and leaves several prices of trades to the person", () => {
    expect(guess("Product", "Pack", "MRP", "Rate")).toEqual(["name", null, null, "price"]);
    expect(guess("Product", "MRP", "PTR", "PTS", "GST%")).toEqual(["name", null, null, null, null]);
    expect(guess("Product", "Op. Stk", "Purchase", "Sales", "Cl. Stk")).toEqual([
      "name",
      null,
      null,
      null,
      null,
    ]);
    expect(guess("Product", "Opening Stock", "Closing Stock", "Stock in hand")).toEqual([
      "name",
      null,
      null,
      "stock",
    ]);
  });

  test("needs a name, and says that products without a price will cost nothing", () => {
    expect(mappingProblem("products", ["price"])).toBe("Please choose which column is the product's name.");
    expect(mappingProblem("products", ["name"])).toBeUndefined();
    expect(productList.notice?.(new Set(["name"]))).toMatch("₹0.00");
    expect(productList.notice?.(new Set(["name", "price"]))).toBeUndefined();
  });

  test("begins at the line with the headings", () => {
    const rows = [
      ["SRI BALAJI AGENCIES, NAGPUR"],
      ["Stock statement Nov-25"],
      ["Sr", "Product", "Cl. Stock", "PTR"],
    ];
    expect(headingLine("products", rows)).toBe(2);
  });
});

describe("the cells of a row", () => {
  const named = (name: string, strength: string, pack = "") =>
    cellsOf("products", ["name", "strength", "pack"], [name, strength, pack]).name;

  test.each([
    ["Atorsudha", "10 mg", "", "Atorsudha 10 mg"],
    ["Atorsudha 10", "10mg", "", "Atorsudha 10"],
    ["Atorsudha 10 mg", "10 MG", "", "Atorsudha 10 mg"],
    ["Calsud 500", "50 mg", "", "Calsud 500 50 mg"],
    ["Coughsud", "", "100 ml", "Coughsud 100 ml"],
    ["Atorsudha 10", "", "10x10", "Atorsudha 10 10x10"],
    ["", "10 mg", "", "10 mg"],
    ["Benadryl Syrup", "N/A", "100 ml", "Benadryl Syrup 100 ml"],
    ["Benadryl Syrup", "not available", "#N/A", "Benadryl Syrup"],
    ["-", "10 mg", "Nil", "10 mg"],
    ["Zinc Drops", "20 mg", "20 ml", "Zinc Drops 20 mg 20 ml"],
    ["Betasud 5% Ointment", "", "5 g", "Betasud 5% Ointment 5 g"],
    ["Betasud 15 gm", "", "15 g", "Betasud 15 gm"],
    ["Coughsud 5 mg/5 ml", "5 ml", "", "Coughsud 5 mg/5 ml"],
  ])("%j with the strength %j and the pack %j is %j", (name, strength, pack, joined) => {
    expect(named(name, strength, pack)).toBe(joined);
  });

  test.each([
    [{ name: "TOTAL", stock: "4500" }, true],
    [{ name: "Grand Total :", stock: "4500", price: "9" }, true],
    [{ stock: "4500" }, true],
    [{ price: "45", stock: "4500" }, false],
    [{ name: "ANTIBIOTICS" }, true],
    [{ name: "Prepared by R. Shah" }, true],
    [{ name: "Total Care 10", price: "45" }, false],
    [{ name: "Vitamins", price: "45" }, false],
    [{ name: "Atorsudha 10" }, false],
  ])("%j: whether they are no product is %j", (cells, isEnd) => {
    expect(productList.isEnd(cells)).toBe(isEnd);
  });
});
