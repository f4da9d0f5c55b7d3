import { describe, expect, test } from "vitest";
import { maxItems, notesPreview, saleInput, salesTotal, visitInput } from "./visit.ts";
import { visitListQuery, visitUpdate } from "./visit-list.ts";

const uuid = (n: number) => `0197a3b0-0000-7000-8000-${String(n).padStart(12, "0")}`;
const item = (n: number, changes: object = {}) => ({
  id: uuid(n),
  product_id: uuid(1),
  quantity: 1,
  unit_price: "10",
  ...changes,
});
const input = (changes: object = {}) => ({
  doctor_id: uuid(1),
  visit_date: "2025-01-05",
  status: "completed",
  items: [item(1)],
  ...changes,
});
const messagesOf = (value: unknown) =>
  visitInput.safeParse(value).error?.issues.map((issue) => [issue.path.join("."), issue.message]);

describe("what a person may set of a visit", () => {
  test("notes and items may be empty", () => {
    expect(visitInput.parse(input({ notes: "  ", items: [] }))).toEqual({
      doctor_id: uuid(1),
      visit_date: "2025-01-05",
      status: "completed",
      notes: null,
      items: [],
    });
    expect(messagesOf(input({ items: undefined }))?.[0]?.[0]).toBe("items");
  });

  test("a doctor, a date and a status are required, each with its own message", () => {
    expect(messagesOf(input({ doctor_id: "" }))).toEqual([["doctor_id", "Please select a doctor"]]);
    expect(messagesOf(input({ doctor_id: undefined }))).toEqual([["doctor_id", "Please select a doctor"]]);
    for (const visit_date of [
      undefined,
      null,
      "",
      "2025-02-30",
      "05/01/2025",
      "2025-01-05T00:00:00Z",
      20250105,
    ]) {
      expect(messagesOf(input({ visit_date }))).toEqual([["visit_date", "Please enter a date"]]);
    }
    for (const status of [undefined, "", "done", "Completed", null]) {
      expect(messagesOf(input({ status }))).toEqual([
        ["status", "Please choose one of: completed, scheduled, cancelled"],
      ]);
    }
  });

  test("compares ids without case", () => {
    const parsed = visitInput.parse(input({ doctor_id: uuid(10).toUpperCase() }));
    expect(parsed.doctor_id).toBe(uuid(10));
    const twice = [
      item(1, { id: "0197a3b0-0000-7000-8000-00000000000a" }),
      item(1, { id: "0197A3B0-0000-7000-8000-00000000000A" }),
    ];
    expect(messagesOf(input({ items: twice }))).toEqual([["items", "Two items have the same id"]]);
  });

  test("notes and items are limited", () => {
    expect(visitInput.safeParse(input({ notes: "n".repeat(5000) })).success).toBe(true);
    expect(messagesOf(input({ notes: "n".repeat(5001) }))).toEqual([
      ["notes", "Please use at most 5000 characters"],
    ]);
    const items = (count: number) => Array.from({ length: count }, (_, n) => item(n));
    expect(visitInput.safeParse(input({ items: items(maxItems) })).success).toBe(true);
    expect(messagesOf(input({ items: items(maxItems + 1) }))).toEqual([
      ["items", "A visit has at most 200 items"],
    ]);
  });

  test("the server owns all other fields", () => {
    for (const field of ["id", "version", "total_sales", "created_by", "sales"]) {
      expect(visitInput.safeParse(input({ [field]: 1 })).success).toBe(false);
    }
    for (const field of ["total_amount", "visit_id", "position", "transaction_date"]) {
      expect(saleInput.safeParse(item(1, { [field]: 1 })).success).toBe(false);
    }
    expect(visitUpdate.safeParse(input()).success).toBe(false);
    expect(visitUpdate.safeParse(input({ version: 1 })).success).toBe(true);
  });

  test.each([
    [{ quantity: 0 }, "quantity", "Please enter at least 1"],
    [{ quantity: -1 }, "quantity", "Please enter at least 1"],
    [{ quantity: 1.5 }, "quantity", "Please enter a whole number"],
    [{ quantity: "1" }, "quantity", "Please enter a whole number"],
    [{ quantity: 1_000_001 }, "quantity", "Please enter at most 1000000"],
    [{ unit_price: "0" }, "unit_price", "The unit price must be more than 0"],
    [{ unit_price: "-1" }, "unit_price", "The unit price must be more than 0"],
    [{ unit_price: "0.004" }, "unit_price", "Please enter an amount such as 12.50"],
    [{ unit_price: 10 }, "unit_price", "Please enter an amount such as 12.50"],
  ])("an item with %j is refused at %s", (changes, field, message) => {
    const { error } = saleInput.safeParse(item(1, changes));
    expect(error?.issues.map((issue) => [issue.path.join("."), issue.message])).toEqual([[field, message]]);
  });

  test("the total of items is exact", () => {
    const items = Array.from({ length: 10 }, () => ({ quantity: 1, unit_price: "0.10" }));
    expect(salesTotal(items)).toBe(100n);
    expect(salesTotal([])).toBe(0n);
  });
});

describe("the filters of the visit list", () => {
  test("default to none", () => {
    expect(visitListQuery.parse({})).toEqual({
      search: "",
      start_date: "",
      end_date: "",
      status: "",
      city: null,
      representative: "",
      page: 1,
      page_size: 10,
    });
  });

  test.each([
    { start_date: "2025-02-30" },
    { end_date: "yesterday" },
    { status: "scheduled" },
    { page: -1 },
    { city: "c".repeat(501) },
  ])("refuse %j", (query) => {
    expect(visitListQuery.safeParse(query).success).toBe(false);
  });
});

describe("the preview of notes", () => {
  test.each([
    [null, "No notes"],
    ["", "No notes"],
    ["Short", "Short"],
    ["x".repeat(50), "x".repeat(50)],
    ["x".repeat(51), `${"x".repeat(50)}...`],
    [`${"x".repeat(49)}😀`, `${"x".repeat(49)}😀`],
    [`${"x".repeat(49)}😀y`, `${"x".repeat(49)}😀...`],
    ["😀".repeat(50), "😀".repeat(50)],
    ["😀".repeat(51), `${"😀".repeat(50)}...`],
  ])("of %j is %j", (notes, preview) => {
    expect(notesPreview(notes)).toBe(preview);
    expect(notesPreview(notes).isWellFormed()).toBe(true);
  });
});
