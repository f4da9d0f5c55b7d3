import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import { aDoctor, anItem, aProduct, aVisit } from "@rounds/testkit/builders.ts";
import type { Member } from "@rounds/testkit/caller.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startApp, testMoment } from "../testing/app.ts";

const today = testMoment.slice(0, 10);

const ids = new Map<string, string>();
const doctorId = (name: string) => ids.get(name) ?? "";

const app = await startApp();
const colleague = await app.signUp("colleague@rounds.example");
const names = [
  "Asha",
  "Bela",
  "Chitra",
  "Devi",
  "Esha",
  "Farah",
  ...Array.from({ length: 20 }, (_, n) => `Z${n}`),
];
for (const name of names) ids.set(name, (await aDoctor(app, { name })).id);
afterAll(() => app.close());

const offered = async (member: Member, search = "") => {
  const { rows, total } = await member.call(doctorRoutes.pick, { query: { search } });
  return { total, names: rows.map(({ name, group }) => (group === "others" ? name : `${group}: ${name}`)) };
};

describe("the doctor picker begins with", () => {
  beforeAll(async () => {
    const visit = (name: string, visit_date: string, status: "completed" | "scheduled" | "cancelled") =>
      aVisit(app, doctorId(name), { visit_date, status });
    await visit("Farah", today, "scheduled");
    await visit("Esha", today, "scheduled");
    await visit("Devi", "2025-06-10", "completed");
    await visit("Devi", "2025-06-01", "completed");
    await visit("Chitra", "2025-06-12", "completed");
    // Scheduled for today and visited before: shown once, in the first group.
    await visit("Esha", "2025-06-13", "completed");
    // Neither scheduled for today nor a visit that took place.
    await visit("Z1", "2025-06-16", "scheduled");
    await visit("Z2", "2025-06-14", "cancelled");
    await visit("Z3", "2025-06-20", "completed");
    await aVisit(colleague, doctorId("Bela"), { visit_date: today, status: "scheduled" });
  });

  test("doctors whom the person has scheduled for today, then those visited last, then all by name", async () => {
    const { names, total } = await offered(app);
    expect(names.slice(0, 6)).toEqual([
      "scheduled: Farah",
      "scheduled: Esha",
      "recent: Chitra",
      "recent: Devi",
      "Asha",
      "Bela",
    ]);
    expect(names).toHaveLength(20);
    expect(new Set(names).size).toBe(20);
    expect(total).toBe(26);
    expect((await offered(colleague)).names.slice(0, 3)).toEqual(["scheduled: Bela", "Asha", "Chitra"]);
  });

  test("the same among the matches of a text", async () => {
    expect(await offered(app, "sh")).toEqual({ names: ["scheduled: Esha", "Asha"], total: 2 });
    expect(await offered(app, "z")).toMatchObject({ total: 20 });
    expect(await offered(app, "nobody")).toEqual({ names: [], total: 0 });
  });
});

test("the last city is that of the doctor whom the person added last", async () => {
  const last = (member: Member) => member.call(doctorRoutes.lastCity, {});
  expect(await last(app)).toEqual({ city: "Pune" });
  expect(await last(colleague)).toEqual({ city: "" });
  await aDoctor(app, { address: "4 Park Street, Kolkata" });
  await aDoctor(app, { address: "" });
  expect(await last(app)).toEqual({ city: "Kolkata" });
});

test("the last price is that of the doctor's latest visit that had the product", async () => {
  const [syrup, strips, drops] = await Promise.all([aProduct(app, 50), aProduct(app, 50), aProduct(app, 50)]);
  const sell = (name: string, visit_date: string, product_id: string, unit_price: string) =>
    aVisit(app, doctorId(name), { visit_date, items: [anItem(product_id, 1, unit_price)] });
  await sell("Asha", "2025-06-10", syrup.id, "95.50");
  await sell("Asha", "2025-06-05", syrup.id, "80.00");
  await sell("Asha", "2025-06-05", strips.id, "12.00");
  await sell("Bela", "2025-06-14", drops.id, "7.00");
  const prices = await app.call(visitRoutes.lastPrices, { params: { id: doctorId("Asha") } });
  expect(new Map(prices.map(({ product_id, unit_price }) => [product_id, unit_price]))).toEqual(
    new Map([
      [syrup.id, "95.50"],
      [strips.id, "12.00"],
    ]),
  );
});
