import { addDays, type Day } from "@rounds/domain/calendar/calendar.ts";
import { dashboardRoutes } from "@rounds/domain/dashboard/routes.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import { aDoctor, anItem, aProduct, aVisit, visitEdit } from "@rounds/testkit/builders.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startApp, type TestApp } from "../testing/app.ts";
import { readDashboard } from "./queries.ts";

const app = await startApp();
afterAll(() => app.close());

const read = (period?: string) => app.call(dashboardRoutes.read, period ? { query: { period } } : {});

test("of an empty database is all zeros", async () => {
  const nothing = {
    doctors: 0,
    visits: 0,
    sales: "0.00",
    products: 0,
    has_visits: false,
    daily_sales: [],
    top_doctors: [],
    recent_visits: [],
    planned_visits: [],
  };
  const none = { visits: 0, sales: "0.00" };
  const before = { from: "2025-05-01", to: "2025-05-15", ...none };
  expect(await read()).toEqual({ ...nothing, comparison: { ...none, before } });
  expect(await read("all-time")).toEqual({ ...nothing, comparison: null });
});

test("counts visits and sales of the period, doctors and products in total, and lists the five latest", async () => {
  const doctor = await aDoctor(app);
  const product = await aProduct(app, 100);
  const days = [
    "2025-06-01",
    "2025-06-30",
    "2025-05-31",
    "2025-06-15",
    "2025-06-02",
    "2025-06-03",
    "2025-06-04",
    "2024-06-10",
  ];
  for (const visit_date of days) {
    await aVisit(app, doctor.id, {
      visit_date,
      items: [anItem(product.id, 1, "0.10"), anItem(product.id, 2, "0.10")],
    });
  }
  const month = await read("this-month");
  expect(month).toMatchObject({ doctors: 1, products: 1, visits: 6, sales: "1.80" });
  // Today is June 15.
  expect(month.recent_visits.map((visit) => visit.visit_date)).toEqual([
    "2025-06-15",
    "2025-06-04",
    "2025-06-03",
    "2025-06-02",
    "2025-06-01",
  ]);
  expect(month.planned_visits.map((visit) => visit.visit_date)).toEqual(["2025-06-30"]);
  expect(month.recent_visits[0]).toMatchObject({
    item_count: 2,
    total_sales: "0.30",
    doctor: { name: "Dr. Meera Iyer" },
    notes: "Discussed the new strips",
  });
  expect(await read()).toEqual(month);
  expect(await read("2025-05")).toMatchObject({ doctors: 1, products: 1, visits: 1, sales: "0.30" });
  expect(await read("2024-06")).toMatchObject({ visits: 1, sales: "0.30" });
  expect(await read("2025-04")).toMatchObject({ visits: 0, sales: "0.00", recent_visits: [] });
  expect(await read("all-time")).toMatchObject({ visits: 8, sales: "2.40" });
});

test("compares this month with the one before up to the same day, and another with the whole month before", async () => {
  const on = async (period: string) => (await read(period)).comparison;
  // The visit of June 30 is in the future, and its sale counts today.
  expect(await on("this-month")).toEqual({
    visits: 5,
    sales: "1.80",
    before: { from: "2025-05-01", to: "2025-05-15", visits: 0, sales: "0.00" },
  });
  expect(await on("2025-06")).toEqual(await on("this-month"));
  expect(await on("2025-05")).toEqual({
    visits: 1,
    sales: "0.30",
    before: { from: "2025-04-01", to: "2025-04-30", visits: 0, sales: "0.00" },
  });
  expect([await on("all-time"), await on("2025-07")]).toEqual([null, null]);
});

test("this month begins at midnight in India", async () => {
  app.setClock("2025-06-30T18:40:00Z");
  const asha = await app.signIn("asha@example.com");
  expect(await asha.call(dashboardRoutes.read, {})).toMatchObject({ visits: 0 });
  app.setClock("2025-06-30T18:20:00Z");
  expect(await asha.call(dashboardRoutes.read, {})).toMatchObject({ visits: 6 });
  app.setClock("2025-06-15T10:00:00Z");
});

test("says whether any visit was completed yet: one that is planned or cancelled is not", async () => {
  const own = await startApp();
  const { id } = await aDoctor(own);
  const hasVisits = async () => (await own.call(dashboardRoutes.read, {})).has_visits;
  await aVisit(own, id, { visit_date: "2025-06-20", status: "scheduled" });
  await aVisit(own, id, { visit_date: "2025-06-10", status: "cancelled" });
  expect(await hasVisits()).toBe(false);
  await aVisit(own, id, { visit_date: "2024-01-10" });
  expect(await hasVisits()).toBe(true);
  await own.close();
});

test("scheduled visits come soonest first, at most five, without cancelled ones, whatever the period", async () => {
  const own = await startApp();
  const { id } = await aDoctor(own);
  for (const day of ["06-15", "06-16", "06-20", "07-01", "07-03", "08-01", "09-01"]) {
    await aVisit(own, id, { visit_date: `2025-${day}`, status: "scheduled" });
  }
  await aVisit(own, id, { visit_date: "2025-06-17", status: "cancelled" });
  for (const period of ["this-month", "2025-01", "all-time"]) {
    const { planned_visits } = await own.call(dashboardRoutes.read, { query: { period } });
    expect(planned_visits.map((visit) => visit.visit_date.slice(5))).toEqual([
      "06-16",
      "06-20",
      "07-01",
      "07-03",
      "08-01",
    ]);
  }
  await own.close();
});

test.each(["June", "2025-13", "2025", "2025-06-01", "1899-01"])("%s is not a period", async (period) => {
  await expect(read(period)).rejects.toMatchObject({ status: 400, code: "validation_failed" });
});

describe("the charts", () => {
  let own: TestApp;
  const people: string[] = [];
  const sold: [day: string, doctor: number, price: string][] = [
    ["2025-06-02", 0, "1.00"],
    ["2025-06-06", 1, "2.00"],
    ["2025-06-10", 0, "5.00"],
    ["2025-06-10", 2, "0.50"],
    // Entered on 15 June.
    ["2025-06-29", 1, "7.00"],
    ["2025-05-03", 2, "3.00"],
    ["2024-02-05", 3, "4.00"],
  ];
  beforeAll(async () => {
    own = await startApp();
    const product = await aProduct(own, 100);
    for (const name of ["Dr. A", "Dr. B", "Dr. C", "Dr. D", "Dr. E", "Dr. F"]) {
      people.push((await aDoctor(own, { name })).id);
    }
    for (const [visit_date, doctor, price] of sold) {
      await aVisit(own, people[doctor] ?? "", { visit_date, items: [anItem(product.id, 1, price)] });
    }
    // In the end nothing was sold on this day.
    const none = await aVisit(own, people[0] ?? "", {
      visit_date: "2025-06-12",
      items: [anItem(product.id)],
    });
    await own.call(visitRoutes.update, { params: { id: none.id }, body: visitEdit(none, { items: [] }) });
  });
  afterAll(() => own.close());

  const readOn = (today: Day, period: string) => readDashboard(own.db, period, today);
  /** The days of a range, those without a figure at zero. */
  const days = (from: Day, to: Day, figures: Record<string, string>) => {
    const all = [];
    for (let day = from; day <= to; day = addDays(day, 1)) {
      all.push({ day, revenue: figures[day.slice(5)] ?? "0.00" });
    }
    return all;
  };

  test.each<[string, string, string, ReturnType<typeof days>]>([
    [
      "ten days up to today",
      "2025-06-15",
      "this-month",
      days("2025-06-06", "2025-06-15", { "06-06": "2.00", "06-10": "5.50", "06-15": "7.00" }),
    ],
    [
      "of all time, too",
      "2025-06-19",
      "all-time",
      days("2025-06-10", "2025-06-19", { "06-10": "5.50", "06-15": "7.00" }),
    ],
    [
      "within the month, when it is young",
      "2025-06-03",
      "this-month",
      days("2025-06-01", "2025-06-03", { "06-02": "1.00" }),
    ],
    [
      "up to the last day sold, when nothing was since",
      "2025-06-28",
      "this-month",
      days("2025-06-06", "2025-06-15", { "06-06": "2.00", "06-10": "5.50", "06-15": "7.00" }),
    ],
    [
      "up to the last day sold, of all time",
      "2026-01-05",
      "all-time",
      days("2025-06-06", "2025-06-15", { "06-06": "2.00", "06-10": "5.50", "06-15": "7.00" }),
    ],
    [
      "up to the month's end, when sold then",
      "2025-07-09",
      "2025-06",
      days("2025-06-06", "2025-06-15", { "06-06": "2.00", "06-10": "5.50", "06-15": "7.00" }),
    ],
    [
      "of a past month, within it",
      "2025-06-15",
      "2025-05",
      days("2025-05-01", "2025-05-03", { "05-03": "3.00" }),
    ],
    ["of a past February", "2025-06-15", "2024-02", days("2024-02-01", "2024-02-05", { "02-05": "4.00" })],
    ["none of a month without sales", "2025-06-15", "2025-04", []],
    ["none of a month that lies ahead", "2025-06-15", "2025-07", []],
    ["none of this month, before anything was sold", "2025-07-05", "this-month", []],
  ])("daily sales: %s", async (_, today, period, expected) => {
    expect((await readOn(today, period)).daily_sales).toEqual(expected);
  });

  test("daily sales: at the end of a past month", async () => {
    const product = await aProduct(own, 100);
    const items = [anItem(product.id, 1, "9.00")];
    await aVisit(own, people[0] ?? "", { visit_date: "2024-12-31", items });
    expect((await readOn("2025-06-15", "2024-12")).daily_sales).toEqual(
      days("2024-12-22", "2024-12-31", { "12-31": "9.00" }),
    );
  });

  test("top doctors: five at most, largest first, then by name", async () => {
    const ranked = async (period: string) =>
      (await readOn("2025-06-15", period)).top_doctors.map(({ name, revenue }) => [name, revenue]);
    expect(await ranked("this-month")).toEqual([
      ["Dr. B", "9.00"],
      ["Dr. A", "6.00"],
      ["Dr. C", "0.50"],
    ]);
    expect(await ranked("2025-05")).toEqual([["Dr. C", "3.00"]]);
    expect(await ranked("2025-04")).toEqual([]);
    const product = await aProduct(own, 100);
    for (const doctor of [5, 4]) {
      const items = [anItem(product.id, 1, "4.00")];
      await aVisit(own, people[doctor] ?? "", { visit_date: "2024-02-10", items });
    }
    expect(await ranked("all-time")).toEqual([
      ["Dr. A", "15.00"],
      ["Dr. B", "9.00"],
      ["Dr. D", "4.00"],
      ["Dr. E", "4.00"],
      ["Dr. F", "4.00"],
    ]);
  });

  test("sales count on their day of entry, visits on their date", async () => {
    // The visit of 29 June counts there, its sale on the 15th.
    expect(await readOn("2025-06-15", "this-month")).toMatchObject({ visits: 6, sales: "15.50" });
  });
});
