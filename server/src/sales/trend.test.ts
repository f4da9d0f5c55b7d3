import { salesRoutes } from "@rounds/domain/sales/routes.ts";
import type { SalesSummaryQuery } from "@rounds/domain/sales/sales.ts";
import { aDoctor, anItem, aProduct, aVisit } from "@rounds/testkit/builders.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { foldChanges } from "../rollups/fold.ts";
import { startApp, type TestApp } from "../testing/app.ts";

let app: TestApp;
let [asha, bela, amoxil] = ["", "", ""];

beforeAll(async () => {
  app = await startApp();
  [asha, bela] = [(await aDoctor(app)).id, (await aDoctor(app)).id];
  amoxil = (await aProduct(app, 100, { category: "Antibiotics" })).id;
  const [brufen, plain] = [
    (await aProduct(app, 100, { category: "Pain Relief" })).id,
    (await aProduct(app, 100, { category: null })).id,
  ];
  for (const [doctor, visit_date, product, quantity, price] of [
    [asha, "2025-06-01", amoxil, 3, "10.10"],
    [asha, "2025-06-05", brufen, 1, "0.05"],
    [bela, "2025-06-05", amoxil, 2, "10.00"],
    [bela, "2024-12-31", plain, 5, "20.00"],
    [asha, "2025-06-14", plain, 1, "100.00"],
    // Ahead: counts on the day of entry, June 15.
    [asha, "2025-06-20", brufen, 4, "25.00"],
  ] as const) {
    await aVisit(app, doctor, { visit_date, items: [anItem(product, quantity, price)] });
  }
});
afterAll(() => app.close());

const june = { start_date: "2025-06-01", end_date: "2025-06-30" };

test("the trend sums the days under each filter, up to today and without a range from the first sale on", async () => {
  const trend = async (query: SalesSummaryQuery) => (await app.call(salesRoutes.summary, { query })).trend;
  const month = (of: string, last: number, revenue: string) => ({
    from: `${of}-01`,
    to: `${of}-${last}`,
    revenue,
  });
  const week = (from: string, to: string, revenue: string) => ({ from, to, revenue });
  const byWeek = [
    week("2024-12-30", "2025-01-05", "100.00"),
    week("2025-05-26", "2025-06-01", "30.30"),
    week("2025-06-02", "2025-06-08", "20.05"),
    week("2025-06-09", "2025-06-15", "200.00"),
  ];
  for (const fold of [false, true]) {
    if (fold) await foldChanges(app.db);
    expect(await trend({})).toEqual({ step: "week", from: "2024-12-30", to: "2025-06-15", sums: byWeek });
    expect(await trend({ start_date: "2024-01-01", end_date: "2025-12-31" })).toEqual({
      ...{ step: "month", from: "2024-01-01", to: "2025-06-15" },
      sums: [month("2024-12", 31, "100.00"), month("2025-06", 15, "250.35")],
    });
    expect(await trend({ ...june, category: "Pain Relief" })).toEqual({
      ...{ step: "day", from: "2025-06-01", to: "2025-06-15" },
      sums: [week("2025-06-05", "2025-06-05", "0.05"), week("2025-06-15", "2025-06-15", "100.00")],
    });
    expect(await trend({ product_id: amoxil })).toEqual({
      ...{ step: "day", from: "2025-06-01", to: "2025-06-15" },
      sums: [week("2025-06-01", "2025-06-01", "30.30"), week("2025-06-05", "2025-06-05", "20.00")],
    });
    expect(await trend({ doctor_id: bela })).toEqual({
      ...{ step: "week", from: "2024-12-30", to: "2025-06-15" },
      sums: [week("2024-12-30", "2025-01-05", "100.00"), week("2025-06-02", "2025-06-08", "20.00")],
    });
    expect(await trend({ product_id: amoxil, doctor_id: asha })).toMatchObject({
      sums: [week("2025-06-01", "2025-06-01", "30.30")],
    });
    expect(await trend({ start_date: "2026-01-01", end_date: "2026-12-31" })).toBeNull();
  }
});
