import type { ImportCells } from "@rounds/domain/imports/import-row.ts";
import { productCategories } from "@rounds/domain/products/categories.ts";
import { productInput } from "@rounds/domain/products/product.ts";
import { createRandom, type Random } from "@rounds/domain/random/random.ts";
import { anId } from "@rounds/testkit/builders.ts";
import { casesOf } from "@rounds/testkit/cases.ts";
import { createTestDatabase } from "@rounds/testkit/database.ts";
import { checkRollups } from "@rounds/testkit/rollups.ts";
import { sql } from "kysely";
import { afterAll, expect, test, vi } from "vitest";
import { exportProducts } from "../products/export-products.ts";
import { createProduct } from "../products/queries.ts";
import { foldChanges } from "../rollups/fold.ts";
import { addStock } from "../stock/change-stock.ts";
import { addPeople } from "../testing/people.ts";
import { cellsOfSheet, expectAsPredicted, verdictsOf } from "../testing/whole-imports.ts";

// Random catalogues and random files: what a check predicts is what applying does, with the opening stock in the ledger; the
// same file again changes nothing, what was exported changes nothing, and Undo leaves products, stock and ledger as they were.

vi.setConfig({ testTimeout: 900_000 });
const seed = Number(process.env.SEED ?? 20261127);
const runs = Number(process.env.RUNS ?? casesOf(10, 1000));
const [now, today] = ["2025-06-15T10:00:00.000Z", "2025-06-15"];
const actor = { id: anId(), email: "asha@example.com" };
const asker = { actor, now, today };

const database = await createTestDatabase();
await addPeople(database.pool, [actor]);
afterAll(() => database.close());

const names = [
  ...["Atorsudha 10", "ATORSUDHA-10", "Atorsudha 10mg", "Atorsudha 20", "Tab Atorsudha 10", "Atorsuda 10"],
  ...["Dolo 650", "Dolo 650 Tab", "Dolo 650 Syp", "Dolo", "Insud .5", "Insud 5", "=1+2", "***", "-", "'x"],
];
const cells: Readonly<Record<string, readonly string[]>> = {
  category: ["Antibiotics", "cardiac", "Gastro", "other"],
  price: ["45", "Rs 45/-", "₹1,25,000.50", "45.005", "12,50", "0", "46.00"],
  stock: ["0", "12", "1,250", "4.5", "-"],
  description: ["10 tablets", "10 Tablets.", 'a, "b"'],
};

/** A row: of a product that is there with other cells, or a new one. */
function aRow(random: Random, exported: readonly ImportCells[]): ImportCells {
  const row: Record<string, string> =
    exported.length > 0 && random.chance(0.5) ? { ...random.pick(exported) } : {};
  for (const [field, texts] of Object.entries(cells))
    if (random.chance(row.name ? 0.2 : 0.6)) row[field] = random.pick(texts);
  for (const field of Object.keys(row)) if (random.chance(0.1)) row[field] = "";
  if (!row.name && random.chance(0.9)) row.name = random.pick(names);
  return row;
}

async function aStoredProduct(random: Random): Promise<void> {
  const or = <Value>(value: Value) => (random.chance(0.6) ? value : null);
  const id = anId();
  const input = productInput.parse({
    name: random.pick(names),
    category: or(random.pick(productCategories)),
    price: random.pick(["45", "46", "0", "1250.50"]),
    description: or(random.pick(cells.description ?? [""])),
  });
  await createProduct(database.db, { ...input, id }, actor);
  if (random.chance(0.5))
    await addStock(
      database.db,
      id,
      { id: anId(), quantity: random.integer(1, 50), notes: null },
      actor,
      today,
    );
}

type Stored = Record<string, unknown>;
/** The products by id, each with its stock and the movements behind it. */
async function catalogue(): Promise<Map<string, Stored>> {
  const { rows } = await sql<Stored & { id: string }>`
    select id, name, category, price, description, current_stock, (
      select coalesce(json_agg(json_build_array(transaction_type, quantity, transaction_date) order by sequence), '[]')
      from stock_transactions where product_id = products.id) as movements
    from products`.execute(database.db);
  return new Map(rows.map((row) => [row.id, row]));
}

const exportedRows = () => cellsOfSheet("products", exportProducts(database.db, { search: "" }));

test(`in ${runs} random catalogues and files`, async () => {
  const counts: Record<string, number> = {};
  for (let run = 0; run < runs; run++) {
    const random = createRandom(seed + run);
    const said = `SEED=${seed} run ${run}`;
    await sql`delete from products`.execute(database.db);
    for (let n = random.integer(0, 6); n > 0; n--) await aStoredProduct(random);
    const exported = await exportedRows();
    const imports = { db: database.db, noun: "products" as const, asker, portion: random.integer(1, 6) };
    if (exported.length > 0) {
      const verdicts = await verdictsOf(imports, exported);
      expect([said, ...verdicts]).toEqual([said, ...exported.map(() => "same")]);
    }
    const file = Array.from({ length: random.integer(1, 12) }, () => aRow(random, exported));
    const records = {
      read: catalogue,
      created: ({ stock = 0, ...fields }: Stored, id: string) => ({
        ...{ category: null, description: null, ...fields, id, current_stock: stock },
        movements: stock ? [["opening", stock, today]] : [],
      }),
      updated: (before: Stored | undefined, values: Stored) => ({ ...before, ...values }),
    };
    for (const verdict of await expectAsPredicted(imports, file, records, said))
      counts[verdict] = (counts[verdict] ?? 0) + 1;
  }
  await foldChanges(database.db);
  expect(await checkRollups(database)).toEqual([]);
  // Each kind of row came up.
  for (const verdict of ["create", "update", "same", "look", "refused"])
    expect([verdict, counts[verdict] ?? 0]).not.toEqual([verdict, 0]);
});
