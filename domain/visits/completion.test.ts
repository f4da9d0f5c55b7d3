import { expect, test } from "vitest";
import { itemFieldsMoved } from "./completion.ts";

test("a message stays at its item, and is about the items as a whole where the item is not", () => {
  const fields = {
    notes: "Too long",
    items: "Too many",
    "items.0.quantity": "Few",
    "items.3.product_id": "Gone",
  };
  expect(itemFieldsMoved(fields, 2)).toEqual({
    notes: "Too long",
    items: "Too many",
    "items.2.quantity": "Few",
    "items.5.product_id": "Gone",
  });
  expect(itemFieldsMoved({ "items.0.quantity": "Few", "items.3.product_id": "Gone" }, -2)).toEqual({
    items: "Few",
    "items.1.product_id": "Gone",
  });
});
