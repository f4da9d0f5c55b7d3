import { formatDay } from "@rounds/domain/calendar/calendar.ts";
import { coverageRoutes } from "@rounds/domain/coverage/routes.ts";
import { dashboardRoutes } from "@rounds/domain/dashboard/routes.ts";
import type { ImportCells } from "@rounds/domain/imports/import-row.ts";
import { toPaise, toRupees } from "@rounds/domain/money/money.ts";
import { createRandom } from "@rounds/domain/random/random.ts";
import { salesRoutes } from "@rounds/domain/sales/routes.ts";
import { checkBooks } from "@rounds/testkit/books.ts";
import { aDoctor, anItem, aProduct, aVisit, stockOf } from "@rounds/testkit/builders.ts";
import type { Member } from "@rounds/testkit/caller.ts";
import { casesOf } from "@rounds/testkit/cases.ts";
import { checkRollups } from "@rounds/testkit/rollups.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startApp, type TestApp } from "../../testing/app.ts";
import { bringIn } from "../../testing/imports.ts";

// Random visits of past months, recorded by hand in one Rounds and brought in from a list in another, give the same figures.

const seed = Number(process.env.SEED ?? 20261126);
const number = casesOf(40, 400);
const stock = 1_000_000;

type World = {
  app: TestApp;
  people: Member[];
  doctors: string[];
  products: string[];
  names: Map<string, string>;
};

async function aWorld(): Promise<World> {
  const app = await startApp({ email: "asha@example.com" });
  const people = [app.member, await app.signUp("ravi@example.com")];
  const doctors: string[] = [];
  const products: string[] = [];
  const names = new Map(people.map(({ id, email }) => [id, email]));
  for (const [at, doctor_class] of (["A", "B", "C", "A", "B"] as const).entries()) {
    const name = `Dr. ${["Anil", "Bimal", "Chitra", "Deepa", "Esha"][at]} Roy`;
    const representative_id = people[at % 3]?.id ?? null;
    const about = { name, doctor_class, representative_id, contact_number: null, email: null };
    const { id } = await aDoctor(app, about);
    doctors.push(id);
    names.set(id, name);
  }
  for (const [at, category] of (["Antibiotics", "Vitamins", null] as const).entries()) {
    const { id, name } = await aProduct(app, stock, { name: `Product ${"ABC"[at]}`, category });
    products.push(id);
    names.set(id, name);
  }
  return { app, people, doctors, products, names };
}

let byHand: World;
let byList: World;
beforeAll(async () => {
  [byHand, byList] = [await aWorld(), await aWorld()];
});
afterAll(async () => {
  await byHand.app.close();
  await byList.app.close();
});

test(`${number} random visits from seed ${seed} count the same as if they had been recorded`, async () => {
  const random = createRandom(seed);
  const below = (limit: number) => random.integer(0, limit - 1);
  const rows: ImportCells[] = [];
  const seen = new Set<string>();
  for (let at = 0; at < number; at++) {
    const [doctor, person] = [below(5), below(2)];
    const visit_date = `2025-0${1 + below(6)}-${String(1 + below(14)).padStart(2, "0")}`;
    const key = `${doctor} ${person} ${visit_date}`;
    // Two visits of one day would be one in the list.
    if (seen.has(key)) continue;
    seen.add(key);
    const status = below(5) === 0 ? "cancelled" : "completed";
    const products = [0, 1, 2].filter(() => below(2) === 0);
    const lines = products.map((product) => ({
      product,
      quantity: 1 + below(20),
      unit_price: toRupees(BigInt(1 + below(50_000))),
    }));
    const items = lines.map(({ product, quantity, unit_price }) =>
      anItem(byHand.products[product] ?? "", quantity, unit_price),
    );
    await aVisit(byHand.people[person] as Member, byHand.doctors[doctor] ?? "", {
      visit_date,
      status,
      items,
    });
    const common = {
      visit_date: below(2) === 0 ? visit_date : formatDay(visit_date),
      doctor: byList.names.get(byList.doctors[doctor] ?? "") ?? "",
      representative: byList.people[person]?.email ?? "",
      status,
    };
    if (lines.length === 0) rows.push(common);
    for (const { product, quantity, unit_price } of lines) {
      const amount = toRupees(BigInt(quantity) * toPaise(unit_price));
      const price: ImportCells = below(2) === 0 ? { unit_price } : { amount };
      const name = byList.names.get(byList.products[product] ?? "") ?? "";
      rows.splice(below(rows.length + 1), 0, {
        ...common,
        product: name,
        quantity: String(quantity),
        ...price,
      });
    }
  }
  const { counts } = await bringIn(byList.app.member, rows, "visits");
  expect(counts).toMatchObject({ applied: rows.length, failed: 0, look: 0, refused: 0 });
  expect(await figuresOf(byList)).toEqual(await figuresOf(byHand));
  for (const { app } of [byHand, byList]) {
    expect(await checkBooks(app.database)).toEqual([]);
    expect(await checkRollups(app.database)).toEqual([]);
  }
  for (const id of byList.products) expect(await stockOf(byList.app, id)).toBe(stock);

  const again = await bringIn(byList.app.member, rows, "visits");
  expect(again.counts).toMatchObject({ same: rows.length, applied: 0 });
});

/** Sales, coverage and dashboard of all months, where names stand for ids. */
async function figuresOf({ app, people, doctors, products, names }: World): Promise<unknown> {
  const figures: unknown[] = [];
  for (const month of ["2025-01", "2025-02", "2025-03", "2025-04", "2025-05", "2025-06"]) {
    for (const person of ["everybody", ...people.map(({ id }) => id)])
      figures.push(await app.call(coverageRoutes.month, { query: { month, person } }));
    const range = { start_date: `${month}-01`, end_date: `${month}-28` };
    figures.push(await app.call(salesRoutes.summary, { query: range }));
    for (const representative of people.map(({ id }) => id))
      figures.push(await app.call(salesRoutes.summary, { query: { ...range, representative } }));
  }
  for (const doctor_id of doctors)
    figures.push(await app.call(salesRoutes.summary, { query: { doctor_id } }));
  for (const product_id of products)
    figures.push(await app.call(salesRoutes.summary, { query: { product_id } }));
  const { visits, sales, comparison } = await app.call(dashboardRoutes.read, { query: {} });
  figures.push({ visits, sales, comparison });
  let text = JSON.stringify(figures);
  for (const [id, name] of names) text = text.replaceAll(id, name);
  return JSON.parse(text);
}
