import { describe, expect, test } from "vitest";
import type { ImportCells } from "../import-row.ts";
import { cleanVisit, dayCell, statusCell } from "./clean-visit.ts";

const today = "2026-11-26";
const clean = (cells: ImportCells) =>
  cleanVisit({ visit_date: "25/11/2026", doctor: "Dr. Rao", ...cells }, today);
const refused = (cells: ImportCells) => clean(cells).refusals.map(({ field, message }) => [field, message]);

const unclear = "Is the comma a decimal point? Please write 12.50, or 1,250 for thousands";

describe("a day", () => {
  test.each([
    ["25/11/26", "2026-11-25"],
    ["25-11-2026", "2026-11-25"],
    ["5.3.2024", "2024-03-05"],
    ["2026-11-25", "2026-11-25"],
    ["2026-11-25T10:30:00", "2026-11-25"],
    ["25-Nov-2026", "2026-11-25"],
    ["25 November 26", "2026-11-25"],
    ["Nov 25, 2026", "2026-11-25"],
    ["25th Nov 2026", "2026-11-25"],
    ["Wednesday, 25/11/2026", "2026-11-25"],
    ["Wed 25/11/2026", "2026-11-25"],
    ["25/11/2026 10:30 AM", "2026-11-25"],
    ["46351", "2026-11-25"],
    ["46351.4375", "2026-11-25"],
    ["36526", "2000-01-01"],
    ["60000", "2064-04-08"],
  ])("“%s” is %s", (text, day) => expect(dayCell(text, today)).toBe(day));

  test.each(["11/26/2026", "25/11", "25 Nov", "31/02/2026", "today", "12345678901", "Rao", "0/0/0", "2026"])(
    "“%s” is none",
    (text) => expect(dayCell(text, today)).toBeNull(),
  );

  test("that has not come yet is refused, and today is not", () => {
    expect(refused({ visit_date: "27/11/2026" })).toEqual([
      ["visit_date", "Nov 27, 2026 has not come yet. Only past visits can be brought in."],
    ]);
    expect(refused({ visit_date: "26/11/2026" })).toEqual([]);
    expect(refused({ visit_date: "" })).toEqual([["visit_date", "Please enter a date"]]);
  });
});

describe("what was sold", () => {
  const sold = (quantity: string, unit_price: string, amount = "") =>
    clean({ product: "Paracip 500", quantity, unit_price, amount }).sold;

  test("has the price of one, or an amount that divides exactly", () => {
    expect(sold("10", "12.50")).toEqual({ quantity: 10, unit_price: "12.50" });
    expect(sold("4.0", "Rs. 1,250/-")).toEqual({ quantity: 4, unit_price: "1250.00" });
    expect(sold("1,200", "", "₹2,400")).toEqual({ quantity: 1200, unit_price: "2.00" });
    expect(sold("1000000", "0.01")).toEqual({ quantity: 1_000_000, unit_price: "0.01" });
    expect(sold("3", "", "0.03")).toEqual({ quantity: 3, unit_price: "0.01" });
    expect(sold("3", "", "112.50000000000001")).toEqual({ quantity: 3, unit_price: "37.50" });
    expect(sold("3", "", "112.499999999999")).toEqual({ quantity: 3, unit_price: "37.50" });
    expect(sold("3", "", "37.4999999999")).toEqual({ quantity: 3, unit_price: "12.50" });
    expect(sold("2", "10.000", "20")).toEqual({ quantity: 2, unit_price: "10.00" });
  });

  test("has the amount that was paid, and says so if the price differs", () => {
    const { sold, remarks } = clean({ product: "P", quantity: "10", unit_price: "12.50", amount: "100" });
    expect(sold).toEqual({ quantity: 10, unit_price: "10.00" });
    expect(remarks.map(({ message }) => message)).toEqual(["₹10.00 each was read from the amount."]);
  });

  test.each<[ImportCells, string, string]>([
    [
      { quantity: "3", amount: "100" },
      "amount",
      "₹100.00 can't be divided by 3 exactly. Please enter the price of one.",
    ],
    [{ quantity: "2.5", unit_price: "10" }, "quantity", "Please enter a whole number"],
    [{ quantity: "-2", unit_price: "10" }, "quantity", "Please enter a whole number"],
    [{ quantity: "0", unit_price: "10", amount: "10" }, "quantity", "Please enter at least 1"],
    [{ quantity: "900000000000", unit_price: "10" }, "quantity", "Please enter at most 1000000"],
    [{ quantity: "1000001", unit_price: "10" }, "quantity", "Please enter at most 1000000"],
    [{ quantity: "2" }, "unit_price", "Please enter the unit price or the amount"],
    [{ quantity: "2", unit_price: "0" }, "unit_price", "The unit price must be more than 0"],
    [{ quantity: "2", amount: "-50" }, "amount", "Returns can't be brought in"],
    [{ quantity: "2", unit_price: "12,5" }, "unit_price", unclear],
    [{ quantity: "2", amount: "500 per strip" }, "amount", "Please enter an amount such as 12.50"],
    [{ quantity: "2", unit_price: "1.234" }, "unit_price", "Please enter an amount such as 12.50"],
    [{ quantity: "2", unit_price: "12,50" }, "unit_price", unclear],
    [{ quantity: "1", unit_price: "99999999999" }, "unit_price", "Please enter at most 9999999999.99"],
  ])("%o is refused", (cells, field, message) => {
    expect(refused({ product: "Paracip 500", ...cells })).toEqual([[field, message]]);
  });

  test("is nothing without a product, and a quantity without one is refused", () => {
    expect(clean({})).toMatchObject({ sold: null, product: "", refusals: [], remarks: [] });
    expect(clean({ quantity: "0", amount: "0" })).toMatchObject({ sold: null, refusals: [] });
    expect(refused({ quantity: "2", unit_price: "10" })).toEqual([
      ["product", "Please enter the product, or leave quantity and amount empty"],
    ]);
  });

  test("is nothing of a product without a quantity, which is said", () => {
    const { sold, product, remarks } = clean({ product: "Paracip 500", unit_price: "12" });
    expect([sold, product]).toEqual([null, ""]);
    expect(remarks[0]?.code).toBe("no_quantity");
  });
});

test("a cancelled visit with a sale says that the sale counts", () => {
  const sale = { product: "Paracip 500", quantity: "2", unit_price: "10" };
  const said = (cells: ImportCells) => clean(cells).remarks.map(({ field, message }) => [field, message]);
  expect(said({ ...sale, status: "Not met" })).toEqual([
    ["status", "The visit is cancelled, but has a sale. The sale counts all the same."],
  ]);
  expect(said({ ...sale, status: "Met" })).toEqual([]);
  expect(said({ status: "cancelled" })).toEqual([]);
});

test("a doctor is a name or a number with all its digits", () => {
  expect(clean({ doctor: "DR.R K GUPTA" }).doctor.name).toBe("Dr. R K Gupta");
  expect(refused({ doctor: "-" })).toEqual([["doctor", "Please enter the doctor"]]);
  expect(refused({ doctor: "", contact_number: "9830012345.0" })).toEqual([]);
  expect(refused({ contact_number: "9.83E+09" })).toEqual([
    ["contact_number", "The spreadsheet has lost digits of this number."],
  ]);
});

test("a status is one of the past; none is a visit that took place", () => {
  const of = (...texts: string[]) => [...new Set(texts.map(statusCell))];
  expect(of("", "Completed", "DONE", "Met", "Visited", "c")).toEqual(["completed"]);
  expect(of("Cancelled", "canceled", "Not Met", "missed")).toEqual(["cancelled"]);
  expect(of("Scheduled", "planned", "?x")).toEqual([null]);
  expect(refused({ status: "Scheduled" })[0]?.[0]).toBe("status");
});

test("long texts are refused at their cells", () => {
  const [longest, reference] = ["y".repeat(5000), "y".repeat(100)];
  expect(clean({ notes: longest, reference })).toMatchObject({ notes: longest, reference, refusals: [] });
  expect(refused({ notes: `${longest}y`, reference: `${reference}y` })).toEqual([
    ["notes", "Please use at most 5000 characters"],
    ["reference", "Please use at most 100 characters"],
  ]);
});

test("notes and the reference are stored by the rules of the form", () => {
  expect(refused({ notes: "Met\u0001", reference: "B\u007f12" })).toEqual([
    ["notes", "This text contains characters that can't be saved"],
    ["reference", "This text contains characters that can't be saved"],
  ]);
  expect(clean({ notes: "\u200b", reference: "\ufeffB-12" })).toMatchObject({ notes: "", reference: "B-12" });
});
