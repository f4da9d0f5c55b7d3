import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { connect } from "@rounds/database/connect.ts";
import { importRoutes } from "@rounds/domain/imports/routes.ts";
import { productRoutes } from "@rounds/domain/products/routes.ts";
import { stockRoutes } from "@rounds/domain/stock/routes.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import type { VisitCreation } from "@rounds/domain/visits/visit-list.ts";
import { freePort } from "@rounds/postgres/free-port.ts";
import { startEmbedded } from "@rounds/postgres/launcher.ts";
import { checkBooks } from "@rounds/testkit/books.ts";
import { aDoctor, anId, anItem, aProduct, visitBody } from "@rounds/testkit/builders.ts";
import { type Member, Refusal } from "@rounds/testkit/caller.ts";
import { casesOf } from "@rounds/testkit/cases.ts";
import { newMember } from "@rounds/testkit/sign-in.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checked, wholly } from "../testing/imports.ts";
import { productProcess } from "../testing/product-process.ts";

// The product as people run it, and people whose clients repeat unanswered requests, while server and database are
// killed again and again.

const rounds = Number(process.env.CRASH_ROUNDS ?? casesOf(8, 20));

let dataDir: string;
let product: ReturnType<typeof productProcess>;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "rounds-crash-"));
  await chmod(dataDir, 0o711);
  product = productProcess(dataDir, await freePort());
});
afterAll(async () => {
  await product.stop();
  if (await product.databaseRuns()) await (await startEmbedded({ dataDir, log: () => {} })).stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** How often a call got no answer, or one that says to try again. */
let unanswered = 0;

/** Repeats a call until it gets a final answer, as the browser does. */
async function untilAnswered<Result>(call: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      // Only a server that can't be reached, is unavailable or overloaded is asked again.
      if (error instanceof Refusal && error.status !== 503 && error.status !== 429) {
        throw new Error(`${error.status} ${error.code}\n${product.output()}`, { cause: error });
      }
      unanswered++;
      await wait(30 + Math.random() * 70);
    }
  }
}

test("an import whose server is killed goes on where it stopped, and doubles nothing", {
  timeout: 120_000,
}, async () => {
  await product.start();
  const lata = await newMember(product.url, "lata@example.com");
  const names = Array.from({ length: 1200 }, (_, at) => `Number${at} Sen${at}`);
  const { id } = await checked(
    lata,
    names.map((name) => ({ name, price: "Rs 45/-", stock: "7" })),
    "products",
  );
  const params = { id };
  /** One portion is done, the server dies during the next one, and a person comes back. */
  const killedDuring = async (step: typeof importRoutes.apply, state: "applied" | "undone") => {
    await lata.call(step, { params });
    const cut = lata.call(step, { params }).catch(() => undefined);
    await wait(Math.random() * 150);
    await product.killServer();
    await cut;
    await product.start();
    const { counts } = await wholly(lata, step, id, state);
    expect(counts).toMatchObject({ create: 1200, [state]: 1200, failed: 0, kept: 0 });
    return (await lata.call(productRoutes.pick, {})).map(
      ({ name, current_stock }) => `${name}: ${current_stock}`,
    );
  };
  const applied = await killedDuring(importRoutes.apply, "applied");
  expect(applied.sort()).toEqual(names.map((name) => `${name}: 7`).sort());
  expect(await killedDuring(importRoutes.undo, "undone")).toEqual([]);
  expect(await product.stop()).toBe(0);
});

test(`${rounds} rounds of kill -9 lose nothing acknowledged and double nothing`, {
  timeout: 600_000,
}, async () => {
  await product.start();
  const members = await Promise.all(
    ["asha", "ravi", "meena", "john", "priya", "karim"].map((name) =>
      newMember(product.url, `${name}@example.com`),
    ),
  );
  const [asha] = members;
  if (!asha) throw new Error("six members");
  const doctor = await aDoctor(asha);
  const products = [
    await aProduct(asha, 100_000),
    await aProduct(asha, 100_000),
    await aProduct(asha, 100_000),
  ];
  const ids = products.map((row) => row.id);

  const acknowledged = new Map<string, VisitCreation>();
  const deleted = new Set<string>();
  let added = 0;
  let going = true;
  const anyId = () => ids[Math.floor(Math.random() * ids.length)] ?? "";

  async function record(member: Member) {
    const items = [anItem(anyId(), 2), anItem(anyId(), 1, "0.50")];
    const body = visitBody(doctor.id, { items });
    await untilAnswered(() => member.call(visitRoutes.create, { body }));
    acknowledged.set(body.id, body);
  }
  async function addStock(member: Member) {
    const params = { id: anyId() };
    const body = { id: anId(), quantity: 7 };
    await untilAnswered(() => member.call(stockRoutes.add, { params, body }));
    added += 7;
  }
  async function deleteOne(member: Member) {
    const id = [...acknowledged.keys()].find((known) => !deleted.has(known));
    if (!id) return;
    deleted.add(id);
    // A deletion that succeeded without an answer finds nothing the second time.
    await untilAnswered(() =>
      member.call(visitRoutes.delete, { params: { id } }).catch((error) => {
        if (!(error instanceof Refusal && error.code === "gone")) throw error;
      }),
    );
  }
  async function work(member: Member, index: number) {
    while (going) {
      const chance = Math.random();
      if (index === 0 && chance < 0.3) await addStock(member);
      else if (index === 1 && chance < 0.2) await deleteOne(member);
      else await record(member);
      await wait(20);
    }
  }
  const working = Promise.all(members.map(work));
  working.catch(() => {});

  try {
    for (let round = 0; round < rounds; round++) {
      const before = acknowledged.size;
      await wait(200 + Math.random() * 400);
      const kind = round % 3;
      if (kind !== 1) await product.killServer();
      if (kind !== 0) await product.killDatabase();
      if (kind === 1) await product.ready();
      else await product.start();
      while (acknowledged.size === before) await Promise.race([wait(10), working]);
    }
  } finally {
    going = false;
  }
  await working;

  const binaries = process.env.POSTGRES_BIN;
  const adopted = await startEmbedded({
    dataDir,
    ...(binaries && { binaries }),
    log: () => {},
    keepRunning: false,
  });
  const { db, pool, close } = connect(adopted.connection, () => {});
  const visits = await db.selectFrom("visits").select("id").execute();
  const expected = [...acknowledged.keys()].filter((id) => !deleted.has(id));
  expect(visits.map((visit) => visit.id).sort()).toEqual(expected.sort());

  const sales = await db.selectFrom("sales").select(["id", "visit_id", "product_id", "quantity"]).execute();
  const lines = expected.flatMap((visit_id) =>
    (acknowledged.get(visit_id)?.items ?? []).map(({ id, product_id, quantity }) => ({
      id,
      visit_id,
      product_id,
      quantity,
    })),
  );
  const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
  expect(sales.toSorted(byId)).toEqual(lines.toSorted(byId));

  expect(await checkBooks({ pool })).toEqual([]);
  const { rows } = await pool.query("select sum(current_stock) as stock from products");
  expect(rows[0].stock).toBe(300_000 + added - expected.length * 3);
  await close();
  await adopted.leave();

  // Without interrupted calls, all this would have shown nothing.
  expect(unanswered).toBeGreaterThan(rounds);
  console.info(
    `${acknowledged.size} visits acknowledged, ${deleted.size} deleted, ${unanswered} calls cut off or put off`,
  );

  const stopping = performance.now();
  expect(await product.stop()).toBe(0);
  expect(performance.now() - stopping).toBeLessThan(20_000);
  expect(await product.databaseRuns()).toBe(false);
  expect(product.output()).not.toContain("example.com");
});
