import { expect, test } from "vitest";
import { completedForm, scheduledFor } from "./scheduled-visit.ts";
import { blankItem, newVisitForm } from "./visit-form.ts";

const today = "2026-11-22";
const visit = (visit_date: string, status = "scheduled") => ({ visit_date, status });

test.each([
  ["today's", ["2026-11-25", "2026-11-22", "2026-11-20"], "2026-11-22"],
  ["the last one missed", ["2026-11-25", "2026-11-20", "2026-11-10"], "2026-11-20"],
  ["the one missed a week ago", ["2026-11-25", "2026-11-15"], "2026-11-15"],
  ["the next one, not one missed before", ["2026-11-25", "2026-11-14"], "2026-11-25"],
  ["the next one", ["2026-12-25", "2026-11-25"], "2026-11-25"],
])("offers %s of %j", (_, days, offered) => {
  const visits = [visit("2026-11-22", "completed"), ...days.map((day) => visit(day))];
  expect(scheduledFor(visits, today)?.visit_date).toBe(offered);
});

test("offers none that was missed long ago", () => {
  expect(scheduledFor([visit("2026-01-19")], today)).toBeUndefined();
});

test("offers none if none is scheduled", () => {
  expect(
    scheduledFor([visit("2026-11-22", "completed"), visit("2026-11-25", "cancelled")], today),
  ).toBeUndefined();
});

test("adds the input to the scheduled visit's content", () => {
  const item = (n: number) => ({
    id: `0198c5a0-0000-7000-8000-00000000000${n}`,
    product_id: "0198c5a0-0000-7000-8000-0000000000a1",
    product_name: "Paracip 500",
    quantity: n,
    unit_price: "12.50",
  });
  const scheduled = {
    ...newVisitForm("2026-11-20", null),
    status: "scheduled" as const,
    notes: "Bring samples",
    items: [item(1)],
  };
  const typed = { notes: "Wants more", items: [item(2)], new_item: { ...blankItem, quantity: "3" } };
  expect(completedForm(scheduled, typed, today)).toMatchObject({
    visit_date: today,
    status: "completed",
    notes: "Bring samples\nWants more",
    items: [item(1), item(2)],
    new_item: typed.new_item,
  });
});
