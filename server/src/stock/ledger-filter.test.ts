import { addDays, type Day } from "@rounds/domain/calendar/calendar.ts";
import { createRandom } from "@rounds/domain/random/random.ts";
import { stockRoutes } from "@rounds/domain/stock/routes.ts";
import type { LedgerQuery, LedgerRow } from "@rounds/domain/stock/stock.ts";
import { transactionTypes } from "@rounds/domain/stock/stock.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import { aDoctor, anId, anItem, aProduct, aVisit, visitEdit } from "@rounds/testkit/builders.ts";
import type { Member } from "@rounds/testkit/caller.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startApp, type TestApp } from "../testing/app.ts";

// A ledger with every kind of row, and the same ledger filtered here.

const random = createRandom(11);
const first: Day = "2025-05-01";

let app: TestApp;
let bina: Member;
let product_id: string;
let whole: LedgerRow[];
beforeAll(async () => {
  app = await startApp();
  bina = await app.signUp("bina@rounds.example");
  const doctor = await aDoctor(app);
  product_id = (await aProduct(app, 500)).id;
  await aProduct(app, 500);
  const rows = Array.from(
    { length: 3 },
    (_, n) => `(gen_random_uuid(), $1, 'opening', ${n + 1}, '2025-05-0${n + 1}')`,
  );
  await app.database.pool.query(
    `insert into stock_transactions (id, product_id, transaction_type, quantity, transaction_date) values ${rows}`,
    [product_id],
  );
  for (let n = 0; n < 40; n++) {
    const visit = await aVisit(n % 3 === 0 ? bina : app, doctor.id, {
      visit_date: addDays(first, random.integer(0, 45)),
      items: [anItem(product_id, random.integer(1, 9))],
    });
    if (n % 4 === 0) await app.call(visitRoutes.delete, { params: { id: visit.id } });
    if (n % 4 === 1) {
      const body = visitEdit(visit, { visit_date: addDays(first, random.integer(0, 45)) });
      await app.call(visitRoutes.update, { params: { id: visit.id }, body });
    }
    if (n % 5 === 2) {
      const { available } = await app.call(stockRoutes.availability, { params: { id: product_id } });
      const body = { id: anId(), quantity: available + random.pick([-3, 4]), current_stock: available };
      await app.call(stockRoutes.correct, { params: { id: product_id }, body });
    }
  }
  const { rows: plain } = await app.database.pool.query(
    `select id, sum(quantity) over (order by transaction_date, sequence) as balance
     from stock_transactions where product_id = $1 order by transaction_date desc, sequence desc`,
    [product_id],
  );
  whole = await allPages({});
  expect(whole.map(({ id, balance }) => ({ id, balance }))).toEqual(plain);
  expect(whole.length).toBeGreaterThan(60);
});
afterAll(() => app.close());

const read = (query: LedgerQuery) => app.call(stockRoutes.ledger, { params: { id: product_id }, query });

async function allPages(query: LedgerQuery): Promise<LedgerRow[]> {
  const { rows, total } = await read(query);
  for (let page = 2; page <= Math.ceil(total / 10); page++)
    rows.push(...(await read({ ...query, page })).rows);
  expect(rows.length).toBe(total);
  return rows;
}

const isReversal = (row: LedgerRow) => row.reference_type?.endsWith("_reversal") ?? false;
const kinds: Record<(typeof transactionTypes)[number] | "", (row: LedgerRow) => boolean> = {
  "": () => true,
  opening: (row) => row.transaction_type === "opening",
  purchase: (row) => row.transaction_type === "purchase",
  sale: (row) => row.transaction_type === "sale" || isReversal(row),
  adjustment: (row) => row.transaction_type === "adjustment" && !isReversal(row),
};

test.each(["", ...transactionTypes] as const)("rows of kind %j, on all days and on some", async (kind) => {
  const ofKind = whole.filter(kinds[kind]);
  expect(ofKind.length).toBeGreaterThan(0);
  expect(await allPages({ kind })).toEqual(ofKind);
  for (let n = 0; n < 12; n++) {
    const start_date = addDays(first, random.integer(-2, 46));
    const end_date = addDays(start_date, random.integer(0, 20));
    const expected = ofKind.filter(
      ({ transaction_date }) => transaction_date >= start_date && transaction_date <= end_date,
    );
    expect(await allPages({ kind, start_date, end_date })).toEqual(expected);
  }
});

test("rows that one person made, oneself or nobody, of all kinds and of one, with the whole ledger's balance", async () => {
  const people = { me: app.id, nobody: null, [app.id]: app.id, [bina.id.toUpperCase()]: bina.id };
  for (const [representative, person] of Object.entries(people)) {
    for (const kind of ["", "sale"] as const) {
      const expected = whole.filter((row) => row.created_by === person && kinds[kind](row));
      if (person || kind === "") expect(expected.length).toBeGreaterThan(0);
      expect(await allPages({ representative, kind })).toEqual(expected);
    }
  }
  const query = { representative: "me" };
  const { rows } = await bina.call(stockRoutes.ledger, { params: { id: product_id }, query });
  expect(new Set(rows.map(({ made_by }) => made_by))).toEqual(new Set(["bina@rounds.example"]));
  const path = stockRoutes.exportLedger.path.replace(":id", product_id);
  const { text: file } = await bina.send(`${path}?representative=me&format=csv`);
  const made = whole.filter((row) => row.created_by === bina.id);
  expect(file.split("\r\n").slice(1, -1)).toHaveLength(made.length);
  expect(file).not.toContain("asha@example.com");
  const below = { representative: "nobody", kind: "sold_before_received" } as const;
  expect(await allPages(below)).toEqual(
    (await allPages({ kind: "sold_before_received" })).filter((row) => row.created_by === null),
  );
});

test("every row has one kind", () => {
  const sorted = transactionTypes.flatMap((kind) => whole.filter(kinds[kind]));
  expect(sorted.length).toBe(whole.length);
});

test("a range applies only if both days are set, and one that ends before it begins is empty", async () => {
  expect((await read({ start_date: "2025-05-20" })).total).toBe(whole.length);
  expect((await read({ end_date: "2025-05-20" })).total).toBe(whole.length);
  const none = await read({ start_date: "2025-05-20", end_date: "2025-05-19", page: 3 });
  expect(none).toEqual({ rows: [], total: 0, page: 1, page_size: 10 });
});

test("of an unknown product there is none, filtered or not", async () => {
  const asked = app.call(stockRoutes.ledger, { params: { id: anId() }, query: { kind: "sale" } });
  await expect(asked).rejects.toMatchObject({ status: 404 });
});
