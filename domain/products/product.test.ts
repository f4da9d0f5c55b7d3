import { describe, expect, test } from "vitest";
import { isLowStock, product, productCategories, productInput } from "./product.ts";
import { productCreation } from "./product-list.ts";

const messagesOf = (value: unknown) =>
  productInput.safeParse(value).error?.issues.map((issue) => [issue.path.join("."), issue.message]);

describe("what a person may set of a product", () => {
  test("a name and a price are enough", () => {
    expect(productInput.parse({ name: " Amoxicillin ", price: "12.5" })).toEqual({
      name: "Amoxicillin",
      category: null,
      price: "12.50",
      description: null,
    });
  });

  test("stock and the server's other fields can't be set", () => {
    for (const field of ["current_stock", "id", "version", "created_at", "created_by"]) {
      expect(productInput.safeParse({ name: "A", price: "1", [field]: 1 }).success).toBe(false);
    }
    expect(Object.keys(product.shape)).toContain("current_stock");
  });

  test("every field has its limits", () => {
    expect(messagesOf({ name: "", price: "-1", category: "Toys", description: "d".repeat(2001) })).toEqual([
      ["name", "Please enter the product's name"],
      ["category", `Please choose one of: ${productCategories.join(", ")}`],
      ["price", "The price can't be negative"],
      ["description", "Please use at most 2000 characters"],
    ]);
    const most = {
      name: "n".repeat(200),
      price: "9999999999.99",
      category: "Other",
      description: "d".repeat(2000),
    };
    expect(productInput.parse(most)).toEqual(most);
    expect(productInput.parse({ name: "A", price: "0" }).price).toBe("0.00");
    expect(messagesOf({ name: "A" })).toEqual([["price", "Please enter an amount such as 12.50"]]);
  });

  test("the categories keep their names and their order", () => {
    expect(productCategories).toEqual([
      "Antibiotics",
      "Pain Relief",
      "Cardiovascular",
      "Diabetes",
      "Respiratory",
      "Vitamins",
      "Supplements",
      "Other",
    ]);
  });

  test("a creation needs an id", () => {
    expect(productCreation.safeParse({ name: "A", price: "1" }).success).toBe(false);
  });
});

test("10 units or fewer are low", () => {
  expect([0, 1, 10, 11, 50].map(isLowStock)).toEqual([true, true, true, false, false]);
});
