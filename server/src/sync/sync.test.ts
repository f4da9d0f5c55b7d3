import { brotliCompressSync } from "node:zlib";
import { defaultNorms } from "@rounds/domain/coverage/norms.ts";
import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { unpacked } from "@rounds/domain/sync/columns.ts";
import { digestOf } from "@rounds/domain/sync/digest.ts";
import { maxSyncedById, type SyncNoun, syncNouns } from "@rounds/domain/sync/nouns.ts";
import { syncRoutes } from "@rounds/domain/sync/routes.ts";
import type { SyncAnswer, SyncQuery } from "@rounds/domain/sync/sync.ts";
import { todayRoutes } from "@rounds/domain/today/routes.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import { aDoctor, anId, anItem, aProduct, aVisit, visitEdit } from "@rounds/testkit/builders.ts";
import type { Member } from "@rounds/testkit/caller.ts";
import { afterAll, describe, expect, test } from "vitest";
import { startApp } from "../testing/app.ts";

const app = await startApp();
const ravi = await app.signUp("ravi@rounds.example");
afterAll(() => app.close());

/** What a phone of somebody gets. */
async function pull(who: Pick<Member, "call">, query: SyncQuery = {}): Promise<SyncAnswer> {
  return unpacked(await who.call(syncRoutes.pull, { query }));
}

/**
 * A cursor after which nothing is sent again. Transactions of other tests, in databases of their own on the same server,
 * hold the horizon back.
 */
async function settledCursor(): Promise<string> {
  let { cursor } = await pull(app);
  for (;;) {
    const answer = await pull(app, { cursor });
    if (idsIn(answer).length === 0) return answer.cursor;
    ({ cursor } = answer);
  }
}

const idsIn = (answer: SyncAnswer) => syncNouns.flatMap((noun) => answer[noun].rows.map(({ id }) => id));

test("a first sync has everything", async () => {
  const doctor = await aDoctor(app, { norm: 3 });
  const product = await aProduct(app, 20);
  const visit = await aVisit(app, doctor.id, { items: [anItem(product.id, 3, "10.50"), anItem(product.id)] });
  const answer = await pull(app);
  expect(answer).toMatchObject({
    reset: true,
    today: "2025-06-15",
    server_time: "2025-06-15T10:00:00.000Z",
    scope: { doctors: "all", visits_since: "2025-03-17", is_cut: false },
    deleted: [],
  });
  expect(answer.doctors).toEqual({ rows: [doctor], count: 1, digest: null, more: null });
  expect(answer.products.rows).toEqual([{ ...product, current_stock: 16, has_sales: true }]);
  const { doctor: _, total_sales: __, recorded_by: ___, ...synced } = visit;
  const sales = visit.sales.map(({ id, product_id, quantity, unit_price }) => ({
    ...{ id, product_id, quantity, unit_price },
  }));
  expect(answer.visits.rows).toEqual([{ ...synced, sales, sale_days: null }]);
  expect(answer.day_basis).toEqual({ norms: defaultNorms, holidays: [], leave: [], skips: [] });
});

test("what a day depends on is sent with each sync: holidays, one's own leave, and whom one skips", async () => {
  const doctor = await aDoctor(app);
  const skip = { day: "2025-06-15", reason: "on_leave", note: null } as const;
  await app.call(todayRoutes.skip, { params: doctor, body: { ...skip, note: "" } });
  await app.database.pool.query(
    `insert into holidays (day, name) values ('2025-08-31', 'Last'), ('2025-09-01', 'Too far'), ('2025-04-30', 'Too long ago')`,
  );
  await app.database.pool.query(
    "insert into leave_days (user_id, day) values ($1, '2025-06-20'), ($2, '2025-06-21')",
    [app.id, ravi.id],
  );
  const { day_basis } = await pull(app, { cursor: await settledCursor() });
  expect(day_basis).toMatchObject({
    holidays: [{ day: "2025-08-31", name: "Last" }],
    leave: ["2025-06-20"],
    skips: [{ doctor_id: doctor.id, ...skip }],
  });
  expect((await pull(ravi)).day_basis).toMatchObject({ leave: ["2025-06-21"], skips: [] });
});

describe("the next sync", () => {
  test("has nothing if nothing changed", async () => {
    const cursor = await settledCursor();
    const answer = await pull(app, { cursor });
    expect(idsIn(answer)).toEqual([]);
    expect([answer.reset, answer.deleted]).toEqual([false, []]);
    const { text } = await app.send(`/api/sync?cursor=${cursor}`);
    expect(brotliCompressSync(text).length).toBeLessThan(1024);
  });

  test("has what was made and edited, and products whose stock moved", async () => {
    const doctor = await aDoctor(app);
    const product = await aProduct(app, 20);
    const visit = await aVisit(app, doctor.id, { items: [anItem(product.id, 1)] });
    const cursor = await settledCursor();
    const edit = visitEdit(visit, { items: [anItem(product.id, 5, "8.00")] });
    await app.call(visitRoutes.update, { params: { id: visit.id }, body: edit });
    const answer = await pull(app, { cursor });
    expect(idsIn(answer)).toEqual([product.id, visit.id]);
    expect(answer.products.rows[0]).toMatchObject({ current_stock: 15, has_sales: true });
    expect(answer.visits.rows[0]).toMatchObject({ version: 2, sales: [{ quantity: 5, unit_price: "8.00" }] });
    const next = await settledCursor();
    const made = await aDoctor(app);
    expect((await pull(app, { cursor: next })).doctors.rows).toEqual([made]);
  });

  test("has rows that were changed by hand", async () => {
    const [doctor, product] = [await aDoctor(app), await aProduct(app)];
    const cursor = await settledCursor();
    await app.database.pool.query("update doctors set hospital = 'City' where id = $1", [doctor.id]);
    await app.database.pool.query("update products set price = 5 where id = $1", [product.id]);
    expect(idsIn(await pull(app, { cursor }))).toEqual([doctor.id, product.id]);
  });
});

describe("everything is read again", () => {
  test.each([
    ["without a cursor", () => ""],
    ["of another epoch", (cursor: string) => cursor.replace(/\.[0-9a-f-]{36}\./, `.${anId()}.`)],
    ["of another shape", (cursor: string) => cursor.replace(/^\d+/, "999")],
    ["of the future", (cursor: string) => cursor.replace(/\d+$/, "9999999999")],
    ["beyond all numbers", (cursor: string) => cursor.replace(/\d+$/, "9".repeat(19))],
    ["that is cut off", (cursor: string) => cursor.slice(0, 30)],
    ["with a letter", (cursor: string) => `${cursor}x`],
    ["with more", (cursor: string) => `${cursor}.1`],
  ])("after a cursor %s", async (_, damaged) => {
    await aDoctor(app);
    const first = await pull(app);
    const answer = await pull(app, { cursor: damaged(first.cursor) });
    expect(answer.reset).toBe(true);
    expect(idsIn(answer)).toEqual(idsIn(first));
  });

  test("but a cursor that is too long is refused", async () => {
    const refused = pull(app, { cursor: "1".repeat(101) });
    await expect(refused).rejects.toMatchObject({ status: 400, code: "validation_failed" });
  });
});

describe("the self-check", () => {
  test("has the digest that the phone computes", async () => {
    const doctor = await aDoctor(app);
    const { id, created_at: _, updated_at: __, created_by: ___, updated_by: ____, ...edit } = doctor;
    await app.call(doctorRoutes.update, { params: { id }, body: edit });
    const answer = await pull(app, { digest: "1" });
    for (const noun of syncNouns) {
      const { rows, count, digest } = answer[noun];
      expect(count).toBe(rows.length);
      expect(digest).toBe(digestOf(rows));
      const listed = await app.call(syncRoutes.ids, { query: { noun } });
      expect(listed.rows).toEqual(rows.map((row) => [row.id, row.version]));
    }
  });

  test("of large versions stays below its limit", async () => {
    const rows = [anId(), anId(), anId()].map((id) => ({ id: `ffffffff-ffff-7fff-bfff-${id.slice(-12)}` }));
    const values = rows.map(({ id }) => ({ id, version: 2_147_483_647 }));
    for (const { id, version } of values)
      await app.database.pool.query(
        "insert into doctors (id, name, version, creation_digest) values ($1, 'Large', $2, '')",
        [id, version],
      );
    const answer = await pull(app, { digest: "1" });
    expect(answer.doctors.digest).toBe(digestOf(answer.doctors.rows));
    expect(BigInt(answer.doctors.digest ?? "")).toBeLessThan(1n << 60n);
  });

  test("gives the rows that are missing", async () => {
    const [doctor, product] = [await aDoctor(app), await aProduct(app, 5)];
    const visit = await aVisit(app, doctor.id, { items: [anItem(product.id)] });
    const read = (noun: SyncNoun, ids: string[]) =>
      app.call(syncRoutes.rows, { query: { noun, ids: ids.join(",") } });
    const none = { doctors: [], products: [], visits: [] };
    expect(await read("doctors", [doctor.id, anId()])).toEqual({ ...none, doctors: [doctor] });
    expect((await read("products", [product.id])).products).toMatchObject([{ current_stock: 4 }]);
    expect((await read("visits", [visit.id])).visits).toMatchObject([{ id: visit.id, sales: [{}] }]);
    const many = Array.from({ length: maxSyncedById + 1 }, anId);
    await expect(read("visits", many)).rejects.toMatchObject({ status: 400 });
    await expect(read("visits", ["x"])).rejects.toMatchObject({ status: 400 });
  });
});

test("many rows come in pages, and no more than a phone keeps", async () => {
  await aDoctor(app);
  await app.database.pool.query(
    `insert into products (id, name, price, creation_digest)
     select gen_random_uuid(), 'Product ' || n, n, '' from generate_series(1, 3001) as n`,
  );
  const first = await pull(app);
  expect([first.reset, first.scope.is_cut, first.products.count]).toEqual([true, true, 3000]);
  expect(first.products.rows).toHaveLength(2000);
  expect(first.products.more).toBe(first.products.rows.at(-1)?.id);
  expect([first.doctors.rows.length > 0, first.doctors.more]).toEqual([true, null]);
  // Only the noun that was not complete goes on, and nothing begins anew.
  const second = await pull(app, { after_products: first.products.more ?? "" });
  expect([first.day_basis?.norms, second.day_basis]).toEqual([defaultNorms, undefined]);
  expect([second.reset, second.doctors.rows, second.visits.rows]).toEqual([false, [], []]);
  expect([second.products.rows.length, second.products.more]).toEqual([1000, null]);
  const ids = [...first.products.rows, ...second.products.rows].map(({ id }) => id);
  expect(ids).toEqual(ids.toSorted());
  expect(new Set(ids).size).toBe(3000);
});
