import { dashboardRoutes } from "@rounds/domain/dashboard/routes.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startApp, type TestApp } from "../testing/app.ts";
import { aDoctor, anItem, aProduct, aVisit } from "../testing/builders.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const read = (period?: string) => app.call(dashboardRoutes.read, period ? { query: { period } } : {});

test("of an empty database is all zeros", async () => {
  const nothing = { doctors: 0, visits: 0, sales: "0.00", products: 0, recent_visits: [] };
  expect(await read()).toEqual(nothing);
  expect(await read("all-time")).toEqual(nothing);
});

test("counts visits and sales of the period, doctors and products whole, and lists the five latest", async () => {
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
  expect(month.recent_visits.map((visit) => visit.visit_date)).toEqual([
    "2025-06-30",
    "2025-06-15",
    "2025-06-04",
    "2025-06-03",
    "2025-06-02",
  ]);
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

test("this month begins at midnight in India", async () => {
  app.setClock("2025-06-30T18:40:00Z");
  const asha = await app.signIn("asha@example.com");
  expect(await asha.call(dashboardRoutes.read, {})).toMatchObject({ visits: 0 });
  app.setClock("2025-06-30T18:20:00Z");
  expect(await asha.call(dashboardRoutes.read, {})).toMatchObject({ visits: 6 });
  app.setClock("2025-06-15T10:00:00Z");
});

test.each(["June", "2025-13", "2025", "2025-06-01", "1899-01"])("%s is no period", async (period) => {
  await expect(read(period)).rejects.toMatchObject({ status: 400, code: "validation_failed" });
});
