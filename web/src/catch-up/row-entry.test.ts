import { isDay } from "@rounds/domain/calendar/calendar.ts";
import type { CatchUpRow } from "@rounds/domain/catch-up/catch-up.ts";
import { productMatcher } from "@rounds/domain/products/match-products.ts";
import { maxQuickEntry } from "@rounds/domain/visits/quick-entry.ts";
import type { Visit } from "@rounds/domain/visits/visit.ts";
import { describe, expect, test } from "vitest";
import {
  blankEntry,
  entryProblem,
  isChanged,
  isSaved,
  isToSave,
  meanwhileOf,
  type RowEntry,
  readEntries,
  rowDoubts,
  statusOf,
  totalOf,
  visitOf,
} from "./row-entry.ts";

const day = "2025-11-20";
const products = [
  { id: "p1", name: "Amoxicillin 500mg", price: "12.00", current_stock: 5 },
  { id: "p2", name: "Paracetamol 650mg", price: "2.50", current_stock: 9 },
];
const doctor = {
  id: "d1",
  name: "Dr. A",
  specialization: null,
  hospital: null,
  doctor_class: null,
  city: null,
  representative_id: null,
};
const free: CatchUpRow = { doctor, planned: null, visits: [], likely: null, usual: [] };
const item = {
  id: "s1",
  product_id: "p1",
  product_name: "Amoxicillin 500mg",
  quantity: 4,
  unit_price: "12.00",
};
const planned: CatchUpRow = {
  ...free,
  planned: { id: "v1", version: 3, notes: "Bring samples", created_by: null, items: [item] },
};
const visit = (id: string, version = 1) => ({
  ...{ id, version, status: "completed" as const, notes: null, total_sales: "1.00", item_count: 1 },
  ...{ created_by: "me", own: true },
});
const entryOf = (row: CatchUpRow, part: Partial<RowEntry> = {}) => ({
  ...blankEntry(row, () => "new"),
  ...part,
});
const read = (row: CatchUpRow, entry: RowEntry | undefined) => {
  const found = readEntries([{ row, entry }], products, productMatcher(products)).get(row.doctor.id);
  return found ?? { lines: [], problem: null };
};

describe("a row's status", () => {
  test("follows from what is typed, until it is chosen", () => {
    expect(statusOf(free, undefined)).toBeNull();
    expect(statusOf(planned, undefined)).toBe("scheduled");
    for (const row of [free, planned]) {
      expect(statusOf(row, entryOf(row, { products: "amx" }))).toBe("completed");
      expect(statusOf(row, entryOf(row, { notes: "Again" }))).toBe("completed");
      expect(statusOf(row, entryOf(row, { notes: "On leave", status: "cancelled" }))).toBe("cancelled");
      expect(statusOf(row, entryOf(row, { products: " " }))).toBe(row.planned ? "completed" : null);
    }
    expect(statusOf(planned, entryOf(planned, { move_to: "2025-11-24", status: "completed" }))).toBe(
      "scheduled",
    );
    expect(statusOf(free, entryOf(free, { notes: "Again", status: "none" }))).toBeNull();
  });

  test("says what is to be saved", () => {
    expect(isToSave(planned, entryOf(planned))).toBe(false);
    expect(isToSave(planned, entryOf(planned, { status: "scheduled" }))).toBe(false);
    expect(isToSave(planned, entryOf(planned, { status: "completed" }))).toBe(true);
    expect(isToSave(planned, entryOf(planned, { status: "cancelled" }))).toBe(true);
    expect(isToSave(planned, entryOf(planned, { move_to: "" }))).toBe(true);
    expect(isToSave(planned, entryOf(planned, { notes: " " }))).toBe(false);
    // Not met: typed, but nothing to save.
    const typed = entryOf(free, { notes: "Again", status: "none" });
    expect([isChanged(free, typed), isToSave(free, typed)]).toEqual([true, false]);
  });
});

describe("the visit of a row", () => {
  test("is a new one, with the ids of its lines", () => {
    const entry = entryOf(free, { products: "amx 2, para 3 @2", notes: " ", line_ids: ["l1", "l2"] });
    expect(visitOf(free, entry, read(free, entry), day)).toEqual({
      doctor_id: "d1",
      visit_date: day,
      status: "completed",
      notes: null,
      items: [
        { id: "l1", product_id: "p1", quantity: 2, unit_price: "12.00" },
        { id: "l2", product_id: "p2", quantity: 3, unit_price: "2.00" },
      ],
    });
  });

  test("is the planned one, whose lines keep their ids while their product stays", () => {
    const entry = entryOf(planned, { products: "para 1, amx 3, amx 1", line_ids: ["l1", "l2", "l3"] });
    expect(visitOf(planned, entry, read(planned, entry), day).items.map(({ id }) => id)).toEqual([
      "l1",
      "s1",
      "l3",
    ]);
    const untouched = entryOf(planned, { status: "completed" });
    expect(visitOf(planned, untouched, read(planned, untouched), day)).toMatchObject({
      notes: null,
      items: [{ id: "s1", product_id: "p1", quantity: 4, unit_price: "12.00" }],
    });
  });

  test("moves to another day", () => {
    const entry = entryOf(planned, { move_to: "2025-11-24" });
    expect(visitOf(planned, entry, read(planned, entry), day)).toMatchObject({
      visit_date: "2025-11-24",
      status: "scheduled",
      notes: "Bring samples",
    });
  });

  test("keeps the plan's note until it took place or another is typed", () => {
    const notesOf = (part: Partial<RowEntry>) => {
      const entry = entryOf(planned, part);
      return visitOf(planned, entry, read(planned, entry), day).notes;
    };
    expect(notesOf({ status: "cancelled" })).toBe("Bring samples");
    expect(notesOf({ status: "cancelled", notes: "On leave" })).toBe("On leave");
    expect(notesOf({ products: "para 1" })).toBeNull();
    expect(notesOf({ notes: "Took two boxes" })).toBe("Took two boxes");
  });
});

test("a planned visit's own units may be sold again", () => {
  const entry = entryOf(planned, { products: "amx 9" });
  expect(read(planned, entry).lines[0]?.problem).toBeNull();
  expect(read(planned, entryOf(planned, { products: "amx 10" })).lines[0]?.problem?.text).toBe(
    "Insufficient stock. Available: 9",
  );
});

test("a planned visit that moves no stock has no limit, gives nothing back, and takes nothing from others", () => {
  const plan = planned.planned && { ...planned.planned, moves_stock: false };
  const unmoved = { ...planned, planned: plan };
  const below = { ...free, doctor: { ...doctor, id: "d2" } };
  const typed = [
    { row: unmoved, entry: entryOf(unmoved, { products: "amx 100" }) },
    { row: below, entry: entryOf(below, { products: "amx 6" }) },
  ];
  const found = readEntries(typed, products, productMatcher(products));
  expect(found.get("d1")?.lines.map(({ quantity, problem }) => [quantity, problem])).toEqual([[100, null]]);
  expect(found.get("d2")?.lines[0]?.problem?.text).toBe("Insufficient stock. Available: 5");
  // Once it was saved, and only the answer was lost.
  const saved = { ...free, visits: [{ ...visit("v1", 4), moves_stock: false }] };
  const again = entryOf(unmoved, { products: "amx 100", sent: JSON.stringify({ items: [item] }) });
  expect(read(saved, again).lines[0]?.problem).toBeNull();
});

test("the day's total counts what took place and is the person's, once it is saved", () => {
  const totalWith = (row: CatchUpRow, part?: Partial<RowEntry>) => {
    const entry = part && entryOf(row, part);
    const typed = readEntries([{ row, entry }], products, productMatcher(products));
    return totalOf([row], entry ? { d1: entry } : {}, typed, "me");
  };
  const row = {
    ...planned,
    visits: [visit("v2"), { ...visit("v3"), own: false }, { ...visit("v4"), status: "cancelled" as const }],
  };
  expect(totalWith(row)).toBe(100n);
  expect(totalWith(row, { status: "completed" })).toBe(4900n);
  expect(totalWith(row, { products: "amx 1 @10" })).toBe(1100n);
  expect(totalWith(row, { products: "amx 1 @10", status: "cancelled" })).toBe(100n);
  expect(totalWith(row, { move_to: "2025-11-24" })).toBe(100n);
  const plan = planned.planned && { ...planned.planned, created_by: "ravi" };
  const colleagues = { ...row, planned: plan };
  expect(totalWith(colleagues, { status: "completed" })).toBe(100n);
  expect(totalWith({ ...colleagues, planned: null }, { products: "amx 1 @10" })).toBe(1100n);
});

test("what an attempt without an answer has sold is not counted twice", () => {
  const blank = entryOf(free, { products: "amx 9", line_ids: ["l1"] });
  const sent = JSON.stringify(visitOf(free, blank, { lines: [], problem: null }, day));
  const items = [{ id: "l1", product_id: "p1", quantity: 9, unit_price: "12.00" }];
  const entry = { ...blank, sent: JSON.stringify({ ...JSON.parse(sent), items }) };
  const saved = { ...free, visits: [visit("new")] };
  expect(read(saved, entry).lines[0]?.problem).toBeNull();
  expect(read(free, entry).lines[0]?.problem).not.toBeNull();
  const typed = readEntries([{ row: saved, entry }], products, productMatcher(products));
  expect(totalOf([saved], { d1: entry }, typed, "me")).toBe(10800n);
});

test("says what is wrong before anything is sent, and where", () => {
  const problem = (part: Partial<RowEntry>) => {
    const entry = entryOf(planned, part);
    return entryProblem(entry, read(planned, entry), day, isDay);
  };
  expect(problem({})).toBeNull();
  expect(problem({ products: "amx, xyz" })).toEqual({ at: "products", text: "No product matches “xyz”" });
  expect(problem({ products: "a".repeat(maxQuickEntry + 1) })).toMatchObject({ at: "products" });
  expect(problem({ notes: "n".repeat(5001) })).toMatchObject({ at: "notes" });
  expect(problem({ move_to: "soon" })).toEqual({ at: "move_to", text: "Please enter a date" });
  expect(problem({ move_to: day })).toEqual({ at: "move_to", text: "Please choose another day" });
  expect(problem({ move_to: "2025-11-24" })).toBeNull();
});

describe("what happened meanwhile", () => {
  test.each([
    ["nothing", planned, planned, null],
    ["the plan was changed", planned, { ...planned, planned: { ...planned.planned, version: 4 } }, "changed"],
    ["the plan was deleted", planned, free, "gone"],
    ["the plan was completed", planned, { ...free, visits: [visit("v1", 4)] }, "completed"],
    ["the own answer was seen already", planned, { ...free, visits: [visit("v1", 3)] }, null],
    ["another visit was recorded", free, { ...free, visits: [visit("v9")] }, "recorded"],
    [
      "another visit was there before",
      { ...free, visits: [visit("v9")] },
      { ...free, visits: [visit("v9")] },
      null,
    ],
    ["the own visit was saved", free, { ...free, visits: [visit("new")] }, null],
  ])("%s", (_, before, after, happened) => {
    const entry = entryOf(before as CatchUpRow, { products: "amx" });
    const found = meanwhileOf(after as CatchUpRow, entry);
    expect(found?.happened ?? null).toBe(happened);
    // With the person's consent, it may be saved.
    if (found) {
      const kept = { ...entry, ...found.mine };
      if (found.happened === "gone") expect(kept.version).toBe(0);
      else expect(meanwhileOf(after as CatchUpRow, kept)).toBeNull();
    }
  });
});

test("a stored visit is known as the one that was to be saved", () => {
  const wanted = visitOf(planned, entryOf(planned), read(planned, entryOf(planned)), day);
  const { items, ...fields } = wanted;
  const sales = items.map((line) => ({ ...line, visit_id: "v1" }));
  // Only what a person may set is compared.
  const stored = { ...fields, id: "v1", version: 4, sales } as unknown as Visit;
  expect(isSaved(stored, wanted)).toBe(true);
  expect(isSaved(stored, { ...wanted, items: items.map((line) => ({ ...line, unit_price: "12" })) })).toBe(
    true,
  );
  expect(isSaved(stored, { ...wanted, notes: null })).toBe(false);
  expect(isSaved(stored, { ...wanted, items: [] })).toBe(false);
});

describe("what is asked before a row is saved", () => {
  const doubtsOf = (row: CatchUpRow, part: Partial<RowEntry>, today: string) => {
    const entry = entryOf(row, part);
    return rowDoubts(row, entry, read(row, entry), { day, today, products });
  };
  const future = "Dr. A: The visit is marked as completed, but Nov 20, 2025 is in the future.";
  test.each([
    ["a visit of today", free, { status: "completed" }, day, null],
    ["a completed visit after today", free, { status: "completed" }, "2025-11-19", future],
    ["a planned visit completed after today", planned, { status: "completed" }, "2025-11-19", future],
    [
      "a cancelled visit after today, which is to keep its item",
      planned,
      { status: "cancelled", kept: blankEntry(planned, () => "").products },
      "2025-11-19",
      null,
    ],
    [
      "notes of a planned visit of an earlier day",
      planned,
      { status: "scheduled", notes: "x" },
      "2025-11-21",
      null,
    ],
    ["a planned visit moved ahead", planned, { move_to: "2025-11-24" }, day, null],
    [
      "a planned visit moved to a day that is over",
      planned,
      { move_to: "2025-11-18" },
      day,
      "Dr. A: The visit is scheduled, but Nov 18, 2025 is in the past.",
    ],
  ] as const)("%s", (_, row, part, today, doubt) => {
    expect(doubtsOf(row, part, today)).toEqual(doubt === null ? [] : [doubt]);
  });

  const last = { product_id: "p1", quantity: 2, unit_price: "157.03" };
  test.each<[CatchUpRow, string, string[]]>([
    [free, "amx 2 @4", []],
    [
      free,
      "amx 2 @1",
      ["Dr. A: Amoxicillin 500mg costs ₹12.00. Here it is sold for ₹1.00, less than a tenth of that."],
    ],
    [
      free,
      "amx 2 @240, para 1",
      ["Dr. A: Amoxicillin 500mg costs ₹12.00. Here it is sold for ₹240.00, 20 times that."],
    ],
    [
      { ...free, usual: [last] },
      "amx 2 @4",
      [
        "Dr. A: The last price of Amoxicillin 500mg was ₹157.03. Here it is sold for ₹4.00, less than a tenth of that.",
      ],
    ],
    [
      planned,
      "amx 2 @1.00",
      ["Dr. A: Amoxicillin 500mg costs ₹12.00. Here it is sold for ₹1.00, less than a tenth of that."],
    ],
    [
      {
        ...planned,
        planned: planned.planned && { ...planned.planned, items: [{ ...item, unit_price: "1.00" }] },
      },
      "amx 5 @1.00",
      [],
    ],
  ])("an unlikely price (%#)", (row, products, doubts) => {
    expect(doubtsOf(row, { products }, day)).toEqual(doubts);
  });
});
