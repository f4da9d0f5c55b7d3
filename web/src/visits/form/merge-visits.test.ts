import { expect, test } from "vitest";
import { describeVisit, mergeVisits } from "./merge-visits.ts";
import { newVisitForm, type VisitFormInput } from "./visit-form.ts";

const choice = (id: string, name: string) => ({
  id,
  name,
  specialization: null,
  doctor_type: null,
  doctor_class: null,
});
const asha = choice("0198c5a0-0000-7000-8000-00000000000a", "Dr. Asha Rao");
const ravi = choice("0198c5a0-0000-7000-8000-00000000000b", "Dr. Ravi Nair");
const line = (n: number, changes: Partial<VisitFormInput["items"][number]> = {}) => ({
  id: `0198c5a0-0000-7000-8000-00000000010${n}`,
  product_id: `0198c5a0-0000-7000-8000-00000000020${n}`,
  product_name: `Product ${n}`,
  quantity: 1,
  unit_price: "12.50",
  ...changes,
});
const visit = (changes: Partial<VisitFormInput> = {}) => ({
  ...newVisitForm("2025-11-05", asha),
  items: [line(1), line(2)],
  ...changes,
});
const moved = { doctor: ravi, doctor_id: ravi.id };

test("merges fields and lines that only one of the two changed; the doctor's name follows the doctor", () => {
  const merged = mergeVisits({
    base: visit(),
    mine: visit({ notes: "Mine", items: [line(1, { quantity: 5 }), line(3)] }),
    theirs: visit({ ...moved, items: [line(1, { unit_price: "9.00" }), line(2), line(4)] }),
  });
  expect(merged).toEqual({
    values: visit({
      ...moved,
      notes: "Mine",
      items: [line(1, { quantity: 5, unit_price: "9.00" }), line(4), line(3)],
    }),
    conflicts: [],
  });
});

test("a renamed product, and a price typed differently, are not changes of a line", () => {
  const versions = {
    base: visit(),
    mine: visit({ items: [line(1, { unit_price: "12.5" })] }),
    theirs: visit({ items: [line(2, { product_name: "Renamed" })] }),
  };
  expect(mergeVisits(versions).conflicts).toEqual([]);
  expect(mergeVisits(versions).values.items).toEqual([]);
});

test("shows what both changed in words", () => {
  const mine = visit({ notes: "Mine", items: [line(1, { quantity: 5 })] });
  const theirs = visit({ notes: "Theirs", items: [line(1, { quantity: 7 }), line(2, { quantity: 3 })] });
  const { conflicts } = mergeVisits({ base: visit(), mine, theirs });
  expect(conflicts.map((path) => [describeVisit(path, mine), describeVisit(path, theirs)])).toEqual([
    [
      { label: "Notes", value: "Mine" },
      { label: "Notes", value: "Theirs" },
    ],
    [
      { label: "Quantity of Product 1", value: "5" },
      { label: "Quantity of Product 1", value: "7" },
    ],
    [
      { label: "", value: "Removed" },
      { label: "Product 2", value: "Product 2: 3 × ₹12.50" },
    ],
  ]);
});
