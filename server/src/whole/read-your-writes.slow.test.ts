import { setTimeout as wait } from "node:timers/promises";
import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { productRoutes } from "@rounds/domain/products/routes.ts";
import { createRandom } from "@rounds/domain/random/random.ts";
import { stockRoutes } from "@rounds/domain/stock/routes.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import {
  aDoctor,
  anId,
  anItem,
  aProduct,
  aVisit,
  doctorBody,
  productBody,
  stockOf,
  visitEdit,
} from "@rounds/testkit/builders.ts";
import { casesOf } from "@rounds/testkit/cases.ts";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { foldChanges } from "../rollups/fold.ts";
import type { TestApp } from "../testing/app.ts";
import { look, type Replicated, sameAt, startReplicated, views } from "../testing/replica.ts";

vi.setConfig({ testTimeout: 600_000, hookTimeout: 120_000 });

const seed = Number(process.env.SEED ?? 20250615);
const rounds = Number(process.env.ROUNDS ?? casesOf(60, 200));
const random = createRandom(seed);

let cluster: Replicated;
let one: TestApp;
let other: TestApp;
let plain: TestApp;
beforeAll(async () => {
  cluster = await startReplicated();
  // Soon used again, however often it lags.
  const pauses = { first: 20, longest: 20 };
  one = await cluster.start({ pauses });
  other = await cluster.start({ pauses });
  plain = await cluster.start({ replica: null });
});
afterAll(async () => {
  for (const app of [one, other, plain]) await app?.close();
  await cluster.stop();
});

const known = { doctors: [] as string[], products: [] as string[], visits: [] as string[] };
let made = 0;
const name = (what: string) => `${what} ${String.fromCharCode(65 + random.integer(0, 25))}${++made}`;

async function recordVisit(app: TestApp): Promise<void> {
  const product = random.pick(known.products);
  const items = (await stockOf(app, product)) > 0 ? [anItem(product)] : [];
  known.visits.push((await aVisit(app, random.pick(known.doctors), { items })).id);
}

/** Every kind of write, each by a representative on a server. */
const writes: Record<string, (app: TestApp) => Promise<unknown>> = {
  async "a doctor entered"(app) {
    known.doctors.push((await aDoctor(app, { name: name("Dr.") })).id);
  },
  async "a doctor renamed"(app) {
    const params = { id: random.pick(known.doctors) };
    const { version } = await app.call(doctorRoutes.read, { params });
    const { id: _, ...doctor } = doctorBody({ name: name("Dr.") });
    await app.call(doctorRoutes.update, { params, body: { ...doctor, version } });
  },
  async "a doctor deleted with the visits"(app) {
    const { id } = await aDoctor(app);
    await aVisit(app, id, { items: [anItem((await aProduct(app, 1)).id)] });
    await app.call(doctorRoutes.delete, { params: { id } });
  },
  async "a product entered"(app) {
    known.products.push((await aProduct(app, 10, { name: name("Syrup") })).id);
  },
  async "a product changed"(app) {
    const params = { id: random.pick(known.products) };
    const { version } = await app.call(productRoutes.read, { params });
    const { id: _, ...product } = productBody({ name: name("Syrup"), price: `${random.integer(1, 99)}.00` });
    await app.call(productRoutes.update, { params, body: { ...product, version } });
  },
  async "a product deleted"(app) {
    const { id } = await aProduct(app, 5);
    await app.call(productRoutes.delete, { params: { id } });
  },
  async "stock added"(app) {
    const body = { id: anId(), quantity: random.integer(1, 50) };
    await app.call(stockRoutes.add, { params: { id: random.pick(known.products) }, body });
  },
  async "stock corrected"(app) {
    const params = { id: random.pick(known.products) };
    const current_stock = await stockOf(app, params.id);
    const quantity = current_stock + random.integer(1, 9);
    await app.call(stockRoutes.correct, { params, body: { id: anId(), quantity, current_stock } });
  },
  "a visit recorded": recordVisit,
  async "a visit edited"(app) {
    const visit = await app.call(visitRoutes.read, { params: { id: random.pick(known.visits) } });
    const items = visit.sales.length > 0 ? [] : [anItem((await aProduct(app, 3)).id, 2)];
    const body = visitEdit(visit, { notes: name("Asked for"), items });
    await app.call(visitRoutes.update, { params: { id: visit.id }, body });
  },
  async "a visit deleted"(app) {
    await recordVisit(app);
    await app.call(visitRoutes.delete, { params: { id: known.visits.pop() ?? "" } });
  },
  async "sums folded"() {
    await foldChanges(cluster.db);
  },
};

/** Holds replay back and releases it, over and over, until told to end. */
function disturb() {
  let goes = true;
  async function run() {
    while (goes) {
      await cluster.pauseReplay();
      await wait(random.integer(0, 200));
      await cluster.resumeReplay();
      await wait(random.integer(0, 400));
    }
  }
  const running = run();
  return async () => {
    goes = false;
    await running;
  };
}

test(`every list and report shows what was just written, on every server (SEED=${seed})`, async () => {
  for (const kind of ["a doctor entered", "a product entered", "a visit recorded"]) await writes[kind]?.(one);
  const end = disturb();
  const answered = { standby: 0, primary: 0 };
  try {
    for (let round = 0; round < rounds; round++) {
      const kinds = Object.keys(writes);
      const kind = kinds[round % kinds.length] ?? "";
      await writes[kind]?.(random.pick([one, other]));
      const of = { doctor: random.pick(known.doctors), product: random.pick(known.products) };
      const reader = random.pick([one, other]);
      const view = views[(round * 5) % views.length] ?? "";
      const asked = [view, random.pick(views)];
      for (const view of asked) {
        let shown = "";
        const byStandby = await cluster.answers(async () => {
          shown = await look(reader, view, of);
        });
        answered[byStandby ? "standby" : "primary"]++;
        expect(shown, `${view} after ${kind}, round ${round}`).toBe(
          await look(sameAt(plain, reader), view, of),
        );
      }
    }
  } finally {
    await end();
  }
  // Both were in use.
  expect(Math.min(answered.standby, answered.primary)).toBeGreaterThan(rounds / 10);
});
