import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { stockRoutes } from "@rounds/domain/stock/routes.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import type { Visit } from "@rounds/domain/visits/visit.ts";
import { checkBooks, countDeadlocks } from "@rounds/testkit/books.ts";
import {
  aDoctor,
  anId,
  anItem,
  aProduct,
  aVisit,
  itemsOf,
  stockOf,
  visitBody,
  visitEdit,
} from "@rounds/testkit/builders.ts";
import { type Member, memberOf, type Refusal } from "@rounds/testkit/caller.ts";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { startApp } from "../testing/app.ts";

// Two servers on one database, as behind a load balancer. Thousands of requests; the machine may be busy.
vi.setConfig({ testTimeout: 120_000 });

let doctor_id: string;
const app = await startApp();
const second = await startApp({ database: app.database, email: "ravi@example.com" });
const members = [app.member, memberOf(second.url, app.token, app), second.member];
beforeEach(async () => {
  doctor_id = (await aDoctor(app)).id;
});
afterAll(async () => {
  await second.close();
  await app.close();
});

/** The member whose turn it is. */
const by = (n: number): Member => members[n % members.length] ?? app.member;
const times = <Result>(count: number, act: (n: number) => Promise<Result>) =>
  Array.from({ length: count }, (_, n) => act(n));
const remove = (member: Member, visit: Visit) =>
  member.call(visitRoutes.delete, { params: { id: visit.id } });
const edit = (member: Member, visit: Visit, changes: Parameters<typeof visitEdit>[1]) =>
  member.call(visitRoutes.update, { params: { id: visit.id }, body: visitEdit(visit, changes) });

/** Waits for all; returns the number of successes, and each refusal's "code: message". */
async function outcome(calls: Promise<unknown>[]) {
  const settled = await Promise.allSettled(calls);
  const refused = settled.flatMap((one) => (one.status === "rejected" ? [one.reason as Refusal] : []));
  return {
    done: settled.length - refused.length,
    refused: refused.map(({ code, message }) => `${code}: ${message}`),
  };
}

test("of 100 visits at once that sell one unit each of 10, exactly 10 succeed", async () => {
  const { id } = await aProduct(app, 10);
  const { done, refused } = await outcome(
    times(100, (n) => aVisit(by(n), doctor_id, { items: [anItem(id)] })),
  );
  expect(done).toBe(10);
  expect(refused).toEqual(Array(90).fill("insufficient_stock: Insufficient stock. Available: 0"));
  expect(await stockOf(app, id)).toBe(0);
  const { total } = await app.call(visitRoutes.ofDoctor, { params: { id: doctor_id } });
  expect(total).toBe(10);
  expect(await checkBooks(app.database)).toEqual([]);
});

test("the same with edits and deletions in between", async () => {
  const { id } = await aProduct(app, 40);
  const visits = await Promise.all(times(30, (n) => aVisit(by(n), doctor_id, { items: [anItem(id)] })));
  const calls = visits.flatMap((visit, n) => {
    const more = itemsOf(visit).map((item) => ({ ...item, quantity: 3 }));
    if (n % 3 === 0) return [remove(by(n), visit), edit(by(n + 1), visit, { items: more })];
    if (n % 3 === 1) return [edit(by(n), visit, { items: more }), edit(by(n + 1), visit, { items: [] })];
    return [edit(by(n), visit, { items: [] }), remove(by(n + 1), visit), remove(by(n + 2), visit)];
  });
  calls.push(...(times(60, (n) => aVisit(by(n), doctor_id, { items: [anItem(id)] })) as Promise<never>[]));
  const { refused } = await outcome(calls);
  for (const refusal of refused) {
    expect(refusal).toMatch(
      /^(insufficient_stock: Insufficient stock\. Available: \d+|gone: .*|changed_meanwhile: .*)$/,
    );
  }
  expect(await checkBooks(app.database)).toEqual([]);
  const { rows } = await app.database.pool.query(
    "select coalesce(sum(quantity), 0) as sold from sales where product_id = $1",
    [id],
  );
  expect((await stockOf(app, id)) + rows[0].sold).toBe(40);
});

test("products locked in opposite orders: no deadlock, nothing refused", async () => {
  const products = await Promise.all(times(4, () => aProduct(app, 1000)));
  const ids = products.map((product) => product.id);
  const lines = (n: number) => (n % 2 === 0 ? ids : ids.toReversed()).map((id) => anItem(id));
  const visits = await Promise.all(times(30, (n) => aVisit(by(n), doctor_id, { items: lines(n) })));
  const { refused } = await outcome([
    ...times(60, (n) => aVisit(by(n), doctor_id, { items: lines(n) })),
    ...visits.map((visit, n) =>
      n % 2 === 0 ? remove(by(n), visit) : edit(by(n), visit, { items: lines(n + 1) }),
    ),
    ...times(40, (n) =>
      by(n).call(stockRoutes.add, { params: { id: ids[n % 4] ?? "" }, body: { id: anId(), quantity: 1 } }),
    ),
  ]);
  expect(refused).toEqual([]);
  expect(await Promise.all(ids.map((id) => stockOf(app, id)))).toEqual(Array(4).fill(1000 + 10 - 75));
  expect(await checkBooks(app.database)).toEqual([]);
});

test("a doctor deleted while visits are recorded, edited, moved and deleted", async () => {
  const [a, b] = [await aProduct(app, 5000), await aProduct(app, 5000)];
  const items = (n: number) => (n % 2 === 0 ? [anItem(a.id), anItem(b.id)] : [anItem(b.id), anItem(a.id)]);
  for (let round = 0; round < 2; round++) {
    const going = await aDoctor(app, { name: "Dr. Going" });
    const staying = await aDoctor(app, { name: "Dr. Staying" });
    const visits = await Promise.all(
      times(24, (n) => aVisit(by(n), (n % 2 === 0 ? going : staying).id, { items: items(n) })),
    );
    const { refused } = await outcome([
      ...times(10, (n) => aVisit(by(n), going.id, { items: items(n) })),
      ...visits
        .slice(0, 16)
        .map((visit, n) =>
          edit(by(n), visit, { items: items(n + 1), doctor_id: (n % 3 === 0 ? staying : going).id }),
        ),
      by(round).call(doctorRoutes.delete, { params: { id: going.id } }),
      ...visits.slice(16).map((visit, n) => remove(by(n), visit)),
      ...times(10, (n) => aVisit(by(n), going.id, { items: items(n) })),
    ]);
    for (const refusal of refused) expect(refusal).toMatch(/^(doctor_missing|gone): /);
    const left = await app.db.selectFrom("visits").select("id").where("doctor_id", "=", going.id).execute();
    expect(left).toEqual([]);
    expect(await checkBooks(app.database)).toEqual([]);
  }
});

test("a product deleted while it is being sold", async () => {
  for (let round = 0; round < 5; round++) {
    const { id } = await aProduct(app, 5);
    const { done, refused } = await outcome([
      ...times(5, (n) => aVisit(by(n), doctor_id, { items: [anItem(id)] })),
      by(round)
        .send(`/api/products/${id}`, { method: "DELETE" })
        .then(({ status }) => expect([200, 409]).toContain(status)),
      ...times(5, (n) => aVisit(by(n), doctor_id, { items: [anItem(id)] })),
    ]);
    for (const refusal of refused) expect(refusal).toMatch(/^(product_missing|insufficient_stock): /);
    expect([1, 6]).toContain(done);
    expect(await checkBooks(app.database)).toEqual([]);
  }
});

test("ten visits, each sent ten times at once by two servers, are ten visits", async () => {
  const { id } = await aProduct(app, 100);
  const bodies = Array.from({ length: 10 }, () => visitBody(doctor_id, { items: [anItem(id, 2)] }));
  const answers = await Promise.all(
    times(100, (n) => by(n).call(visitRoutes.create, { body: bodies[n % 10] ?? visitBody(doctor_id) })),
  );
  expect(new Set(answers.map((visit) => JSON.stringify({ ...visit }))).size).toBe(10);
  expect(await stockOf(app, id)).toBe(80);
  expect((await app.call(visitRoutes.ofDoctor, { params: { id: doctor_id } })).total).toBe(10);
  expect(await checkBooks(app.database)).toEqual([]);
});

test("lines with one id in two visits, in opposite orders: one visit wins", async () => {
  const { id } = await aProduct(app, 100);
  for (let round = 0; round < 5; round++) {
    const lines = [anItem(id), anItem(id), anItem(id)];
    const { done, refused } = await outcome([
      aVisit(by(0), doctor_id, { items: lines }),
      aVisit(by(1), doctor_id, { items: lines.toReversed() }),
    ]);
    expect([done, refused.length]).toEqual([1, 1]);
    expect(refused[0]).toMatch(/^id_taken: /);
  }
  expect(await checkBooks(app.database)).toEqual([]);
});

test("the lock order held: PostgreSQL had no deadlock to resolve", async () => {
  // Statistics appear when a session ends, or with a delay of about a second.
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(await countDeadlocks(app.database)).toBe(0);
});
