import type { HistoryChange } from "@rounds/domain/history/history.ts";
import { expect, test } from "vitest";
import {
  comesBackByHistory,
  comesBackWords,
  entriesOf,
  isAsBefore,
  storyOf,
  whoOf,
} from "./history-words.ts";
import type { Sentence } from "./sentences.ts";
import { valueWords } from "./value-words.ts";

const start: HistoryChange = {
  ...{ id: 1, at: "2025-06-10T10:00:00.000Z", noun: "doctors", op: "updated", row_id: "d", batch_id: "b1" },
  ...{ by: "asha@example.com", by_id: "u", before: null, after: null },
};
const change = (given: Partial<HistoryChange>): HistoryChange => ({ ...start, ...given });
const plain = (sentence: Sentence) =>
  sentence.map((words) => (typeof words === "string" ? words : words.value)).join("");
const sentences = (changes: readonly HistoryChange[], names: Record<string, string> = {}) =>
  entriesOf(changes, names).map((entry) => {
    const { headline, parts } = storyOf(entry);
    return [entry.what, plain(headline), ...parts.map(({ sentence }) => plain(sentence))];
  });

test.each([
  ["hospital", "Apollo", "Fortis", "changed the hospital from Apollo to Fortis"],
  ["contact_number", null, "98300 11111", "added the contact number 98300 11111"],
  ["notes", "Call first", "", "removed the notes Call first"],
  ["norm", 4, null, "changed the calls a month from 4 to those of the class"],
  ["representative_id", null, "u", "changed the representative from everybody to Ravi"],
])("tells of one changed %s in one sentence", (field, from, to, sentence) => {
  const edit = change({ by: "Asha", before: { id: "d", [field]: from }, after: { id: "d", [field]: to } });
  const noun = field === "notes" ? "visits" : "doctors";
  expect(sentences([{ ...edit, noun }], { u: "Ravi" })).toEqual([[expect.any(String), `Asha ${sentence}`]]);
});

test("tells of an edit of several fields in as many sentences, in the order of the form", () => {
  const edit = change({
    before: { id: "d", doctor_class: "B", name: "Dr. A", representative_id: null, norm: 4, notes: null },
    after: { id: "d", doctor_class: "A", name: "Dr. B", representative_id: "u", norm: null, notes: null },
  });
  expect(sentences([edit], { d: "Dr. B", u: "asha@example.com" })).toEqual([
    [
      "Doctor Dr. B",
      "asha@example.com made 4 changes",
      "changed the name from Dr. A to Dr. B",
      "changed the class from B to A",
      "changed the calls a month from 4 to those of the class",
      "changed the representative from everybody to asha@example.com",
    ],
  ]);
});

test("tells of a visit and its lines as one entry", () => {
  const of = { row_id: "v", batch_id: "b2" };
  const line = { ...of, noun: "sales" as const };
  const changes = [
    change({
      ...{ ...line, id: 5, op: "deleted" },
      before: { id: "l3", product_id: "p2", quantity: 1, unit_price: 9 },
    }),
    change({
      ...{ ...line, id: 4, op: "added" },
      after: { id: "l2", product_id: "p2", quantity: 2, unit_price: 20.5 },
    }),
    change({ ...line, id: 3, before: { id: "l4", product_id: "p1" }, after: { id: "l4", product_id: "p2" } }),
    change({ ...line, id: 2, before: { id: "l1", quantity: 3 }, after: { id: "l1", quantity: 5 } }),
    change({
      ...{ ...of, id: 1, noun: "visits" },
      before: { id: "v", visit_date: "2025-06-01" },
      after: { id: "v", visit_date: "2025-06-02" },
    }),
  ];
  const names = { v: "Dr. A", l1: "Dolo 650", p1: "Alpha", p2: "Crocin" };
  expect(sentences(changes, names)).toEqual([
    [
      "Visit to Dr. A",
      "asha@example.com made 5 changes",
      "changed the date from Jun 01, 2025 to Jun 02, 2025",
      "changed the quantity of Dolo 650 from 3 to 5",
      "changed the product of a line from Alpha to Crocin",
      "added 2 × Crocin at ₹20.50",
      "removed 1 × Crocin at ₹9.00",
    ],
  ]);
  const [entry] = entriesOf(changes, names);
  expect(entry?.parts.map(({ former }) => former && [former.label, former.words, former.line])).toEqual([
    ["Visit Date", "Jun 01, 2025", undefined],
    ["Quantity of Dolo 650", "3", "l1"],
    ["Product of a line", "Alpha", "l4"],
    ...[undefined, undefined],
  ]);
  expect(sentences(changes.slice(3, 4), names)[0]?.[1]).toBe(
    "asha@example.com changed the quantity of Dolo 650 from 3 to 5",
  );
});

test("two edits of the same record are two entries", () => {
  expect(sentences([change({ id: 2, batch_id: "b2" }), change({})])).toHaveLength(2);
});

test("tells of a deletion, of what came back, and of what was erased", () => {
  const deleted = change({ op: "deleted", before: { id: "d", name: "Dr. Gone" } });
  const back = change({ op: "added", batch_id: "b2", after: { id: "d" } });
  const erased = change({ batch_id: "b3", before: {}, after: {} });
  expect(sentences([erased, back, deleted], {})).toEqual([
    ["Doctor", "asha@example.com changed it"],
    ["Doctor", "asha@example.com brought it back"],
    ["Doctor Dr. Gone", "asha@example.com deleted it"],
  ]);
  expect(entriesOf([erased, back], {}).map((entry) => entry.erased)).toEqual([true, false]);
});

const leave = { day: "2025-06-10", user_id: "u" };
const norm = { doctor_class: "A", from_month: "2025-06-01", per_month: 3, min_gap_days: null };
const permission = { role: "manager", permission: "export" };
const account = { user_id: "u", role: "representative", disabled: false };
const holiday = { day: "2025-08-15", name: "Independence Day" };

test.each<[HistoryChange["noun"], object | null, object | null, string]>([
  ["holidays", null, holiday, "added the holiday Independence Day on Aug 15, 2025"],
  ["holidays", holiday, null, "removed the holiday Independence Day on Aug 15, 2025"],
  [
    ...(["holidays", { ...holiday, name: "15 August" }, holiday] as const),
    "changed the name of the holiday on Aug 15, 2025 from 15 August to Independence Day",
  ],
  ["leave_days", null, leave, "added leave of Ravi on Jun 10, 2025"],
  ["leave_days", leave, null, "removed leave of Ravi on Jun 10, 2025"],
  ["call_norms", null, norm, "set the calls a month of class A to 3 as of June 2025"],
  [
    ...(["call_norms", norm, { ...norm, per_month: 4, min_gap_days: 5 }] as const),
    "changed the calls a month of class A from 3 to 4, at least 5 days apart, as of June 2025",
  ],
  [
    ...(["call_norms", null, { ...norm, min_gap_days: 1 }] as const),
    "set the calls a month of class A to 3, at least 1 day apart, as of June 2025",
  ],
  ["call_norms", norm, null, "removed the calls a month of class A, which were 3 as of June 2025"],
  ["company", { name: null }, { name: "Aarogya" }, "set the company name to Aarogya"],
  ["company", { name: "A" }, { name: "B" }, "changed the company name from A to B"],
  ["company", { name: "A" }, { name: null }, "removed the company name A"],
  [
    ...(["permissions", { ...permission, allowed: true }, { ...permission, allowed: false }] as const),
    "took away the permission of managers to export files",
  ],
  [
    ...(["permissions", { ...permission, allowed: false }, null] as const),
    "gave managers permission to export files",
  ],
  [
    ...(["members", account, { ...account, role: "admin" }] as const),
    "changed the role of Ravi from Representative to Administrator",
  ],
  ["members", account, { ...account, disabled: true }, "disabled the account of Ravi"],
  ["members", { ...account, disabled: true }, account, "enabled the account of Ravi"],
  ["members", account, null, "deleted an account with the role Representative"],
])("tells of a setting: %s from %j to %j", (noun, before, after, sentence) => {
  const op = before ? (after ? "updated" : "deleted") : "added";
  const setting = change({ noun, op, row_id: null, by: "Asha", before, after } as Partial<HistoryChange>);
  expect(sentences([setting], { u: "Ravi" })[0]?.slice(1)).toEqual([`Asha ${sentence}`]);
});

test("leaves out a permission that the first choice of an administrator left as it was", () => {
  const chosen = { noun: "permissions" as const, row_id: null };
  const allowed = { ...permission, allowed: true };
  const denied = { ...permission, allowed: false };
  expect(sentences([change({ ...chosen, op: "added", before: null, after: allowed })])).toEqual([]);
  expect(sentences([change({ ...chosen, op: "deleted", before: allowed, after: null })])).toEqual([]);
  expect(sentences([change({ ...chosen, op: "added", before: null, after: denied })])).toHaveLength(1);
});

test("tells of a role and a disabled account in two sentences, also if the account is gone", () => {
  const both = change({
    ...{ noun: "members", row_id: null, before: account },
    after: { ...account, role: "admin", disabled: true },
  });
  expect(sentences([both])[0]?.slice(2)).toEqual([
    "changed the role of a deleted account from Representative to Administrator",
    "disabled a deleted account",
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

test("what comes back with a visit is told by the changes of its deletion", () => {
  const visit = change({ noun: "visits", op: "deleted", row_id: "v", batch_id: "b2", before: { id: "v" } });
  const sale = (batch_id: string, quantity: number) =>
    change({ noun: "sales", op: "deleted", row_id: "v", batch_id, before: { id: "s", quantity } });
  const changes = [visit, sale("b2", 3), sale("b2", 2), sale("b1", 9)];
  expect(comesBackByHistory(visit, changes, false)).toBe("2 sales, 5 units leave the stock again");
  expect(comesBackByHistory(visit, changes, true)).toBe("2 sales, 5 units leave the stock again");
  expect(comesBackByHistory(visit, [visit], false)).toBe("");
  const asImported = { ...visit, before: { id: "v", moves_stock: false } };
  expect(comesBackByHistory(asImported, changes, false)).toBe("2 sales");
  // Older changes may be of the same deletion: their number is not known.
  expect(comesBackByHistory(visit, changes.slice(0, 2), true)).toBe(
    "the sales that were deleted with it; their units leave the stock again",
  );
});
