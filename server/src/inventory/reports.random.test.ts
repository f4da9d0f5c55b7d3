import { addDays, type Day } from "@rounds/domain/calendar/calendar.ts";
import { doctorInput } from "@rounds/domain/doctors/doctor.ts";
import { AppError } from "@rounds/domain/errors/app-error.ts";
import type { InventoryFilters, InventoryRow } from "@rounds/domain/inventory/inventory.ts";
import { movementOf } from "@rounds/domain/inventory/movement.ts";
import { toPaise, toRupees } from "@rounds/domain/money/money.ts";
import { productCategories, reportCategory } from "@rounds/domain/products/categories.ts";
import { createRandom } from "@rounds/domain/random/random.ts";
import { soldBeforeReceived } from "@rounds/domain/stock/sold-before-received.ts";
import type { LedgerRow } from "@rounds/domain/stock/stock.ts";
import { type Visit, visitStatuses } from "@rounds/domain/visits/visit.ts";
import { anId, anItem, itemsOf } from "@rounds/testkit/builders.ts";
import { casesOf } from "@rounds/testkit/cases.ts";
import { createTestDatabase } from "@rounds/testkit/database.ts";
import { afterAll, expect, test } from "vitest";
import { writeSheet } from "../api/sheet.ts";
import { deleteDoctor } from "../doctors/delete-doctor.ts";
import { createDoctor } from "../doctors/queries.ts";
import { createProduct, deleteProduct } from "../products/queries.ts";
import { foldChanges } from "../rollups/fold.ts";
import { addStock, correctStock } from "../stock/change-stock.ts";
import { listLedger, readAvailability } from "../stock/queries.ts";
import { deleteVisit } from "../visits/delete-visit.ts";
import { editVisit } from "../visits/edit-visit.ts";
import { recordVisit } from "../visits/record-visit.ts";
import { exportInventory } from "./export-inventory.ts";
import { listInventory, summarizeInventory } from "./queries.ts";

// The report under random filters, on the data of random commands, compared with the plainest sums of the ledger.

const seed = Number(process.env.SEED ?? 20250615);
const rounds = casesOf(2, 5);
const commandsPerRound = 120;
const filtersPerRound = 30;
const actor = { id: null, email: "" };
const random = createRandom(seed);

const database = await createTestDatabase();
afterAll(() => database.close());

const products: string[] = [];
const doctors: string[] = [];
const visits = new Map<string, Visit>();
let today: Day = "2025-03-01";
const began: Day = "2024-12-01";
/** Where a row of the report needed it. */
let shortfalls = 0;

test(`${rounds * filtersPerRound} random reports from seed ${seed} say what the ledger says`, {
  timeout: 600_000,
}, async () => {
  for (let n = 0; n < 5; n++) await newDoctor();
  for (let n = 0; n < 27; n++) await newProduct();
  for (let round = 0; round < rounds; round++) {
    for (let n = 0; n < commandsPerRound; n++) await command();
    for (let n = 0; n < filtersPerRound; n++) await compare(randomFilters(n));
    // Charts over all time begin where their products do.
    for (const product_id of products.slice(0, 8)) {
      await compare({ start_date: "2020-01-01", end_date: undefined, product_id, category: "" });
    }
    await compareConsecutive();
  }
  expect(shortfalls).toBeGreaterThan(10 * rounds);
});

async function newDoctor() {
  const id = anId();
  await createDoctor(database.db, { id, ...doctorInput.parse({ name: "Dr. Meera Iyer" }) }, actor);
  doctors.push(id);
}

async function newProduct() {
  const id = anId();
  const input = {
    name: random.pick(["Amoxil", "=Beta", "Cetrizine, 10", 'Dolo "650"', "पैरासिटामोल"]),
    category: random.pick([null, "Other", "Vitamins", "Diabetes"] as const),
    price: random.pick(["0.00", "12.50", "0.01", "9999999999.99"]),
    description: null,
  };
  await createProduct(database.db, { id, ...input }, actor);
  products.push(id);
  if (random.chance(0.6)) {
    // An opening dated after sales that are entered for days before it.
    await database.pool.query(
      `insert into stock_transactions (id, product_id, transaction_type, quantity, transaction_date)
       values ($1, $2, 'opening', $3, $4)`,
      [anId(), id, random.integer(1, 60), addDays(began, random.integer(20, 80))],
    );
  }
}

function aDay(): Day {
  // Few are long ago, so that charts are by week and by month too.
  if (random.chance(0.04)) return addDays(today, -random.integer(200, 900));
  return addDays(today, random.chance(0.1) ? random.integer(1, 30) : -random.integer(0, 80));
}
const someContent = () => ({
  doctor_id: random.pick(doctors),
  visit_date: aDay(),
  status: random.pick(visitStatuses),
  notes: null,
});
const someLines = () =>
  Array.from({ length: random.integer(0, 3) }, () =>
    anItem(
      random.weighted(products, (id) => 1 / (1 + products.indexOf(id))),
      random.integer(1, 7),
    ),
  );

/** Runs a command that may find too little stock. */
async function tried<Result>(running: Promise<Result>): Promise<Result | undefined> {
  try {
    return await running;
  } catch (error) {
    if (error instanceof AppError && ["insufficient_stock", "product_has_sales"].includes(error.code)) {
      return undefined;
    }
    throw error;
  }
}

async function command() {
  const { db } = database;
  if (random.chance(0.1)) today = addDays(today, 1);
  // Most recorded changes are not folded in when a report is read.
  if (random.chance(0.05)) await foldChanges(db, random.integer(1, 150));
  const known = [...visits.values()];
  const product_id = random.pick(products);
  const kind = random.next();
  if (kind < 0.4 || known.length === 0) {
    const body = { id: anId(), ...someContent(), items: someLines() };
    const made = await tried(recordVisit(db, body, actor, today));
    if (made) visits.set(made.id, made);
  } else if (kind < 0.6) {
    const visit = random.pick(known);
    const items = [...itemsOf(visit).filter(() => random.chance(0.7)), ...someLines()];
    const content = random.chance(0.5) ? someContent() : { ...someContent(), visit_date: visit.visit_date };
    const edit = { ...content, items, version: visit.version };
    const made = await tried(editVisit(db, visit.id, edit, actor, today));
    if (made) visits.set(made.id, made);
  } else if (kind < 0.68) {
    const { id } = random.pick(known);
    await deleteVisit(db, id, {}, actor);
    visits.delete(id);
  } else if (kind < 0.84) {
    const addition = { id: anId(), quantity: random.integer(1, 30), notes: null };
    await addStock(db, product_id, addition, actor, today);
  } else if (kind < 0.95) {
    const { available } = await readAvailability(db, product_id);
    const correction = { id: anId(), quantity: random.integer(0, 70), current_stock: available, notes: null };
    await correctStock(db, product_id, correction, actor, today);
  } else if (kind < 0.98) {
    if (await tried(deleteProduct(db, product_id, {}, actor))) {
      products.splice(products.indexOf(product_id), 1);
      await newProduct();
    }
  } else {
    const doctor_id = random.pick(doctors);
    await deleteDoctor(db, doctor_id, {}, actor);
    doctors.splice(doctors.indexOf(doctor_id), 1);
    for (const visit of known) if (visit.doctor_id === doctor_id) visits.delete(visit.id);
    await newDoctor();
  }
}

function randomFilters(n: number): InventoryFilters {
  const start = random.pick([
    "2020-01-01",
    "1900-01-01",
    aDay(),
    aDay(),
    addDays(began, random.integer(0, 90)),
  ]);
  const end = random.pick([undefined, "2999-12-31", addDays(start, random.integer(0, 60)), start, today]);
  return {
    start_date: n === 0 ? "2020-01-01" : start,
    end_date: n === 0 || (end !== undefined && end < start) ? undefined : end,
    product_id: random.chance(0.15) ? random.pick([...products, anId()]) : "",
    category: random.chance(0.25) ? random.pick(productCategories) : "",
  };
}

/** The last day shown by filters with such an end. */
const lastDayOf = ({ end_date }: InventoryFilters) => (end_date && end_date < today ? end_date : today);

type Plain = InventoryRow & { before: number; raw_closing: number; sold: number };

/** The rows of the report by the plainest sums, in the table's order. */
async function readPlain(filters: InventoryFilters): Promise<Plain[]> {
  const back = "reference_type in ('visit_edit_reversal', 'visit_delete_reversal')";
  const { rows } = await database.pool.query(
    `select products.id as product_id, name as product_name, category, price,
       (select coalesce(sum(quantity), 0) from moves where day < $1) as before,
       (select coalesce(sum(quantity), 0) from moves where day <= $2) as raw_closing,
       (select coalesce(sum(quantity), 0) from moves where day between $1 and $2 and kind = 'opening') as opened,
       (select coalesce(sum(quantity), 0) from moves where day between $1 and $2 and kind = 'purchase') as purchases,
       (select coalesce(sum(quantity), 0) from moves where day between $1 and $2 and kind = 'manual') as adjustments,
       (select coalesce(-sum(quantity), 0) from moves where day between $1 and $2 and kind = 'sale') as sales,
       (select coalesce(sum(quantity), 0) from sales
         where product_id = products.id and transaction_date between $1 and $2) as sold
     from products
     where ($3 = '' or products.id::text = $3) and ($4 = '' or coalesce(category, 'Other') = $4)
     order by name_key, products.id`.replaceAll(
      "from moves",
      `from (select quantity, transaction_date as day, case
           when transaction_type = 'opening' then 'opening' when transaction_type = 'purchase' then 'purchase'
           when transaction_type = 'sale' or ${back} then 'sale' else 'manual' end as kind
         from stock_transactions where product_id = products.id) as moves`,
    ),
    [filters.start_date, lastDayOf(filters), filters.product_id, filters.category],
  );
  return rows.map(({ opened, ...row }) => {
    const sold_before_received = Math.max(0, -row.raw_closing) - Math.max(0, -row.before);
    const closing_stock = Math.max(0, row.raw_closing);
    return {
      ...row,
      opening_stock: Math.max(0, row.before) + opened,
      opening_entries: opened,
      sold_before_received,
      closing_stock,
      stock_value: toRupees(BigInt(closing_stock) * toPaise(row.price)),
    };
  });
}

async function compare(filters: InventoryFilters) {
  const { db } = database;
  const plain = await readPlain(filters);
  const rows = await allPages(filters);
  expect({ filters, today, rows }).toEqual({
    filters,
    today,
    rows: plain.map(({ before, raw_closing, sold, ...row }) => row),
  });
  for (const [n, row] of rows.entries()) {
    const { opening_stock, purchases, sales, adjustments, sold_before_received, closing_stock } = row;
    expect(opening_stock + purchases - sales + adjustments + sold_before_received).toBe(closing_stock);
    expect([row.product_id, sales]).toEqual([row.product_id, plain[n]?.sold]);
    if (sold_before_received !== 0) shortfalls++;
    if (sold_before_received !== 0 || random.chance(0.01)) await compareLedger(row, filters);
  }
  const { before, ...summary } = await summarizeInventory(db, filters, today);
  if (before) {
    const { from, to, ...figures } = before;
    const earlier = await allPages({ ...filters, start_date: from, end_date: to });
    const sum = (field: "purchases" | "sales") => earlier.reduce((units, row) => units + row[field], 0);
    const stock_value = toRupees(earlier.reduce((total, row) => total + toPaise(row.stock_value), 0n));
    expect(figures).toEqual({ purchases: sum("purchases"), sales: sum("sales"), stock_value });
    expect(addDays(to, 1)).toBe(filters.start_date);
  } else {
    expect(["2020-01-01", "1900-01-01"].includes(filters.start_date) || filters.start_date > today).toBe(
      true,
    );
  }
  expect({ filters, summary }).toEqual({ filters, summary: await summaryOf(rows, filters) });
  // Whatever unit the chart uses, it shows the units of the cards.
  const shown = (field: "purchases" | "sales") =>
    summary.movement.sums.reduce((units, span) => units + span[field], 0);
  expect([shown("purchases"), shown("sales")]).toEqual([summary.purchases, summary.sales]);
  let file = "";
  for await (const part of writeSheet(exportInventory(db, filters, today), "csv")) file += part;
  expect(file).toBe(fileOf(rows));
}

/** The movements to which the row's figure links: each one's part, which add up to it. */
async function compareLedger({ product_id, sold_before_received }: InventoryRow, filters: InventoryFilters) {
  const days = { start_date: filters.start_date, end_date: lastDayOf(filters) };
  const rows: LedgerRow[] = [];
  for (let page = 1; ; page++) {
    const query = { kind: "sold_before_received", ...days, representative: "", page, page_size: 10 } as const;
    const answer = await listLedger({ db: database.db, actor }, product_id, query);
    rows.push(...answer.rows);
    if (page * answer.page_size >= answer.total) break;
  }
  const parts = rows.map(soldBeforeReceived);
  expect(parts).not.toContain(0);
  const sum = parts.reduce((units, part) => units + part, 0);
  expect({ product_id, days, sum }).toEqual({ product_id, days, sum: sold_before_received });
  expect(rows.every(({ transaction_date: day }) => day >= days.start_date && day <= days.end_date)).toBe(
    true,
  );
}

async function allPages(filters: InventoryFilters): Promise<InventoryRow[]> {
  const rows: InventoryRow[] = [];
  for (let page = 1; ; page++) {
    const answer = await listInventory(database.db, { ...filters, page, page_size: 25 }, today);
    rows.push(...answer.rows);
    if (page * answer.page_size >= answer.total) {
      expect(rows.length).toBe(answer.total);
      return rows;
    }
  }
}

/** Cards and charts of these rows. */
async function summaryOf(rows: readonly InventoryRow[], filters: InventoryFilters): Promise<unknown> {
  const sum = (field: "purchases" | "sales") => rows.reduce((units, row) => units + row[field], 0);
  const values = new Map<string, bigint>();
  for (const row of rows) {
    const category = reportCategory(row.category);
    values.set(category, (values.get(category) ?? 0n) + toPaise(row.stock_value));
  }
  const stored = await database.pool.query("select id, current_stock from products");
  const stocks = new Map(stored.rows.map(({ id, current_stock }) => [id, current_stock]));
  const low = rows.filter((row) => row.closing_stock <= 10).sort((a, b) => a.closing_stock - b.closing_stock);
  const { rows: movement } = await database.pool.query(
    `select transaction_date as day, coalesce(sum(quantity) filter (where transaction_type = 'purchase'), 0) as purchases,
       coalesce(-sum(quantity) filter (where transaction_type = 'sale' or reference_type like '%_reversal'), 0) as sales
     from stock_transactions where product_id = any ($1::uuid[]) and transaction_date between $2 and $3
     group by 1 order by 1`,
    [rows.map((row) => row.product_id), filters.start_date, lastDayOf(filters)],
  );
  return {
    products: rows.length,
    purchases: sum("purchases"),
    sales: sum("sales"),
    stock_value: toRupees(rows.reduce((total, row) => total + toPaise(row.stock_value), 0n)),
    movement: movementOf(
      movement.filter((day) => day.purchases !== 0 || day.sales !== 0),
      { from: filters.start_date, to: lastDayOf(filters) },
    ),
    value_by_category: productCategories
      .flatMap((category) => ({ category, paise: values.get(category) ?? 0n }))
      .filter(({ paise }) => paise > 0n)
      .sort((a, b) => (a.paise > b.paise ? -1 : a.paise < b.paise ? 1 : a.category < b.category ? -1 : 1))
      .map(({ category, paise }) => ({ category, value: toRupees(paise) })),
    low_stock: low.slice(0, 50).map(({ product_id, product_name, category, closing_stock }) => ({
      product_id,
      product_name,
      category,
      closing_stock,
      current_stock: stocks.get(product_id),
    })),
    low_stock_products: low.length,
  };
}

/** The file that holds these rows. */
function fileOf(rows: readonly InventoryRow[]): string {
  const title =
    "Product Name,Category,Opening Stock,Purchases,Sales,Adjustments,Closing Stock,Stock Value,Price,Sold Before Received";
  const names: Record<string, string> = {
    "=Beta": "'=Beta",
    "Cetrizine, 10": '"Cetrizine, 10"',
    'Dolo "650"': '"Dolo ""650"""',
  };
  const lines = rows.map((row) =>
    [
      names[row.product_name] ?? row.product_name,
      row.category ?? "Other",
      row.opening_stock,
      row.purchases,
      row.sales,
      row.adjustments,
      row.closing_stock,
      row.stock_value,
      row.price,
      row.sold_before_received,
    ].join(","),
  );
  return `\ufeff${[title, ...lines].map((line) => `${line}\r\n`).join("")}`;
}

/** The closing of a range is the opening of the next, minus what the next counts as opening. */
async function compareConsecutive() {
  const none = { product_id: "", category: "" } as const;
  for (let n = 0; n < 5; n++) {
    const first = addDays(began, random.integer(0, 60));
    const last = addDays(first, random.integer(0, 20));
    const next = addDays(last, 1);
    const one = await allPages({ ...none, start_date: first, end_date: last });
    const two = await allPages({ ...none, start_date: next, end_date: addDays(next, random.integer(0, 20)) });
    const { rows } = await database.pool.query<{ product_id: string }>(
      "select product_id from stock_transactions where transaction_type = 'opening' and transaction_date >= $1",
      [next],
    );
    const openedLater = new Set(rows.map((row) => row.product_id));
    for (const [index, row] of two.entries()) {
      if (!openedLater.has(row.product_id)) {
        expect([row.product_id, row.opening_stock]).toEqual([row.product_id, one[index]?.closing_stock]);
      }
    }
  }
}
