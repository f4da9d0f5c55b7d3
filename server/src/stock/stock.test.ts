import { stockRoutes } from "@rounds/domain/stock/routes.ts";
import type { StockCorrection } from "@rounds/domain/stock/stock.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import {
  aDoctor,
  anId,
  anItem,
  aProduct,
  aVisit,
  itemsOf,
  stockOf,
  visitEdit,
} from "@rounds/testkit/builders.ts";
import type { Member } from "@rounds/testkit/caller.ts";
import { afterAll, describe, expect, test } from "vitest";
import { startApp } from "../testing/app.ts";

const app = await startApp();
const ravi = await app.signUp("ravi@example.com");
afterAll(() => app.close());

const add = (id: string, body: { id?: string; quantity: number; notes?: string }) =>
  app.call(stockRoutes.add, { params: { id }, body: { id: anId(), ...body } });
const correct = (id: string, body: Partial<StockCorrection>, by: Member = app.member) =>
  by.call(stockRoutes.correct, {
    params: { id },
    body: { id: anId(), quantity: 0, current_stock: 0, ...body },
  });
const ledger = (id: string, page = 1) => app.call(stockRoutes.ledger, { params: { id }, query: { page } });

describe("Add Stock", () => {
  test("records a purchase, dated today, with its default note", async () => {
    const product = await aProduct(app);
    const id = anId();
    expect(await add(product.id, { id, quantity: 12 })).toEqual({
      product: { ...product, current_stock: 12 },
      transaction: {
        id,
        product_id: product.id,
        transaction_type: "purchase",
        quantity: 12,
        transaction_date: "2025-06-15",
        reference_type: "manual_adjustment",
        reference_id: null,
        notes: "Manual stock addition",
        created_at: expect.any(String),
        created_by: app.id,
      },
    });
    expect(await stockOf(app, product.id)).toBe(12);
  });

  test("keeps the notes given", async () => {
    const { id } = await aProduct(app);
    const { transaction } = await add(id, { quantity: 1, notes: " From Pune " });
    expect(transaction?.notes).toBe("From Pune");
  });

  test("again gives the first answer and adds nothing", async () => {
    const { id } = await aProduct(app);
    const body = { id: anId(), quantity: 5 };
    const first = await add(id, body);
    expect(await add(id, body)).toEqual(first);
    const all = await Promise.all(Array.from({ length: 20 }, () => add(id, body)));
    expect(new Set(all.map((answer) => answer.transaction?.id)).size).toBe(1);
    expect(await stockOf(app, id)).toBe(5);
  });

  test("twenty times at once under one id adds once", async () => {
    const { id } = await aProduct(app);
    const body = { id: anId(), quantity: 5 };
    await Promise.all(Array.from({ length: 20 }, () => add(id, body)));
    expect(await stockOf(app, id)).toBe(5);
    expect((await ledger(id)).total).toBe(1);
  });

  test("with a used id and other content is refused, also for another product and at once", async () => {
    const [a, b] = [await aProduct(app), await aProduct(app)];
    const id = anId();
    await add(a.id, { id, quantity: 5 });
    await expect(add(a.id, { id, quantity: 6 })).rejects.toMatchObject({ status: 409, code: "id_taken" });
    await expect(add(b.id, { id, quantity: 5 })).rejects.toMatchObject({ status: 409, code: "id_taken" });
    for (let round = 0; round < 10; round++) {
      const body = { id: anId(), quantity: 1 };
      const answers = await Promise.allSettled([add(a.id, body), add(b.id, body)]);
      const refused = answers.filter((answer) => answer.status === "rejected");
      expect(refused).toMatchObject([{ reason: { status: 409, code: "id_taken" } }]);
    }
    expect((await stockOf(app, a.id)) + (await stockOf(app, b.id))).toBe(15);
  });

  test("of a product that does not exist is refused", async () => {
    await expect(add(anId(), { quantity: 1 })).rejects.toMatchObject({ status: 404, code: "not_found" });
  });

  test("more than a product can hold is refused and adds nothing", async () => {
    const { id } = await aProduct(app);
    await app.database.pool.query(
      `insert into stock_transactions (id, product_id, transaction_type, quantity, transaction_date)
       values (gen_random_uuid(), $1, 'opening', 2147483647, '2025-01-01')`,
      [id],
    );
    const refusedBeyond = (most: number) => ({
      ...{ status: 400, code: "validation_failed" },
      fields: { quantity: `Please enter at most ${most}` },
    });
    await expect(add(id, { quantity: 1 })).rejects.toMatchObject(refusedBeyond(0));
    expect(await stockOf(app, id)).toBe(2_147_483_647);
    await correct(id, { quantity: 2_147_483_640, current_stock: 2_147_483_647 });
    await expect(add(id, { quantity: 8 })).rejects.toMatchObject(refusedBeyond(7));
    await add(id, { quantity: 7 });
    expect(await stockOf(app, id)).toBe(2_147_483_647);
  });

  test("units of a visit come back only where they find room, and that is said", async () => {
    const { id } = await aProduct(app, 10, { name: "Azilide 500" });
    const doctor = await aDoctor(app);
    const visit = await aVisit(app, doctor.id, { items: [anItem(id, 4)] });
    await correct(id, { quantity: 2_147_483_645, current_stock: 6 });
    const full = {
      ...{ status: 400, code: "validation_failed" },
      message:
        "The stock of Azilide 500 can't be more than 2147483647, and units of it would come back. Please correct its stock first.",
    };
    const editTo = (quantity: number) => {
      const items = itemsOf(visit).map((item) => ({ ...item, quantity }));
      return app.call(visitRoutes.update, { params: { id: visit.id }, body: visitEdit(visit, { items }) });
    };
    await expect(app.call(visitRoutes.delete, { params: { id: visit.id } })).rejects.toMatchObject(full);
    await expect(editTo(1)).rejects.toMatchObject(full);
    // What goes out again counts too.
    await editTo(2);
    expect(await stockOf(app, id)).toBe(2_147_483_647);
  });
});

describe("Edit Stock", () => {
  test.each([
    [10, 15, "adjustment", 5, "Stock adjusted from 10 to 15 (+5)"],
    [15, 10, "adjustment", -5, "Stock adjusted from 15 to 10 (-5)"],
    [10, 0, "adjustment", -10, "Stock adjusted from 10 to 0 (-10)"],
  ])("from %i to %i records the difference", async (from, to, transaction_type, quantity, notes) => {
    const product = await aProduct(app, from);
    const answer = await correct(product.id, { quantity: to, current_stock: from }, ravi);
    expect(answer.product).toEqual({ ...product, current_stock: to });
    expect(answer.transaction).toMatchObject({
      transaction_type,
      quantity,
      notes,
      transaction_date: "2025-06-15",
      reference_type: "manual_adjustment",
      reference_id: null,
      created_by: ravi.id,
    });
  });

  test("keeps the notes given", async () => {
    const { id } = await aProduct(app, 3);
    const { transaction } = await correct(id, { quantity: 2, current_stock: 3, notes: "One broke" });
    expect(transaction?.notes).toBe("One broke");
  });

  test("records nothing when there is no difference, whatever stock the person saw", async () => {
    const { id } = await aProduct(app, 10);
    const { product, transaction } = await correct(id, { quantity: 10, current_stock: 10 });
    expect([product.current_stock, transaction]).toEqual([10, null]);
    expect((await correct(id, { quantity: 10, current_stock: 4 })).transaction).toBeNull();
    expect((await ledger(id)).total).toBe(1);
  });

  test("again answers as the first time and changes nothing", async () => {
    const { id } = await aProduct(app, 10);
    const body = { id: anId(), quantity: 4, current_stock: 10 };
    const first = await correct(id, body);
    expect(await correct(id, body)).toEqual(first);
    await add(id, { quantity: 1 });
    expect((await correct(id, body)).transaction).toEqual(first.transaction);
    expect(await stockOf(app, id)).toBe(5);
    await expect(correct(id, { ...body, quantity: 3 })).rejects.toMatchObject({ code: "id_taken" });
  });

  test("reports that the stock moved in the meantime, shows the product, and records nothing", async () => {
    const product = await aProduct(app, 10);
    await add(product.id, { quantity: 2 });
    await expect(correct(product.id, { quantity: 5, current_stock: 10 })).rejects.toMatchObject({
      status: 409,
      code: "changed_meanwhile",
      details: { current: { id: product.id, current_stock: 12 } },
    });
    expect(await stockOf(app, product.id)).toBe(12);
  });

  test("names who moved the stock and when, not who last edited the product", async () => {
    const product = await aProduct(app, 10);
    const { transaction } = await correct(product.id, { quantity: 8, current_stock: 10 }, ravi);
    await expect(correct(product.id, { quantity: 5, current_stock: 10 })).rejects.toMatchObject({
      details: { changed_by: "ravi@example.com", changed_at: transaction?.created_at },
    });
  });

  test("from a stock that a product without movements never had is refused too", async () => {
    const product = await aProduct(app);
    await expect(correct(product.id, { quantity: 5, current_stock: 10 })).rejects.toMatchObject({
      code: "changed_meanwhile",
      details: { current: product, changed_by: "asha@example.com" },
    });
  });

  test("by ten at once saves one", async () => {
    const { id } = await aProduct(app, 10);
    const answers = await Promise.allSettled(
      Array.from({ length: 10 }, (_, n) => correct(id, { quantity: 20 + n, current_stock: 10 })),
    );
    expect(answers.filter((answer) => answer.status === "fulfilled")).toHaveLength(1);
    expect((await ledger(id)).total).toBe(2);
  });

  test("of a product that does not exist is refused", async () => {
    await expect(correct(anId(), {})).rejects.toMatchObject({ status: 404, code: "not_found" });
  });
});

describe("the ledger of a product", () => {
  test("is newest first, pages by 10, and has the stock after each row", async () => {
    const { id } = await aProduct(app, 100);
    for (let n = 1; n <= 23; n++) await add(id, { quantity: n });
    const rows = [];
    for (const page of [1, 2, 3]) {
      const answer = await ledger(id, page);
      expect(answer).toMatchObject({ total: 24, page, page_size: 10 });
      rows.push(...answer.rows);
    }
    expect(rows.map((row) => row.quantity)).toEqual([...Array.from({ length: 23 }, (_, n) => 23 - n), 100]);
    let balance = 0;
    for (const row of rows.toReversed()) {
      balance += row.quantity;
      expect(row.balance).toBe(balance);
      expect(row.made_by).toBe("asha@example.com");
    }
    expect((await ledger(id, 9)).page).toBe(3);
  });

  test("puts a backdated sale at its day", async () => {
    const product = await aProduct(app, 10);
    const doctor = await aDoctor(app);
    const visit = await aVisit(app, doctor.id, { visit_date: "2025-06-01", items: [anItem(product.id, 4)] });
    const { rows } = await ledger(product.id);
    expect(
      rows.map(({ transaction_date, quantity, balance, reference_id }) => [
        transaction_date,
        quantity,
        balance,
        reference_id,
      ]),
    ).toEqual([
      ["2025-06-15", 10, 6, null],
      ["2025-06-01", -4, -4, visit.id],
    ]);
  });

  test("outlives the visit, and of an unknown product there is none", async () => {
    const product = await aProduct(app, 10);
    const doctor = await aDoctor(app);
    const visit = await aVisit(app, doctor.id, { items: [anItem(product.id, 4)] });
    await app.call(visitRoutes.delete, { params: { id: visit.id } });
    expect((await ledger(product.id)).total).toBe(3);
    await expect(ledger(anId())).rejects.toMatchObject({ status: 404 });
    await expect(stockOf(app, anId())).rejects.toMatchObject({ status: 404 });
  });

  test("of a product without movements is empty", async () => {
    const { id } = await aProduct(app);
    expect(await ledger(id)).toEqual({ rows: [], total: 0, page: 1, page_size: 10 });
  });
});
