import { expect, test } from "vitest";
import { defaultNorms } from "../coverage/norms.ts";
import type { Doctor } from "../doctors/doctor.ts";
import { glanceAtHand } from "./glance-at-hand.ts";
import type { VisitAtHand } from "./visits-at-hand.ts";

const [asha, ravi, paracip, crocin] = ["d1", "d2", "p1", "p2"];
const doctor = {
  ...{ id: asha, name: "Dr. Asha Rao", specialization: "Cardiology", hospital: null, doctor_class: "A" },
  ...{ doctor_type: null, address: "Pune", norm: 3, created_at: "2025-01-01T10:00:00Z" },
} as Doctor;
const products = new Map(
  [
    { id: paracip, name: "Paracip 500", price: "12.50", current_stock: 40 },
    { id: crocin, name: "Crocin", price: "8.00", current_stock: 0 },
  ].map((product) => [product.id, product]),
);
const [today, time_zone] = ["2025-11-20", "Asia/Kolkata"];
const basis = { norms: defaultNorms, holidays: [], leave: [], skips: [] };
const received = { basis, is_partial: false, is_month_partial: false };

let made = 0;
function visit(visit_date: string, given: Partial<VisitAtHand> = {}): [string, VisitAtHand] {
  const id = `v${++made}`;
  const usual = {
    doctor_id: asha,
    status: "completed",
    notes: null,
    updated_at: `${visit_date}T10:00:00Z`,
    sales: [],
  };
  return [id, { ...usual, id, visit_date, ...given } as unknown as VisitAtHand];
}
const line = (id: string, product_id: string, quantity: number, unit_price: string) => ({
  ...{ id, product_id, quantity, unit_price },
});

function glanceOf(...visits: [string, VisitAtHand][]) {
  const rows = { doctors: new Map([[asha, doctor]]), products, visits: new Map(visits), today, time_zone };
  return glanceAtHand(rows, asha, received);
}

test("a doctor who is not at hand has no glance", () => {
  const rows = { doctors: new Map([[asha, doctor]]), products, visits: new Map(), today, time_zone };
  expect(glanceAtHand(rows, ravi, received)).toBeUndefined();
});

test("the last visit, the calls of the month and the planned visits are those of the visits at hand", () => {
  const glance = glanceOf(
    visit("2025-11-03"),
    visit("2025-11-18", { notes: "Samples", sales: [line("s1", paracip, 2, "12.00")] }),
    visit("2025-11-19", { status: "scheduled" }),
    visit("2025-11-25", { status: "scheduled" }),
    visit("2025-11-20", { doctor_id: ravi }),
  );
  expect(glance?.last_visit).toMatchObject({ notes: "Samples", total_sales: "24.00", item_count: 1 });
  expect(glance?.month).toMatchObject({ norm: 3, calls: 2, scheduled: 1, last_call: "2025-11-18" });
  expect(glance?.scheduled.map(({ visit_date }) => visit_date)).toEqual(["2025-11-19", "2025-11-25"]);
});

test("of a doctor whose visits of the month are not all at hand, no advice is given", () => {
  const [id, own] = visit("2025-10-03");
  const at = { doctors: new Map([[asha, doctor]]), products, visits: new Map([[id, own]]), today, time_zone };
  const monthIf = (is_month_partial: boolean) =>
    glanceAtHand(at, asha, { ...received, is_month_partial })?.month;
  const known = { norm: 3, class_norm: 4, calls: 0, last_call: "2025-10-03" };
  expect(monthIf(false)).toMatchObject({ ...known, lost: 1, state: "late" });
  expect(monthIf(true)).toMatchObject({ ...known, lost: 0, state: null, is_partial: true });
});

test("products bought within a year come with their last line and their months", () => {
  const glance = glanceOf(
    visit("2024-11-20", { sales: [line("s0", crocin, 5, "8.00")] }),
    visit("2025-04-01", { sales: [line("s1", paracip, 1, "10.00")] }),
    visit("2025-11-01", { sales: [line("s2", paracip, 4, "12.00"), line("s3", paracip, 2, "11.00")] }),
    // Entered in advance: sold on the day on which it was entered.
    visit("2025-12-01", { updated_at: "2025-11-19T10:00:00Z", sales: [line("s4", crocin, 3, "7.00")] }),
  );
  expect(glance).toMatchObject({ amount: "91.00", amount_before: "10.00", products: 2 });
  expect(glance?.bought).toMatchObject([
    { product_id: paracip, units: 6, units_before: 1, months: [0, 0, 0, 0, 0, 6], last_quantity: 2 },
    { product_id: crocin, units: 3, units_before: 0, last_day: "2025-11-19", last_unit_price: "7.00" },
  ]);
});
