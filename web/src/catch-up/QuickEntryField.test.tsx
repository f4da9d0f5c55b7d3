import { productMatcher } from "@rounds/domain/products/match-products.ts";
import { parseQuickEntry } from "@rounds/domain/visits/quick-entry.ts";
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { QuickEntryField } from "./QuickEntryField.tsx";

const products = [
  { id: "p1", name: "Atorsudha 10", price: "118.00", current_stock: 200 },
  { id: "p2", name: "Metohriday 50", price: "30.00", current_stock: 90 },
];
const usual = [
  { product_id: "p1", quantity: 25, unit_price: "118.00" },
  { product_id: "p2", quantity: 1, unit_price: "157.03" },
];

/** What stands below the field for a typed text. */
function saidOf(text: string): (string | null)[] {
  const read = parseQuickEntry(text, { match: productMatcher(products), usual, chosen: {} });
  const nothing = () => {};
  render(
    <QuickEntryField
      {...{ label: "Products for Dr. Rao", value: text, read, usual, problem: undefined, disabled: false }}
      {...{ onType: nothing, onChoose: nothing, onMark: nothing }}
    />,
  );
  return screen.getAllByRole("listitem").map(({ textContent }) => textContent);
}

test.each([
  ["ator 2", "Atorsudha 102 × ₹118.00 = ₹236.00"],
  ["ator 10", "Atorsudha 1010 × ₹118.00 = ₹1,180.0010 × Atorsudha 10; did you mean the strength?"],
  ["ator", "Atorsudha 1025 × ₹118.00 = ₹2,950.0025, as last time"],
  // Less than a tenth of what the doctor paid last, though not of the product's own price.
  ["meto 2 @4", "Metohriday 502 × ₹4.00 = ₹8.00Please check: less than a tenth of the usual price"],
  ["ator 2 @1,25", "Atorsudha 10: Is the comma a decimal point? Please write 12.50, or 1,250 for thousands"],
])("%j says %s", (text, said) => {
  expect(saidOf(text)).toEqual([said]);
});
