import { tableOf } from "@rounds/domain/account/permission-table.ts";
import { historyRoutes } from "@rounds/domain/history/routes.ts";
import type { Import } from "@rounds/domain/imports/import.ts";
import type { ImportCells } from "@rounds/domain/imports/import-row.ts";
import { importRoutes } from "@rounds/domain/imports/routes.ts";
import { productRoutes } from "@rounds/domain/products/routes.ts";
import { stockRoutes } from "@rounds/domain/stock/routes.ts";
import { teamRoutes } from "@rounds/domain/team/routes.ts";
import { aDoctor, anId, anItem, aProduct, aVisit } from "@rounds/testkit/builders.ts";
import { requestOf } from "@rounds/testkit/caller.ts";
import { sql } from "kysely";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { startApp } from "../testing/app.ts";
import { bringIn, checked, importing, wholly } from "../testing/imports.ts";
import { applyImport } from "./apply-import.ts";

const app = await startApp();
const ravi = await app.signUp("ravi@example.com");
afterAll(() => app.close());
beforeEach(async () => {
  await sql`delete from doctors`.execute(app.db);
  await sql`delete from products`.execute(app.db);
  await app.call(teamRoutes.savePermissions, { body: tableOf(() => true) });
});

const rowsOf = async (id: string) => (await ravi.call(importRoutes.rows, { params: { id }, query: {} })).rows;
const shortRows = async (id: string) =>
  (await rowsOf(id)).map(({ line, verdict, outcome, reasons, problem }) =>
    [line, verdict, outcome, ...reasons.map(({ code }) => code), problem?.message].filter(
      (part) => part != null,
    ),
  );
const apply = (id: string) => wholly(ravi, importRoutes.apply, id, "applied");
const undo = (id: string) => wholly(ravi, importRoutes.undo, id, "undone");
const allProducts = async () => (await app.call(productRoutes.list, { query: { page_size: 100 } })).rows;
const ledgerOf = async (id: string) =>
  (await app.call(stockRoutes.ledger, { params: { id }, query: {} })).rows.map(
    ({ transaction_type, quantity, transaction_date, notes, created_by }) => ({
      transaction_type,
      quantity,
      transaction_date,
      notes,
      created_by,
    }),
  );
/** What must be as before after Undo: products, their stock, the ledger and its sums. */
async function stored() {
  const { rows } = await sql`
    select (select json_agg(json_build_array(id, name, category, price, description, current_stock) order by id) from products) as products,
      (select json_agg(json_build_array(product_id, transaction_type, quantity, transaction_date) order by sequence)
        from stock_transactions) as ledger`.execute(app.db);
  return rows[0];
}
const some = ({ counts }: Import) =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));

const list: ImportCells[] = [
  { name: "Atorsudha 10", category: "CARDIAC", price: "Rs 45/-", stock: "1,200", description: "10 tablets" },
  { name: "Atorsudha 20", price: "₹80.50" },
  { name: "Dolo 650", price: "30", stock: "99" },
  { name: "ATORSUDHA-20", price: "81" },
  { name: "Calpol 500", price: "12,50" },
  { name: "", price: "9" },
];

test("is prepared, checked, applied with an opening stock in the ledger, and undone", async () => {
  const dolo = await aProduct(app, 7, { name: "Dolo 650", price: "25.00", category: "", description: "" });
  const before = await stored();
  const prepared = await checked(ravi, list, "products");
  expect(prepared).toMatchObject({ noun: "products", state: "checked", total: 6 });
  expect(some(prepared)).toEqual({ create: 2, update: 1, look: 1, refused: 2 });
  expect(await shortRows(prepared.id)).toEqual([
    [2, "create", "read_as"],
    [3, "create"],
    [4, "update", "stock_kept"],
    [5, "look", "same_in_file"],
    [6, "refused", "validation_failed"],
    [7, "refused", "validation_failed"],
  ]);
  expect(await stored()).toEqual(before);
  expect((await rowsOf(prepared.id))[2]).toMatchObject({
    target: { id: dolo.id, name: "Dolo 650", where: "₹25.00, 7 in stock" },
    changes: [{ field: "price", from: "₹25.00", to: "₹30.00" }],
  });

  const applied = await apply(prepared.id);
  expect(some(applied)).toEqual({ ...some(prepared), applied: 3 });
  const [ten, twenty, changed, ...others] = await allProducts();
  expect(others).toEqual([]);
  expect(ten).toMatchObject({
    ...{ name: "Atorsudha 10", category: "Cardiovascular", price: "45.00", description: "10 tablets" },
    ...{ current_stock: 1200, version: 1, created_by: ravi.id },
  });
  expect(twenty).toMatchObject({ name: "Atorsudha 20", price: "80.50", category: null, current_stock: 0 });
  expect(changed).toMatchObject({
    id: dolo.id,
    price: "30.00",
    current_stock: 7,
    version: 2,
    updated_by: ravi.id,
  });
  expect(await ledgerOf(ten?.id ?? "")).toEqual([
    {
      ...{ transaction_type: "opening", quantity: 1200, transaction_date: "2025-06-15" },
      ...{ notes: "Opening stock", created_by: ravi.id },
    },
  ]);
  expect(await ledgerOf(twenty?.id ?? "")).toEqual([]);
  const after = await stored();
  expect(await apply(prepared.id)).toEqual(applied);
  expect(await stored()).toEqual(after);

  // The same file again changes nothing, and moves no stock.
  const again = await checked(ravi, list, "products");
  expect(some(again)).toEqual({ same: 3, look: 1, refused: 2 });
  await apply(again.id);
  expect(await stored()).toEqual(after);

  expect(some(await undo(prepared.id))).toEqual({ ...some(prepared), undone: 3 });
  expect(await stored()).toEqual(before);
  // Each can come back, with its stock.
  await app.call(historyRoutes.restore, { params: { id: ten?.id ?? "" }, body: {} });
  expect(await allProducts()).toMatchObject([{ name: "Atorsudha 10", current_stock: 1200 }, { id: dolo.id }]);
});

test("rows that can't be imported leave as a file with the headings that are recognised", async () => {
  const { id } = await checked(ravi, list, "products");
  const { path } = requestOf(importRoutes.export, {
    params: { id },
    query: { verdict: "refused", format: "csv" },
  });
  const { text } = await ravi.send(path);
  expect(text.replace("\ufeff", "").trimEnd().split("\r\n")).toEqual([
    "Line,Product Name,Category,Price,Opening stock,Description,What is wrong",
    '6,Calpol 500,,"12,50",,,"Price: Is the comma a decimal point? Please write 12.50, or 1,250 for thousands"',
    "7,,,9,,,Product Name: Please enter the product's name",
  ]);
});

test("a row is corrected in place, and a person says which product it is", async () => {
  const { id: dolo } = await aProduct(app, 7, { name: "Dolo 650", price: "25.00" });
  const { id } = await checked(
    ravi,
    [
      { name: "Tab Dolo 650", price: "26" },
      { name: "Calpol", price: "x" },
    ],
    "products",
  );
  const fix = (body: {
    line: number;
    cells?: ImportCells;
    decision?: "create" | "update";
    target_id?: string;
  }) => ravi.call(importRoutes.fix, { params: { id }, body });
  expect((await rowsOf(id))[0]).toMatchObject({ verdict: "look", candidates: [{ id: dolo }] });
  await expect(fix({ line: 2, decision: "update", target_id: anId() })).rejects.toMatchObject({
    fields: { target_id: "Please choose a product that is there" },
  });
  expect((await fix({ line: 2, decision: "update", target_id: dolo })).row.verdict).toBe("update");
  expect((await fix({ line: 3, cells: { price: "Rs. 12" } })).row.verdict).toBe("create");
  await expect(fix({ line: 3, cells: { city: "Pune" } })).rejects.toMatchObject({
    code: "validation_failed",
    fields: { cells: "A list of products has no such field: city" },
  });
  await apply(id);
  expect((await allProducts()).map(({ name, price }) => [name, price])).toEqual([
    ["Calpol", "12.00"],
    ["Tab Dolo 650", "26.00"],
  ]);
});

test("two lines of one name that a person wants both come in, also one portion after the other", async () => {
  const { id } = await checked(
    ravi,
    [
      { name: "Dolo 650", price: "1" },
      { name: "Calpol", price: "2" },
    ],
    "products",
  );
  const body = { line: 2, cells: { name: "CALPOL" }, decision: "create" as const };
  expect((await ravi.call(importRoutes.fix, { params: { id }, body })).row.verdict).toBe("create");
  const asker = {
    actor: { id: ravi.id, email: ravi.email },
    now: "2025-06-15T10:00:00.000Z",
    today: "2025-06-15",
  };
  while ((await applyImport(app.db, id, asker, 1)).state !== "applied");
  expect((await shortRows(id)).map(([, verdict, outcome]) => [verdict, outcome])).toEqual([
    ["create", "applied"],
    ["create", "applied"],
  ]);
});

test("cells and columns of another noun are refused", async () => {
  const id = await importing(ravi, [{ name: "Dolo" }], "products");
  const rows = [{ line: 9, cells: { name: "x", hospital: "Apollo" } }];
  await expect(ravi.call(importRoutes.send, { params: { id }, body: { rows } })).rejects.toMatchObject({
    code: "validation_failed",
    fields: { cells: "A list of products has no such field: hospital" },
  });
  const mapping = [
    { heading: "Name", field: "name" as const },
    { heading: "Stock", field: "stock" as const },
  ];
  const body = { id: anId(), noun: "doctors" as const, file_name: "x.csv", mapping };
  await expect(ravi.call(importRoutes.create, { body })).rejects.toMatchObject({
    code: "validation_failed",
    fields: { mapping: "A list of doctors has no such field." },
  });
});

test("a row fails where the catalogue has changed since, and the rest goes on", async () => {
  const [dolo, gone] = [
    await aProduct(app, 0, { name: "Dolo 650", price: "25" }),
    await aProduct(app, 0, { name: "Old 1", price: "5" }),
  ];
  const { id } = await checked(
    ravi,
    [
      { name: "Dolo 650", price: "26" },
      { name: "Old 1", price: "6" },
      { name: "New 1", price: "7", stock: "3" },
      { name: "New 2", price: "8", stock: "3" },
    ],
    "products",
  );
  const body = {
    name: "Dolo 650",
    category: "",
    price: "30",
    description: "",
    version: dolo.version,
  } as const;
  await app.call(productRoutes.update, { params: { id: dolo.id }, body });
  await app.call(productRoutes.delete, { params: { id: gone.id }, query: {} });
  await aProduct(app, 0, { name: "NEW 1" });
  expect(some(await apply(id))).toMatchObject({ failed: 3, applied: 1 });
  expect(await shortRows(id)).toEqual([
    [2, "update", "failed", "This product was changed after the file was checked."],
    [3, "update", "failed", "This product was changed after the file was checked."],
    [4, "create", "failed", "A product like this was added after the file was checked."],
    [5, "create", "applied"],
  ]);
  expect((await allProducts()).map(({ name, current_stock }) => [name, current_stock])).toEqual([
    ["Dolo 650", 0],
    ["NEW 1", 0],
    ["New 2", 3],
  ]);
});

test("undo leaves what somebody changed, sold, moved or deleted since, and says so", async () => {
  const dolo = await aProduct(app, 0, { name: "Dolo 650", price: "25.00" });
  const made = await bringIn(
    ravi,
    [
      ...["Apple 1", "Berry 1", "Cherry 1", "Damson 1", "Elder 1"].map((name) => ({
        name,
        price: "5",
        stock: "10",
      })),
      { name: "Dolo 650", price: "26" },
    ],
    "products",
  );
  const [apple, berry, cherry, damson] = await allProducts();
  if (!apple || !berry || !cherry || !damson) throw new Error("nothing came in");
  const edit = { name: apple.name, category: "" as const, price: "6", description: "", version: 1 };
  await app.call(productRoutes.update, { params: { id: apple.id }, body: edit });
  await aVisit(app, (await aDoctor(app)).id, { items: [anItem(berry.id, 2)] });
  await app.call(stockRoutes.add, { params: { id: cherry.id }, body: { id: anId(), quantity: 1 } });
  await app.call(productRoutes.delete, { params: { id: damson.id }, query: {} });
  const other = { name: dolo.name, category: "" as const, price: "27", description: "", version: 2 };
  await app.call(productRoutes.update, { params: { id: dolo.id }, body: other });
  expect(some(await undo(made.id))).toMatchObject({ undone: 1, kept: 5 });
  expect(await shortRows(made.id)).toEqual([
    [2, "create", "kept", "Somebody changed this product since."],
    [3, "create", "kept", "This product was sold in visits."],
    [4, "create", "kept", "The stock of this product has moved since."],
    [5, "create", "kept", "This was deleted in the meantime."],
    [6, "create", "undone"],
    [7, "update", "kept", "Somebody changed this product since."],
  ]);
  expect((await allProducts()).map(({ name, current_stock }) => [name, current_stock])).toEqual([
    ["Apple 1", 10],
    ["Berry 1", 8],
    ["Cherry 1", 11],
    ["Dolo 650", 0],
  ]);
});

describe("who may not", () => {
  const deny = (denied: string) =>
    app.call(teamRoutes.savePermissions, { body: tableOf((_, permission) => permission !== denied) });

  test("change products and prices can't do it by a file, nor take one back", async () => {
    await aProduct(app, 0, { name: "Dolo 650", price: "25" });
    const rows = [{ name: "Dolo 650", price: "26" }, { name: "New 1", price: "5" }, { name: "Dolo 650" }];
    const before = await checked(ravi, rows, "products");
    await deny("change_products");
    expect(some(await apply(before.id))).toEqual({ update: 1, create: 1, look: 1, failed: 2 });
    expect((await rowsOf(before.id)).map(({ problem }) => problem?.code)).toEqual([
      ...["not_permitted", "not_permitted", undefined],
    ]);
    const { id, counts } = await checked(ravi, [...rows.slice(0, 2), { name: "Old 2" }], "products");
    expect(counts).toMatchObject({ refused: 3, create: 0, update: 0 });
    expect((await rowsOf(id))[0]?.reasons[0]).toEqual({
      field: null,
      code: "not_permitted",
      message: "You may not change products and prices. An administrator can allow it in Team settings.",
    });
    expect((await allProducts()).map(({ price }) => price)).toEqual(["25.00"]);

    await app.call(teamRoutes.savePermissions, { body: tableOf(() => true) });
    const made = await bringIn(ravi, [{ name: "New 1", price: "5" }], "products");
    await deny("change_products");
    await expect(undo(made.id)).rejects.toMatchObject({ code: "not_permitted" });
    expect(some(await ravi.call(importRoutes.read, { params: made }))).toMatchObject({ applied: 1 });
    expect(await allProducts()).toHaveLength(2);
    await app.call(teamRoutes.savePermissions, { body: tableOf(() => true) });
    expect(some(await undo(made.id))).toMatchObject({ undone: 1 });
    expect(await allProducts()).toHaveLength(1);
  });

  test("add stock can't do it by a file, but can bring in the product without", async () => {
    await deny("move_stock");
    const { id } = await checked(ravi, [{ name: "New 1", price: "5", stock: "4" }], "products");
    expect(await rowsOf(id)).toMatchObject([
      { verdict: "refused", reasons: [{ field: "stock", code: "not_permitted" }] },
    ]);
    const body = { line: 2, cells: { stock: "" } };
    expect((await ravi.call(importRoutes.fix, { params: { id }, body })).row.verdict).toBe("create");
    await apply(id);
    expect(await allProducts()).toMatchObject([{ name: "New 1", current_stock: 0 }]);
  });
});
