import { randomUUID } from "node:crypto";
import { createTestDatabase } from "@rounds/testkit/database.ts";
import { afterAll, describe, expect, test } from "vitest";

// What must hold whichever program writes: everything here goes directly to the database, without the server.

const database = await createTestDatabase();
afterAll(() => database.close());

type Row = Record<string, unknown>;

async function run(query: string, values: unknown[] = []): Promise<Row[]> {
  return (await database.pool.query(query, values)).rows;
}

/** Inserts a row with changed defaults, and returns it as stored. */
async function insert(table: string, defaults: Row, changes: Row): Promise<Row> {
  const row = { ...defaults, ...changes };
  const names = Object.keys(row);
  const places = names.map((_, index) => `$${index + 1}`);
  const query = `insert into ${table} (${names.join(", ")}) values (${places.join(", ")}) returning *`;
  const [stored] = await run(query, Object.values(row));
  return stored ?? {};
}

const doctor = (changes: Row = {}) =>
  insert("doctors", { id: randomUUID(), name: "Dr. Rao", creation_digest: "" }, changes);
const product = (changes: Row = {}) =>
  insert("products", { id: randomUUID(), name: "Amoxicillin", price: "10.00", creation_digest: "" }, changes);
const visit = async (changes: Row = {}) => {
  const doctor_id = changes.doctor_id ?? (await doctor()).id;
  const defaults = { id: randomUUID(), doctor_id, visit_date: "2025-06-10", status: "completed" };
  return insert("visits", { ...defaults, creation_digest: "" }, changes);
};
const sale = async (changes: Row = {}) => {
  const visit_id = changes.visit_id ?? (await visit()).id;
  const product_id = changes.product_id ?? (await product()).id;
  const [known] = await run("select doctor_id from visits where id = $1", [visit_id]);
  const doctor_id = known?.doctor_id ?? randomUUID();
  const defaults = { id: randomUUID(), visit_id, doctor_id, product_id, position: 0, quantity: 1 };
  return insert("sales", { ...defaults, unit_price: "10.00", transaction_date: "2025-06-10" }, changes);
};
const movement = (product_id: unknown, changes: Row = {}) => {
  const defaults = { id: randomUUID(), product_id, transaction_type: "purchase", quantity: 10 };
  return insert("stock_transactions", { ...defaults, transaction_date: "2025-06-10" }, changes);
};
const stockOf = async (id: unknown) =>
  (await run("select current_stock from products where id = $1", [id]))[0]?.current_stock;

const check = { code: "23514" };
const integrity = { code: "23000" };

describe("the ledger", () => {
  test("moves current_stock by every row, in one statement or several", async () => {
    const [a, b] = [await product(), await product()];
    await movement(a.id, { quantity: 30 });
    await movement(a.id, { transaction_type: "sale", quantity: -5 });
    await movement(a.id, { transaction_type: "adjustment", quantity: -3 });
    await run(
      `insert into stock_transactions (id, product_id, transaction_type, quantity, transaction_date)
       values (gen_random_uuid(), $1, 'purchase', 7, '2025-06-11'), (gen_random_uuid(), $2, 'opening', 4, '2025-06-11'),
         (gen_random_uuid(), $1, 'sale', -1, '2025-06-11')`,
      [a.id, b.id],
    );
    expect([await stockOf(a.id), await stockOf(b.id)]).toEqual([28, 4]);
  });

  test.each([
    ["an update", "update stock_transactions set notes = 'changed' where product_id = $1"],
    [
      "an update that changes nothing",
      "update stock_transactions set quantity = quantity where product_id = $1",
    ],
    ["a deletion", "delete from stock_transactions where product_id = $1"],
  ])("refuses %s", async (_, query) => {
    const { id } = await product();
    await movement(id);
    await expect(run(query, [id])).rejects.toMatchObject(integrity);
    expect(await stockOf(id)).toBe(10);
  });

  test("can't be emptied, not even by way of its product", async () => {
    const { id } = await product();
    await movement(id);
    await expect(run("truncate stock_transactions")).rejects.toMatchObject(integrity);
    await expect(run("truncate products cascade")).rejects.toMatchObject(integrity);
    expect(await stockOf(id)).toBe(10);
  });

  test("refuses a deletion hidden behind an upsert", async () => {
    const { id } = await product();
    const row = await movement(id);
    const upsert = `insert into stock_transactions (id, product_id, transaction_type, quantity, transaction_date)
      values ($1, $2, 'purchase', 5, '2025-06-10') on conflict (id) do update set quantity = 5`;
    await expect(run(upsert, [row.id, id])).rejects.toMatchObject(integrity);
    expect(await stockOf(id)).toBe(10);
  });

  test("is deleted with its product", async () => {
    const { id } = await product();
    await movement(id);
    await movement(id, { transaction_type: "sale", quantity: -4 });
    await run("delete from products where id = $1", [id]);
    expect(await run("select from stock_transactions where product_id = $1", [id])).toEqual([]);
  });

  test("can't take more than the stock", async () => {
    const { id } = await product();
    await movement(id, { quantity: 3 });
    const tooMany = movement(id, { transaction_type: "sale", quantity: -4 });
    await expect(tooMany).rejects.toMatchObject({ ...check, constraint: "products_stock_not_negative" });
    expect(await stockOf(id)).toBe(3);
    expect(await run("select from stock_transactions where product_id = $1", [id])).toHaveLength(1);
  });

  test("can't have a date in the future", async () => {
    const { id } = await product();
    const [days] = await run("select (now() + interval '3 days')::date as later, now()::date as now");
    await expect(movement(id, { transaction_date: days?.later })).rejects.toMatchObject(check);
    await movement(id, { transaction_date: days?.now });
    expect(await stockOf(id)).toBe(10);
  });

  test.each([
    ["a purchase of nothing", { quantity: 0 }],
    ["a purchase that takes", { quantity: -1 }],
    ["a sale that brings", { transaction_type: "sale", quantity: 1 }],
    ["an adjustment by nothing", { transaction_type: "adjustment", quantity: 0 }],
    ["an opening of nothing", { transaction_type: "opening", quantity: 0 }],
    ["an unknown type", { transaction_type: "gift" }],
    ["an unknown reference", { reference_type: "letter" }],
    ["blank notes", { notes: " \n " }],
    ["notes too long", { notes: "n".repeat(1001) }],
    [
      "a reversal that takes",
      {
        transaction_type: "adjustment",
        reference_type: "visit_edit_reversal",
        reference_id: randomUUID(),
        quantity: -1,
      },
    ],
    [
      "a reversal of nothing known",
      { transaction_type: "adjustment", reference_type: "visit_delete_reversal" },
    ],
    ["a reversal that is a purchase", { reference_type: "visit_edit_reversal", reference_id: randomUUID() }],
  ])("refuses %s", async (_, changes) => {
    const { id } = await product();
    await movement(id);
    await expect(movement(id, changes)).rejects.toMatchObject(check);
    expect(await stockOf(id)).toBe(10);
  });

  test("refuses a product that does not exist", async () => {
    await expect(movement(randomUUID())).rejects.toMatchObject({ code: "23503" });
  });
});

describe("current_stock", () => {
  test("can't be set by hand", async () => {
    const { id } = await product();
    await movement(id);
    const set = (value: string) => run(`update products set current_stock = ${value} where id = $1`, [id]);
    await expect(set("11")).rejects.toMatchObject(integrity);
    await expect(set("0")).rejects.toMatchObject(integrity);
    await expect(set("-1")).rejects.toBeDefined();
    await expect(product({ current_stock: 5 })).rejects.toMatchObject(integrity);
    expect(await stockOf(id)).toBe(10);
  });

  test("stays when other fields change", async () => {
    const { id } = await product();
    await movement(id);
    await run("update products set name = 'Other', price = 5 where id = $1", [id]);
    expect(await stockOf(id)).toBe(10);
  });

  test("is the sum of the ledger when several write at once", async () => {
    const { id } = await product();
    await Promise.all(Array.from({ length: 40 }, (_, n) => movement(id, { quantity: n + 1 })));
    expect(await stockOf(id)).toBe(820);
  });

  test("can't exceed the range of an integer", async () => {
    const { id } = await product();
    await movement(id, { quantity: 2_147_483_647 });
    await expect(movement(id, { quantity: 1 })).rejects.toMatchObject({ code: "22003" });
    expect(await stockOf(id)).toBe(2_147_483_647);
  });
});

describe("doctors", () => {
  test.each([
    ["a blank name", { name: " \t\n" }],
    ["a name of no-break spaces", { name: "\u00a0\u3000" }],
    ["an empty name", { name: "" }],
    ["a long name", { name: "n".repeat(201) }],
    ["an unknown class", { doctor_class: "D" }],
    ["a class in small letters", { doctor_class: "a" }],
    ["an empty class", { doctor_class: "" }],
    ["an unknown type", { doctor_type: "Dispenser" }],
    ["an empty text", { specialization: "" }],
    ["a blank text", { hospital: "  " }],
    ["a blank address", { address: "\n" }],
    ["a long address", { address: "a".repeat(501) }],
    ["a long number", { contact_number: "9".repeat(51) }],
    ["a long email address", { email: "e".repeat(255) }],
    ["version 0", { version: 0 }],
  ])("refuse %s", async (_, changes) => {
    await expect(doctor(changes)).rejects.toMatchObject(check);
  });

  test("need a name", async () => {
    await expect(doctor({ name: null })).rejects.toMatchObject({ code: "23502" });
  });

  test.each([
    ["12 MG Road, Pune", "Pune"],
    ["Pune", "Pune"],
    ["12 MG Road,\nShivaji Nagar,\n\tPune", "Pune"],
    ["12 MG Road,\u00a0Pune", "Pune"],
    ["12 MG Road, Pune,", ""],
    [null, null],
  ])("know the city of %j", async (address, city) => {
    expect((await doctor({ address })).city).toBe(city);
  });

  test("are deleted with their visits and sales", async () => {
    const { id } = await doctor();
    const { id: visit_id } = await visit({ doctor_id: id });
    await sale({ visit_id });
    await run("delete from doctors where id = $1", [id]);
    expect(await run("select from visits where id = $1", [visit_id])).toEqual([]);
    expect(await run("select from sales where visit_id = $1", [visit_id])).toEqual([]);
  });
});

describe("products", () => {
  test.each([
    ["a blank name", { name: " " }],
    ["a long name", { name: "n".repeat(201) }],
    ["an unknown category", { category: "Toys" }],
    ["a negative price", { price: "-0.01" }],
    ["a blank description", { description: "\t" }],
    ["a long description", { description: "d".repeat(2001) }],
  ])("refuse %s", async (_, changes) => {
    await expect(product(changes)).rejects.toMatchObject(check);
  });

  test("need a price that fits numeric(12,2)", async () => {
    await expect(product({ price: null })).rejects.toMatchObject({ code: "23502" });
    await expect(product({ price: "10000000000" })).rejects.toMatchObject({ code: "22003" });
    expect((await product({ price: "9999999999.99" })).price).toBe("9999999999.99");
    expect((await product({ price: "0" })).price).toBe("0.00");
  });

  test("with sales can't be deleted", async () => {
    const { id } = await product();
    await sale({ product_id: id });
    await expect(run("delete from products where id = $1", [id])).rejects.toMatchObject({
      constraint: "sales_product_exists",
    });
  });
});

describe("visits and sales", () => {
  test.each([
    ["an unknown status", { status: "done" }],
    ["an empty status", { status: "" }],
    ["blank notes", { notes: " " }],
    ["long notes", { notes: "n".repeat(5001) }],
  ])("refuse %s", async (_, changes) => {
    await expect(visit(changes)).rejects.toMatchObject(check);
  });

  test("need a doctor, a date and a status", async () => {
    await expect(visit({ doctor_id: randomUUID() })).rejects.toMatchObject({ code: "23503" });
    await expect(visit({ visit_date: null })).rejects.toMatchObject({ code: "23502" });
    await expect(visit({ status: null })).rejects.toMatchObject({ code: "23502" });
  });

  test.each([
    ["no units", { quantity: 0 }],
    ["negative units", { quantity: -1 }],
    ["no unit price", { unit_price: "0" }],
    ["a negative unit price", { unit_price: "-1" }],
    ["a negative position", { position: -1 }],
  ])("a sale refuses %s", async (_, changes) => {
    await expect(sale(changes)).rejects.toMatchObject(check);
  });

  test("a sale needs its visit and its product", async () => {
    await expect(sale({ visit_id: randomUUID() })).rejects.toMatchObject({ code: "23503" });
    await expect(sale({ product_id: randomUUID() })).rejects.toMatchObject({ code: "23503" });
  });

  test("the database computes total_amount, and nobody else can", async () => {
    const row = await sale({ quantity: 3, unit_price: "33.33" });
    expect(row.total_amount).toBe("99.99");
    expect((await sale({ quantity: 1_000_000, unit_price: "9999999999.99" })).total_amount).toBe(
      "9999999999990000.00",
    );
    await expect(sale({ total_amount: "1.00" })).rejects.toMatchObject({ code: "428C9" });
    await expect(run("update sales set total_amount = 1 where id = $1", [row.id])).rejects.toMatchObject({
      code: "428C9",
    });
    const [changed] = await run("update sales set quantity = 4 where id = $1 returning total_amount", [
      row.id,
    ]);
    expect(changed?.total_amount).toBe("133.32");
  });
});

test("the database trims what JavaScript trims", async () => {
  const codes = Array.from({ length: 0xffff }, (_, index) => index + 1).filter(
    (code) => code < 0xd800 || code > 0xdfff,
  );
  const [row] = await run(
    "select array(select code from unnest($1::int[]) code where trimmed(chr(code)) = '')",
    [codes],
  );
  const blank = codes.filter((code) => String.fromCharCode(code).trim() === "");
  expect(row?.array).toEqual(blank);
});

describe("search keys", () => {
  test.each([
    ["MEERA", "meera"],
    ["José Müller", "jose muller"],
    ["Ångström", "angstrom"],
    ["ﬁt", "fit"],
    ["ÉCOLE", "ecole"],
    ["डॉ. राव", "डॉ. राव"],
    ["50%_\\", "50%_\\"],
  ])("of %s is %s", async (text, key) => {
    const [row] = await run("select search_key($1) as key", [text]);
    expect(row?.key).toBe(key.normalize("NFKD").replace(/[\u0300-\u036f]/g, ""));
  });
});
