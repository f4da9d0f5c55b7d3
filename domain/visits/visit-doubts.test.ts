import { expect, test } from "vitest";
import { visitInput } from "./visit.ts";
import { visitDoubts } from "./visit-doubts.ts";

const id = (n: number) => `0198c5a0-0000-7000-8000-00000000000${n}`;
const products = [{ id: id(1), name: "Paracip 500", price: "12.50" }];
const today = "2026-11-22";
const before = { doctor_id: id(2), visit_date: today, status: "completed", notes: "", items: [] };
const line = { id: id(3), product_id: id(1), quantity: 1, unit_price: "250" };

const doubts = (
  changes: object,
  from: object = before,
  last?: { product_id: string; unit_price: string }[],
) => visitDoubts(visitInput.parse({ ...before, ...changes }), from, { today, products, last });

test("does not ask about anything usual", () => {
  expect(doubts({})).toEqual([]);
  expect(doubts({ visit_date: "2026-11-25", status: "scheduled" })).toEqual([]);
  expect(doubts({ visit_date: "2000-01-01" })).toEqual([]);
  expect(doubts({ items: [{ ...line, unit_price: "249.99" }] })).toEqual([]);
});

test("asks about a visit completed in the future, and one before 2000", () => {
  expect(doubts({ visit_date: "2026-11-25" })).toEqual([
    "The visit is marked as completed, but Nov 25, 2026 is in the future.",
  ]);
  expect(doubts({ visit_date: "1999-12-31", status: "scheduled" })).toEqual([
    "The visit date is Dec 31, 1999, which is before the year 2000.",
  ]);
});

test("asks about a visit scheduled in the past, and not about one scheduled for today", () => {
  expect(doubts({ visit_date: "2026-01-05", status: "scheduled" })).toEqual([
    "The visit is scheduled, but Jan 05, 2026 is in the past.",
  ]);
  expect(doubts({ visit_date: today, status: "scheduled" })).toEqual([]);
  const stored = { ...before, visit_date: "2026-01-05", status: "scheduled" };
  expect(doubts({ ...stored, notes: "More" }, stored)).toEqual([]);
});

test("asks about a price of twenty times the product's own", () => {
  expect(doubts({ items: [line] })).toEqual([
    "Paracip 500 costs ₹12.50. Here it is sold for ₹250.00, 20 times that.",
  ]);
});

test("does not ask again about what was saved before", () => {
  const stored = { ...before, visit_date: "2026-11-25", items: [{ ...line, unit_price: "250.00" }] };
  expect(doubts({ ...stored, notes: "More" }, stored)).toEqual([]);
  expect(doubts({ ...stored, items: [{ ...line, unit_price: "300" }] }, stored)).toHaveLength(1);
});

test("asks about a price far below the proposed one: the doctor's last, otherwise the product's own", () => {
  expect(doubts({ items: [{ ...line, unit_price: "1" }] })).toEqual([
    "Paracip 500 costs ₹12.50. Here it is sold for ₹1.00, less than a tenth of that.",
  ]);
  const last = [{ product_id: line.product_id, unit_price: "157.03" }];
  expect(doubts({ items: [{ ...line, unit_price: "4" }] }, before, last)).toEqual([
    "The last price of Paracip 500 was ₹157.03. Here it is sold for ₹4.00, less than a tenth of that.",
  ]);
  expect(
    doubts({ items: [{ ...line, unit_price: "1" }] }, before, [
      { product_id: line.product_id, unit_price: "1" },
    ]),
  ).toEqual([]);
  expect(doubts({ items: [{ ...line, unit_price: "2" }] })).toEqual([]);
});

test("asks about items of a cancelled visit, once", () => {
  const [one, two] = [
    { ...line, unit_price: "12.50" },
    { ...line, id: id(4), unit_price: "12.50" },
  ];
  const asked = (changes: object, from: object, kept?: string[]) =>
    visitDoubts(visitInput.parse({ ...before, ...changes }), from, { today, products, kept });
  const question = "The visit is cancelled, but its items count as sales and take stock.";
  const cancelled = { ...before, status: "cancelled", items: [one] };
  expect(asked(cancelled, before)).toEqual([question]);
  expect(asked(cancelled, { ...cancelled, status: "completed" })).toEqual([question]);
  expect(asked({ ...cancelled, items: [] }, before)).toEqual([]);
  expect(asked({ ...cancelled, status: "scheduled" }, before)).toEqual([]);
  // It was so before, or the person said so.
  expect(asked({ ...cancelled, notes: "More" }, cancelled)).toEqual([]);
  expect(asked(cancelled, before, [one.id])).toEqual([]);
  expect(asked({ ...cancelled, items: [one, two] }, cancelled)).toEqual([question]);
  expect(asked({ ...cancelled, items: [one, two] }, before, [one.id])).toEqual([question]);
});
