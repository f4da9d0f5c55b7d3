import { toPaise, toRupees } from "@rounds/domain/money/money.ts";
import { aDoctor, anItem, aProduct, visitBody } from "@rounds/testkit/builders.ts";
import { afterAll, expect, test } from "vitest";
import { readDashboard } from "../dashboard/queries.ts";
import { foldChanges } from "../rollups/fold.ts";
import { startApp } from "../testing/app.ts";
import { deleteVisit } from "../visits/delete-visit.ts";
import { recordVisit } from "../visits/record-visit.ts";
import { listSales } from "./list-sales.ts";
import { summarizeSales } from "./summarize-sales.ts";

const app = await startApp();
afterAll(() => app.close());

const all = {
  start_date: "",
  end_date: "",
  doctor_id: "",
  product_id: "",
  category: "",
  representative: "",
} as const;
const total = (parts: readonly { revenue: string }[]) =>
  toRupees(parts.reduce((sum, { revenue }) => sum + toPaise(revenue), 0n));

test("one answer shows one moment, whatever is recorded, deleted and folded in the meantime", async () => {
  const doctors = [await aDoctor(app), await aDoctor(app)];
  const products = [
    await aProduct(app, 1_000_000, { category: "Vitamins" }),
    await aProduct(app, 1_000_000, { category: "Diabetes" }),
  ];
  const { db } = app;
  const actor = { id: null, email: "" };
  const today = app.today();
  const asker = { actor, today, time_zone: "Asia/Kolkata" };
  let writing = true;
  const write = async (doctor_id = "") => {
    const made: string[] = [];
    for (let n = 0; n < 120; n++) {
      const items = products.map(({ id }) => anItem(id, 1, "10.00"));
      const { id } = await recordVisit(db, { ...visitBody(doctor_id), items, notes: null }, actor, today);
      made.push(id);
      if (n % 3 === 0) await deleteVisit(db, made.shift() ?? "", {}, actor);
      if (n % 10 === 0) await foldChanges(db, 50);
    }
  };
  const readSummary = async () => {
    const { revenue, by_category, top_doctors, transactions } = await summarizeSales(db, all, asker);
    expect([total(by_category), total(top_doctors)]).toEqual([revenue, revenue]);
    expect(revenue).toBe(toRupees(BigInt(transactions) * 1000n));
  };
  const readPage = async () => {
    const { rows, total, page } = await listSales(db, { ...all, page: 1_000_000, page_size: 10 }, asker);
    expect([page, rows.length]).toEqual([
      Math.max(1, Math.ceil(total / 10)),
      total === 0 ? 0 : ((total - 1) % 10) + 1,
    ]);
  };
  const readCharts = async () => {
    const { sales, daily_sales, top_doctors } = await readDashboard(db, "this-month", today);
    expect([total(daily_sales), total(top_doctors)]).toEqual([sales, sales]);
  };
  const read = async (once: () => Promise<void>) => {
    let answers = 0;
    for (; writing; answers++) await once();
    return answers;
  };
  const reading = Promise.all([readSummary, readPage, readCharts].map(read));
  await Promise.all(doctors.map(({ id }) => write(id))).finally(() => {
    writing = false;
  });
  expect(Math.min(...(await reading))).toBeGreaterThan(10);
});
