import { describe, expect, test } from "vitest";
import {
  blankItem,
  checkNewItem,
  countedItems,
  itemNotSaved,
  newVisitForm,
  visitForm,
  visitInputOf,
} from "./visit-form.ts";

const doctor = {
  id: "0198c5a0-0000-7000-8000-00000000000d",
  name: "Dr. Asha Rao",
  specialization: null,
  doctor_type: null,
  doctor_class: null,
};
const product_id = "0198c5a0-0000-7000-8000-0000000000a1";
const item = { ...blankItem, product_id, quantity: "3", unit_price: "12.50" };

describe("a new item", () => {
  test("can be added if everything is entered and there is enough stock", () => {
    expect(checkNewItem(item, 3)).toBeNull();
    expect(checkNewItem(item, undefined)).toBeNull();
  });

  test("must have a product, a quantity and a price", () => {
    const problem = checkNewItem(blankItem, undefined);
    expect(problem?.text).toBe("Please fill in all sale details");
    expect(problem?.first).toBe("product_id");
    expect(Object.keys(problem?.fields ?? {})).toEqual(["product_id", "quantity", "unit_price"]);
    expect(checkNewItem({ ...item, quantity: "0" }, undefined)?.first).toBe("quantity");
    expect(checkNewItem({ ...item, unit_price: "0" }, undefined)?.first).toBe("unit_price");
  });

  test("takes whole units and at most two decimals of a rupee", () => {
    expect(checkNewItem({ ...item, quantity: "1.5" }, undefined)?.text).toBe("Please enter a whole number");
    expect(checkNewItem({ ...item, unit_price: "1.555" }, undefined)?.first).toBe("unit_price");
  });

  test("reads a quantity with a unit or in other digits, and refuses what is no number as it stands", () => {
    expect(checkNewItem({ ...item, quantity: "३ strips" }, 3)).toBeNull();
    expect(checkNewItem({ ...item, quantity: "4 strips" }, 3)?.fields).toEqual({
      quantity: "Insufficient stock. Available: 3",
    });
    for (const quantity of ["1O", "1e2", "10 dozen", "1,25"]) {
      expect(checkNewItem({ ...item, quantity }, undefined)?.fields).toEqual({
        quantity: "Please enter a whole number",
      });
      expect(countedItems([{ ...item, quantity }])).toEqual([]);
    }
    expect(countedItems([{ ...item, quantity: "१०" }])).toEqual([{ quantity: 10, unit_price: "12.50" }]);
  });

  test("asks about a comma that may be a decimal point, and reads one that groups", () => {
    const text = "Is the comma a decimal point? Please write 12.50, or 1,250 for thousands";
    expect(checkNewItem({ ...item, unit_price: "12,50" }, undefined)).toEqual({
      text,
      fields: { unit_price: text },
      first: "unit_price",
    });
    expect(checkNewItem({ ...item, unit_price: "1,250" }, undefined)).toBeNull();
    expect(checkNewItem({ ...item, unit_price: "₹500/strip" }, undefined)).toBeNull();
    expect(countedItems([{ quantity: 2, unit_price: "500 each" }])).toEqual([
      { quantity: 2, unit_price: "500.00" },
    ]);
    expect(checkNewItem({ ...item, unit_price: "approx 500" }, undefined)?.fields).toEqual({
      unit_price: "Please enter an amount such as 12.50",
    });
    expect(countedItems([{ quantity: 2, unit_price: "1,250.5" }])).toEqual([
      { quantity: 2, unit_price: "1250.50" },
    ]);
    expect(countedItems([{ quantity: 2, unit_price: "12,50" }])).toEqual([]);
  });

  test("can't take more than the stock", () => {
    expect(checkNewItem(item, 2)?.fields).toEqual({ quantity: "Insufficient stock. Available: 2" });
  });
});

describe("the form", () => {
  const line = { id: product_id, product_id, product_name: "Amoxicillin", quantity: 3, unit_price: "12.5" };
  const filled = { ...newVisitForm("2025-01-05", doctor), items: [line] };

  test("sends only what the route accepts", () => {
    expect(visitInputOf(visitForm.parse(filled))).toEqual({
      doctor_id: doctor.id,
      visit_date: "2025-01-05",
      status: "completed",
      notes: null,
      items: [{ id: product_id, product_id, quantity: 3, unit_price: "12.50" }],
    });
  });

  test("is not sent while an entered item can't be added, even if the doctor is missing too", () => {
    const half = { ...filled, doctor_id: "", new_item: { ...blankItem, product_id } };
    const paths = visitForm
      .safeParse(half)
      .error?.issues.map(({ path, message }) => [path.join("."), message]);
    expect(paths).toEqual([
      ["doctor_id", "Please select a doctor"],
      ["new_item.add", itemNotSaved],
    ]);
  });

  test("counts only the lines with a valid amount", () => {
    const lines = [Number.NaN, 3].map((quantity) => ({ ...line, quantity }));
    expect(countedItems(lines)).toEqual([{ quantity: 3, unit_price: "12.50" }]);
  });
});
