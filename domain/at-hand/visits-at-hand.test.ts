import { expect, test } from "vitest";
import type { Doctor } from "../doctors/doctor.ts";
import {
  deletionAtHand,
  lastPricesAtHand,
  lastSalesAtHand,
  listVisitsAtHand,
  type VisitAtHand,
  visitDeletionAtHand,
} from "./visits-at-hand.ts";

const doctor = { id: "doctor", name: "Dr. Rao", version: 3 } as Doctor;
const line = { id: "line", product_id: "product", quantity: 4, unit_price: "10.00" };
const visit = (id: string, moves_stock?: boolean) => {
  const own = { id, doctor_id: doctor.id, visit_date: "2025-06-10", version: 1, sales: [line] };
  return { ...own, ...(moves_stock === undefined ? {} : { moves_stock }) } as unknown as VisitAtHand;
};

test("a deletion returns the units of visits that move the stock, also of those that don't say it", () => {
  const visits = [visit("old"), visit("moving", true), visit("past", false)];
  const at = {
    doctors: new Map([[doctor.id, doctor]]),
    visits: new Map(visits.map((one) => [one.id, one])),
    ...{ products: new Map(), today: "2025-06-15" },
  };
  expect(deletionAtHand(at, doctor.id)).toEqual({ visits: 3, sales: 3, units_returned: 8, version: 3 });
  const units = visits.map(({ id }) => visitDeletionAtHand(at, id)?.units_returned);
  expect(units).toEqual([4, 4, 0]);
});

test.each([
  ["2.5", true],
  ["rao 98220-11111", true],
  ["10:30", true],
  ["1,480", true],
  ["12/11", true],
  ["12.11", false],
])("a number with a sign is searched for in notes as it is typed: %j", (search, isFound) => {
  const notes = "July 12/11: gave 2.5 mg of 1,480, call 98220-11111 at 10:30";
  const noted = { ...visit("a"), status: "completed" as const, notes };
  const at = {
    doctors: new Map([[doctor.id, doctor]]),
    visits: new Map([[noted.id, noted]]),
    ...{ products: new Map(), today: "2025-06-15" },
  };
  expect(listVisitsAtHand(at, { search }, null).total).toBe(isFound ? 1 : 0);
});

test("the last price is that of the last day of sale, which is the Indian day of the edit for a visit in the future", () => {
  const sold = (id: string, visit_date: string, updated_at: string, unit_price: string) => {
    return { ...visit(id), visit_date, updated_at, sales: [{ ...line, id, unit_price }] };
  };
  // Both are sold on June 15, as it was in India: the line with the later id is the last one.
  const ahead = sold("a", "2025-06-20", "2025-06-14T20:00:00.000Z", "9.00");
  const present = sold("b", "2025-06-15", "2025-06-14T19:00:00.000Z", "12.00");
  for (const visits of [
    [ahead, present],
    [present, ahead],
  ]) {
    const at = { visits: new Map(visits.map((one) => [one.id, one])), time_zone: "Asia/Kolkata" };
    expect(lastPricesAtHand(at, doctor.id)).toEqual([{ product_id: "product", unit_price: "12.00" }]);
  }
});

test("what a completed plan sold was sold on its day, but for lines that the server says were sold when it was made", () => {
  const [created_at, updated_at] = ["2025-06-01T06:00:00.000Z", "2025-06-20T06:00:00.000Z"];
  const sales = [{ ...line, id: "with the plan", product_id: "other" }, line];
  const completed = { ...visit("a"), visit_date: "2025-06-20", created_at, updated_at, sales };
  const earlier = sales.map((one) => ({ ...one, id: `${one.id} between`, unit_price: "9.00" }));
  const between = { ...visit("b"), created_at, updated_at, sales: earlier };
  const pricesOf = (sale_days?: Record<string, string>) => {
    const visits = new Map([between, { ...completed, sale_days }].map((one) => [one.id, one]));
    const last = lastPricesAtHand({ visits, time_zone: "Asia/Kolkata" }, doctor.id);
    return last.map(({ product_id, unit_price }) => `${product_id} ${unit_price}`);
  };
  expect(pricesOf()).toEqual(["other 10.00", "product 10.00"]);
  expect(pricesOf({ "with the plan": "2025-06-01" })).toEqual(["other 9.00", "product 10.00"]);
});

test("the last sales up to a day leave out what was sold after it, and what others bought", () => {
  const sold = (id: string, visit_date: string, quantity: number, doctor_id = doctor.id) => {
    const updated_at = `${visit_date}T06:00:00.000Z`;
    return { ...visit(id), doctor_id, visit_date, updated_at, sales: [{ ...line, id, quantity }] };
  };
  const visits = [sold("a", "2025-06-12", 9), sold("b", "2025-06-10", 6), sold("c", "2025-06-09", 2)];
  const others = [sold("d", "2025-06-11", 7, "other")];
  const at = {
    visits: new Map([...visits, ...others].map((one) => [one.id, one])),
    time_zone: "Asia/Kolkata",
  };
  const last = (until?: string) => lastSalesAtHand(at, doctor.id, until).map(({ quantity }) => quantity);
  expect([last("2025-06-11"), last("2025-06-09"), last("2025-06-08"), last()]).toEqual([[6], [2], [], [9]]);
});
