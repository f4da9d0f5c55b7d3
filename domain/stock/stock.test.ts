import { describe, expect, test } from "vitest";
import { soldBeforeReceived } from "./sold-before-received.ts";
import { correctionNote, maxUnits, signed, stockAddition, stockCorrection } from "./stock.ts";

const id = "0197a3b0-0000-7000-8000-000000000001";

describe("Add Stock", () => {
  test("takes whole units from 1", () => {
    expect(stockAddition.parse({ id, quantity: 1 })).toEqual({ id, quantity: 1, notes: null });
    expect(stockAddition.parse({ id, quantity: maxUnits, notes: " from Pune " }).notes).toBe("from Pune");
  });

  test.each([
    0,
    -1,
    1.5,
    maxUnits + 1,
    "5",
    null,
    undefined,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    1e300,
    true,
    [1],
  ])("refuses %j units", (quantity) => {
    expect(stockAddition.safeParse({ id, quantity }).success).toBe(false);
  });

  test("refuses long notes, unknown fields and a missing id", () => {
    expect(stockAddition.safeParse({ id, quantity: 1, notes: "n".repeat(1001) }).success).toBe(false);
    expect(stockAddition.safeParse({ id, quantity: 1, transaction_date: "2020-01-01" }).success).toBe(false);
    expect(stockAddition.safeParse({ quantity: 1 }).success).toBe(false);
  });
});

describe("Edit Stock", () => {
  test("takes a new total from 0 and the stock that the person saw", () => {
    expect(stockCorrection.parse({ id, quantity: 0, current_stock: 7 })).toEqual({
      id,
      quantity: 0,
      current_stock: 7,
      notes: null,
    });
  });

  test("takes any total that a product can have, also one beyond a single entry", () => {
    const counted = { id, quantity: maxUnits + 499_000, current_stock: maxUnits + 500_000 };
    expect(stockCorrection.parse(counted).quantity).toBe(counted.quantity);
    expect(stockCorrection.parse({ ...counted, quantity: 2_147_483_647 }).quantity).toBe(2_147_483_647);
  });

  test.each([
    { quantity: -1, current_stock: 0 },
    { quantity: 2_147_483_648, current_stock: 0 },
    { quantity: 1.5, current_stock: 0 },
    { quantity: 1 },
    { quantity: 1, current_stock: -1 },
    { quantity: 1, current_stock: "1" },
    { current_stock: 1 },
  ])("refuses %j", (body) => {
    expect(stockCorrection.safeParse({ id, ...body }).success).toBe(false);
  });

  test.each([
    [10, 15, "Stock adjusted from 10 to 15 (+5)"],
    [15, 10, "Stock adjusted from 15 to 10 (-5)"],
    [10, 0, "Stock adjusted from 10 to 0 (-10)"],
    [0, 1000000, "Stock adjusted from 0 to 1000000 (+1000000)"],
  ])("the note of a change from %i to %i is %j", (from, to, note) => {
    expect(correctionNote(from, to)).toBe(note);
  });
});

test.each([
  [-10, 3, 0],
  [-10, -7, 7],
  [-5, -12, 5],
  [10, 3, -7],
  [4, -3, -4],
  [7, 0, -7],
  [-3, 0, 0],
])(
  "of %i units that leave a balance of %i, %i were sold before they were received",
  (quantity, balance, units) => {
    expect(soldBeforeReceived({ quantity, balance })).toBe(units);
  },
);

test("shows the sign of a difference", () => {
  expect([5, -3, 0].map(signed)).toEqual(["+5", "-3", "0"]);
});
