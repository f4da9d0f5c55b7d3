import type { ImportCells } from "@rounds/domain/imports/import-row.ts";
import { type VisitValues, visitKey } from "@rounds/domain/imports/visits/judge-visit.ts";
import { visitNotes } from "@rounds/domain/imports/visits/visit-notes.ts";
import { createRandom, type Random } from "@rounds/domain/random/random.ts";
import { visitExportQuery } from "@rounds/domain/visits/visit-list.ts";
import { anId } from "@rounds/testkit/builders.ts";
import { casesOf } from "@rounds/testkit/cases.ts";
import { createTestDatabase } from "@rounds/testkit/database.ts";
import { checkRollups } from "@rounds/testkit/rollups.ts";
import { sql } from "kysely";
import { afterAll, expect, test, vi } from "vitest";
import { createDoctor } from "../../doctors/queries.ts";
import { createProduct } from "../../products/queries.ts";
import { foldChanges } from "../../rollups/fold.ts";
import { addStock } from "../../stock/change-stock.ts";
import { addPeople } from "../../testing/people.ts";
import { cellsOfSheet, expectAsPredicted, verdictsOf } from "../../testing/whole-imports.ts";
import { exportVisits } from "../../visits/export-visits.ts";
import { recordVisit } from "../../visits/record-visit.ts";
import { chooseStock } from "./choose-stock.ts";

// Random visits and random files of visits: what a check predicts is what applying does, with the stock that was asked for;
// the same file again changes nothing, what was exported changes nothing, and Undo leaves visits, sales, stock and ledger as
// they were.

vi.setConfig({ testTimeout: 1_200_000 });
const seed = Number(process.env.SEED ?? 20261128);
const runs = Number(process.env.RUNS ?? casesOf(8, 1000));
const [now, today] = ["2025-06-15T10:00:00.000Z", "2025-06-15"];
const people = [
  { id: anId(), email: "asha@example.com", name: "Asha Rao" },
  { id: anId(), email: "ravi@example.com", name: "Ravi" },
] as const;
const [actor] = people;
const asker = { actor, now, today };

const database = await createTestDatabase();
const erased = anId();
await addPeople(database.pool, [...people, { id: erased }]);
await database.pool.query(
  "update auth.users set email = null, email_confirmed_at = null, deleted_at = now() where id = $1",
  [erased],
);
afterAll(() => database.close());

const doctors = [
  { name: "Dr. Anil Roy", hospital: "Apollo", address: "Pune", contact_number: "98300 12345" },
  { name: "Dr. Meera Iyer", hospital: "Ruby Hall", address: "12 MG Road, Pune", contact_number: null },
  { name: "R. K. Gupta", hospital: null, address: "Kolkata", contact_number: "9822011111" },
  { name: "=1+2", hospital: null, address: null, contact_number: null },
];
const products = ["Atorsudha 10", "Atorsudha 20", "Dolo 650 Tab", "=1+2"];
/** Cells of a file; the first two of each are good. */
const words: Readonly<Record<string, readonly string[]>> = {
  visit_date: ["2025-05-01", "02/05/2025", "2 May 2025", "45779", "2025-07-01", "31/02/2025"],
  doctor: ["Dr. Anil Roy", "Meera Iyer", "ROY ANIL", "Mira Iyer", "RK Gupta", "Somebody Else", "***"],
  contact_number: ["+91 98300-12345", "", "9822011111", "9.83E+09"],
  city: ["Pune", "Calcutta"],
  product: ["Atorsudha 10", "ATORSUDHA-10", "Tab Atorsudha 20", "Dolo 650 Tab", "Dolo", "Nothing known"],
  quantity: ["2.0", "17", "1", "40", "0", "4.5"],
  unit_price: ["45", "Rs 45/-", "12.50"],
  amount: ["", "34", "90", "12.50"],
  status: ["Completed", "cancelled", "met", "Planned"],
  notes: ["Asked for samples", "=HYPERLINK(1)", 'a, "b"'],
  representative: ["Ravi", "RAVI@example.com", "Asha Rao", "Somebody"],
  reference: ["B-12", "b-12", "B-13"],
};

const always = ["visit_date", "doctor"];
const ofSales = ["product", "quantity", "unit_price"];

/** A row: of a visit that is there with other cells, of the same visit as the row before, or of a new one. */
function aRow(random: Random, exported: readonly ImportCells[], before: ImportCells): ImportCells {
  const isKnown = exported.length > 0 && random.chance(0.3);
  const row: Record<string, string> = isKnown ? { ...random.pick(exported) } : {};
  const needed = new Set(random.chance(0.7) ? [...always, ...ofSales] : always);
  for (const [field, texts] of Object.entries(words))
    if (random.chance(isKnown ? 0.1 : needed.has(field) ? 0.98 : 0.12))
      row[field] = random.pick(random.chance(0.9) ? texts.slice(0, 2) : texts);
  if (random.chance(0.4)) Object.assign(row, sameVisit(before));
  return row;
}

function sameVisit({ visit_date = "", doctor = "", representative = "", reference = "" }: ImportCells) {
  return { visit_date, doctor, representative, reference };
}

type Stored = Record<string, unknown>;
/** Makes doctors, products with stock, and visits; returns the stock that came in, by product. */
async function fill(random: Random): Promise<ReadonlyMap<string, number>> {
  const { db } = database;
  const none = { specialization: null, doctor_class: null, doctor_type: null, email: null, norm: null };
  const made = doctors
    .slice(0, random.integer(2, doctors.length))
    .map((doctor) => ({ ...none, ...doctor, id: anId(), representative_id: null }));
  for (const doctor of made) await createDoctor(db, doctor, actor);
  const given = new Map<string, number>();
  for (const name of products.slice(0, random.integer(2, products.length))) {
    const [id, quantity] = [anId(), random.integer(20, 30)];
    await createProduct(db, { id, name, category: null, price: "45", description: null }, actor);
    await addStock(db, id, { id: anId(), quantity, notes: null }, actor, "2025-04-01");
    given.set(id, quantity);
  }
  for (let n = random.integer(0, 5); n > 0; n--) {
    const sold = [...given.keys()].filter(() => random.chance(0.5));
    const items = sold.map((product_id) => ({
      id: anId(),
      product_id,
      quantity: random.integer(1, 4),
      unit_price: random.pick(["45", "12.50"]),
    }));
    const visit = {
      id: anId(),
      doctor_id: random.pick(made).id,
      visit_date: `2025-05-0${random.integer(1, 3)}`,
      status: random.pick(["completed", "cancelled"] as const),
      notes: random.pick([null, "Asked for samples"]),
      items,
    };
    await recordVisit(db, visit, random.pick(people), today);
    if (random.chance(0.7)) continue;
    // Of somebody whose account is gone or was erased: an exported row names nobody.
    const author = random.pick([null, erased]);
    await sql`update visits set created_by = ${author} where id = ${visit.id}`.execute(db);
  }
  return given;
}

/** The visits by id, each with its sales. Every time, the stock is what came in less what the visits that move it sold. */
async function visitsAndStock(given: ReadonlyMap<string, number>): Promise<Map<string, Stored>> {
  const { rows: stocks } = await sql<{ id: string; current_stock: number; ledger: number; sold: number }>`
    select id, current_stock,
      (select coalesce(sum(quantity), 0)::integer from stock_transactions where product_id = products.id) as ledger,
      (select coalesce(sum(quantity), 0)::integer from sales join visits on visits.id = visit_id
        where product_id = products.id and moves_stock) as sold
    from products`.execute(database.db);
  for (const { id, current_stock, ledger, sold } of stocks)
    expect([current_stock, ledger]).toEqual([(given.get(id) ?? 0) - sold, current_stock]);
  const { rows } = await sql<Stored & { id: string }>`
    select id, visit_date, doctor_id, created_by, status, notes, moves_stock, (
      select coalesce(json_agg(json_build_array(position, product_id, quantity, unit_price::text) order by position), '[]')
      from sales where visit_id = visits.id) as lines
    from visits`.execute(database.db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The visit that rows of a file make. */
function visitOf(id: string, rows: readonly VisitValues[], moves_stock: boolean): Stored {
  const [first] = rows;
  if (!first) throw new Error("A visit without rows.");
  const { visit_date, doctor_id, person } = first;
  return {
    ...{ id, visit_date, doctor_id, created_by: person, moves_stock, notes: visitNotes(rows) },
    status: rows.some(({ status }) => status === "completed") ? "completed" : "cancelled",
    lines: rows
      .flatMap(({ sold }) => sold ?? [])
      .map((sold, at) => [at, sold.product_id, sold.quantity, sold.unit_price]),
  };
}

test(`in ${runs} random books of visits and files`, async () => {
  const { db } = database;
  const counts: Record<string, number> = {};
  let joined = 0;
  for (let run = 0; run < runs; run++) {
    const random = createRandom(seed + run);
    const said = `SEED=${seed} run ${run}`;
    await sql`delete from visits`.execute(db);
    await sql`delete from doctors`.execute(db);
    await sql`delete from products`.execute(db);
    const given = await fill(random);
    const query = visitExportQuery.parse({ rows: "products" });
    const exported = await cellsOfSheet(
      "visits",
      exportVisits(db, query, { ...asker, time_zone: "Asia/Kolkata" }),
    );
    const moves = random.chance(0.5);
    const imports = {
      ...{ db, noun: "visits" as const, asker, portion: random.integer(1, 6) },
      begun: (id: string) => chooseStock(db, id, moves, actor),
    };
    if (exported.length > 0) {
      const verdicts = await verdictsOf(imports, exported);
      expect([said, ...verdicts]).toEqual([said, ...exported.map(() => "same")]);
    }
    const file: ImportCells[] = [];
    for (let n = random.integer(1, 20); n > 0; n--) file.push(aRow(random, exported, file.at(-1) ?? {}));
    const made = new Map<string, VisitValues[]>();
    const records = {
      read: () => visitsAndStock(given),
      created: (values: Stored, id: string) => {
        made.set(id, [...(made.get(id) ?? []), values as VisitValues]);
        return visitOf(id, made.get(id) ?? [], moves);
      },
      updated: (before: Stored | undefined, values: Stored) => ({ ...before, ...values }),
    };
    for (const verdict of await expectAsPredicted(imports, file, records, said))
      counts[verdict] = (counts[verdict] ?? 0) + 1;
    // Rows of one visit make it together, and only they.
    const keys = [...made.values()].map((rows) => new Set(rows.map(visitKey)));
    expect([said, ...keys.map(({ size }) => size)]).toEqual([said, ...keys.map(() => 1)]);
    expect(new Set(keys.flatMap((own) => [...own])).size).toBe(keys.length);
    joined += [...made.values()].filter((rows) => rows.length > 1).length;
  }
  await foldChanges(db);
  expect(await checkRollups(database)).toEqual([]);
  // Each kind of row came up.
  for (const verdict of ["create", "same", "look", "refused"])
    expect([verdict, counts[verdict] ?? 0]).not.toEqual([verdict, 0]);
  expect(joined).toBeGreaterThan(0);
});
