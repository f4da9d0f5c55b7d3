import type { HistoryChange } from "@rounds/domain/history/history.ts";
import { expect, test } from "vitest";
import { comesBackWords, entriesOf, isAsBefore, valueWords, whoOf } from "./history-words.ts";

const start: HistoryChange = {
  ...{ id: 1, at: "2025-06-10T10:00:00.000Z", noun: "doctors", op: "updated", row_id: "d", batch_id: "b1" },
  ...{ by: "asha@example.com", by_id: "u", before: null, after: null },
};
const change = (given: Partial<HistoryChange>): HistoryChange => ({ ...start, ...given });
const told = (changes: readonly HistoryChange[], names: Record<string, string> = {}) =>
  entriesOf(changes, names).map(({ who, did, what, parts }) => [
    `${who} ${did} ${what}`,
    ...parts.map(({ label, from, to }) =>
      [label, [from, to].filter(Boolean).join(" -> ")].filter(Boolean).join(": "),
    ),
  ]);

test("tells of an edit field by field, in the order and with the labels of the form", () => {
  const edit = change({
    before: { id: "d", doctor_class: "B", name: "Dr. A", representative_id: null, norm: 4, notes: null },
    after: { id: "d", doctor_class: "A", name: "Dr. B", representative_id: "u", norm: null, notes: null },
  });
  expect(told([edit], { d: "Dr. B", u: "asha@example.com" })).toEqual([
    [
      "asha@example.com changed Doctor Dr. B",
      "Doctor Name: Dr. A -> Dr. B",
      "Doctor Class: B -> A",
      "Calls a month: 4 -> Same as the class",
      "Representative: Everybody -> asha@example.com",
    ],
  ]);
});

test("tells of a visit and its lines as one entry", () => {
  const of = { row_id: "v", batch_id: "b2" };
  const changes = [
    change({
      ...of,
      id: 4,
      noun: "sales",
      op: "deleted",
      before: { id: "l3", product_id: "p2", quantity: 1, unit_price: 9 },
    }),
    change({
      ...of,
      id: 3,
      noun: "sales",
      op: "added",
      after: { id: "l2", product_id: "p2", quantity: 2, unit_price: 20.5 },
    }),
    change({
      ...of,
      id: 2,
      noun: "sales",
      before: { id: "l1", quantity: 3 },
      after: { id: "l1", quantity: 5 },
    }),
    change({
      ...of,
      id: 1,
      noun: "visits",
      before: { id: "v", visit_date: "2025-06-01" },
      after: { id: "v", visit_date: "2025-06-02" },
    }),
  ];
  expect(told(changes, { v: "Dr. A", l1: "Dolo 650", p2: "Crocin" })).toEqual([
    [
      "asha@example.com changed Visit to Dr. A",
      "Visit Date: Jun 01, 2025 -> Jun 02, 2025",
      "Dolo 650: quantity: 3 -> 5",
      "Crocin added: 2 at ₹20.50",
      "Crocin removed: 1 at ₹9.00",
    ],
  ]);
});

test("two edits of the same record are two entries", () => {
  expect(told([change({ id: 2, batch_id: "b2" }), change({})])).toHaveLength(2);
});

test("tells of a deletion, of what came back, and of what was erased", () => {
  const deleted = change({ op: "deleted", before: { id: "d", name: "Dr. Gone" } });
  const back = change({ op: "added", batch_id: "b2", after: { id: "d" } });
  const erased = change({ batch_id: "b3", before: {}, after: {} });
  expect(told([erased, back, deleted], {})).toEqual([
    ["asha@example.com changed Doctor"],
    ["asha@example.com brought back Doctor"],
    ["asha@example.com deleted Doctor Dr. Gone"],
  ]);
  expect(entriesOf([erased, back], {}).map((entry) => entry.erased)).toEqual([true, false]);
});

test("tells of settings", () => {
  const setting = { row_id: null, before: null };
  const changes = [
    change({
      ...setting,
      noun: "holidays",
      op: "added",
      after: { day: "2025-08-15", name: "Independence Day" },
    }),
    change({ ...setting, noun: "leave_days", op: "deleted", before: { day: "2025-06-10", user_id: "u" } }),
    change({
      ...{ noun: "call_norms", row_id: null },
      before: { doctor_class: "A", from_month: "2025-06-01", per_month: 3, min_gap_days: null },
      after: { doctor_class: "A", from_month: "2025-06-01", per_month: 4, min_gap_days: 5 },
    }),
  ];
  const of = { role: "manager", permission: "export" };
  const account = { user_id: "u", role: "representative", disabled: false };
  changes.push(
    change({ ...setting, noun: "company", before: { name: null }, after: { name: "Aarogya" } }),
    change({
      ...setting,
      noun: "permissions",
      before: { ...of, allowed: true },
      after: { ...of, allowed: false },
    }),
    change({
      ...setting,
      noun: "members",
      before: account,
      after: { ...account, role: "admin", disabled: true },
    }),
    change({ ...setting, noun: "members", op: "deleted", before: account, after: null }),
  );
  expect(told(changes, { u: "ravi@example.com" })).toEqual([
    ["asha@example.com added Holiday", "Aug 15, 2025: Independence Day"],
    ["asha@example.com removed Leave", "ravi@example.com: Jun 10, 2025"],
    [
      "asha@example.com changed Calls a month",
      "Calls a month, class A, from June 2025: 3 -> 4, 5 days apart",
    ],
    ["asha@example.com changed Company name", "Name: empty -> Aarogya"],
    ["asha@example.com changed Permission", "Manager: export files: yes -> no"],
    ["asha@example.com changed Account", "ravi@example.com: Representative -> Administrator, disabled"],
    ["asha@example.com removed Account", "ravi@example.com: Representative -> deleted"],
  ]);
});

test("says who, also without an account", () => {
  expect(whoOf({ by: null, by_id: "u" })).toBe("a deleted account");
  expect(whoOf({ by: null, by_id: null })).toBe("the database");
});

test.each([
  ["price", 1234567.5, "₹12,34,567.50"],
  ["status", "completed", "Completed"],
  ["notes", null, "empty"],
  ["doctor_id", "unknown", "a deleted doctor"],
  ["quantity", 123456, "1,23,456"],
])("shows a value of %s", (field, value, words) => {
  expect(valueWords(field, value, {})).toBe(words);
});

test("knows whether a field has its former value", () => {
  const visit = { status: "completed", notes: null, sales: [{ id: "l", quantity: 3, unit_price: "20.00" }] };
  expect(isAsBefore({ field: "notes", value: null }, visit)).toBe(true);
  expect(isAsBefore({ field: "status", value: "scheduled" }, visit)).toBe(false);
  expect(isAsBefore({ field: "unit_price", value: 20, line: "l" }, visit)).toBe(true);
  expect(isAsBefore({ field: "quantity", value: 5, line: "l" }, visit)).toBe(false);
  expect(isAsBefore({ field: "quantity", value: 5, line: "gone" }, visit)).toBe(true);
});

test("says what would come back", () => {
  const deletion = {
    ...{ change: 1, batch_id: "b", at: start.at, by: null, id: "d", name: "Dr. A", visit_date: null },
    ...{ noun: "doctors" as const, visits: 3, sales: 5, units: 12 },
  };
  expect(comesBackWords(deletion)).toBe("3 visits, 5 sales, 12 units leave the stock again");
  expect(comesBackWords({ ...deletion, visits: 0, sales: 0, units: 0 })).toBe("");
});
