import { expect, test } from "vitest";
import { draftWords } from "./draft-words.ts";
import { blankItem, newVisitForm } from "./visit-form.ts";

const doctor = {
  ...{ id: "d", name: "Dr. Asha Rao", specialization: null, doctor_type: null, doctor_class: null },
  ...{ hospital: null, city: null },
};
const line = { id: "l", product_id: "p", product_name: "Paracip 500", quantity: 4, unit_price: "12.50" };
const half = { ...blankItem, product_id: "p" };

test.each([
  [{}, "Dr. Asha Rao"],
  [
    { items: [line, { ...line, unit_price: "307" }], notes: "Samples" },
    "Dr. Asha Rao, 2 products for ₹1,278.00, notes",
  ],
  [{ items: [line], new_item: half }, "Dr. Asha Rao, 2 products for ₹50.00"],
  [{ new_item: half }, "Dr. Asha Rao, 1 product"],
  [{ items: [{ ...line, quantity: Number.NaN }] }, "Dr. Asha Rao, 1 product"],
  [{ doctor: null, notes: "Samples" }, "notes"],
  [{ doctor: null }, ""],
])("a draft with %j is %j", (typed, words) => {
  expect(draftWords({ ...newVisitForm("2025-11-20", doctor), ...typed })).toBe(words);
});
