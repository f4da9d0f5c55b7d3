import { randomBytes } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { Database } from "@rounds/database/connect.ts";
import { asRows, namesOf } from "@rounds/database/select.ts";
import { errorMessage } from "@rounds/domain/errors/errors.ts";
import { type VisitValues, visitKey } from "@rounds/domain/imports/visits/judge-visit.ts";
import { visitNotes } from "@rounds/domain/imports/visits/visit-notes.ts";
import { uuidV7 } from "@rounds/domain/records/uuid-v7.ts";
import { sql } from "kysely";
import { creationDigest } from "../../api/record.ts";
import { appendMovements, type Movement } from "../../stock/ledger.ts";
import { saleMovement, saleRow, saleTypes } from "../../visits/sale-lines.ts";
import type { Asked, JudgedRow, Problem, StoredRow } from "../noun-import.ts";
import { movesStock } from "./allot-stock.ts";

type PredictedRow = { line: number; values: VisitValues };

async function readPredicted(tx: Database, id: string, lines: readonly number[]): Promise<PredictedRow[]> {
  const { rows } = await sql<PredictedRow>`
    select line, "values" from imports.rows where import_id = ${id} and line = any(${lines}::integer[])
    order by line`.execute(tx);
  return rows;
}

/** Locks people, doctors, the visits that get more lines, and products, in the order of every command. */
export async function lockVisits(tx: Database, rows: readonly StoredRow[], { id }: Asked): Promise<void> {
  const lines = rows.map(({ line }) => line);
  const values = (await readPredicted(tx, id, lines)).map((row) => row.values);
  const people = values.map(({ person }) => person);
  await sql`select from auth.users where id = any(${people}::uuid[]) order by id for share`.execute(tx);
  const doctors = values.map(({ doctor_id }) => doctor_id);
  await sql`select from doctors where id = any(${doctors}::uuid[]) order by id for key share`.execute(tx);
  await sql`
    select from visits where id in (
      select record_id from imports.keys join imports.rows using (import_id, line)
      where import_id = ${id} and key = any(${values.map(visitKey)}::text[]) and outcome = 'applied')
    order by id for update`.execute(tx);
  const products = values.flatMap(({ sold }) => sold?.product_id ?? []);
  await sql`select from products where id = any(${products}::uuid[]) order by id for no key update`.execute(
    tx,
  );
}

/**
 * Records the visits of rows: rows that have one visit make it together, also in different portions. What would be another
 * doctor or product than was predicted is left, and so is what the stock does not suffice for, if the sales move it.
 */
export async function writeVisits(
  tx: Database,
  rows: readonly JudgedRow[],
  asked: Asked,
): Promise<ReadonlyMap<number, string | Problem>> {
  const { id, actor, now } = asked;
  const settled = new Map<number, string | Problem>();
  const lines = rows.map(({ stored }) => stored.line);
  const judged = new Map(rows.map(({ stored, judgement }) => [stored.line, judgement.values]));
  const predicted = (await readPredicted(tx, id, lines)).filter(({ line, values }) =>
    isDeepStrictEqual(values, judged.get(line)),
  );
  const moves = await movesStock(tx, id);
  const sold = moves ? await withinStock(tx, predicted, settled) : predicted;
  const visits = await readBegun(tx, id, sold);
  const begun = [...new Set(sold.map(({ values }) => visitKey(values)))].filter((key) => !visits.has(key));
  for (const key of begun) visits.set(key, { id: uuidV7(Date.parse(now), randomBytes(10)), lines: 0 });
  await insertVisits(tx, begun, visits, { moves, ...asked });

  const sales: ReturnType<typeof saleRow>[] = [];
  const movements: Movement[] = [];
  for (const { line, values } of sold) {
    const visit = visits.get(visitKey(values));
    if (!visit) continue;
    settled.set(line, visit.id);
    if (!values.sold) continue;
    const item = { id: uuidV7(Date.parse(now), randomBytes(10)), ...values.sold };
    const of = { visit_id: visit.id, doctor_id: values.doctor_id };
    sales.push(saleRow(item, of, visit.lines++, values.visit_date));
    if (moves) movements.push(saleMovement(item, visit.id, values.visit_date));
  }
  await sql`
    insert into sales (${namesOf(saleTypes)})
    select ${namesOf(saleTypes)} from ${asRows(sales, saleTypes, "given")}`.execute(tx);
  await appendMovements(tx, movements, actor);
  return settled;
}

/** The rows for which the stock suffices, in the order of their lines; of others, it says what there is. */
async function withinStock(
  tx: Database,
  rows: readonly PredictedRow[],
  settled: Map<number, Problem | string>,
): Promise<PredictedRow[]> {
  const ids = rows.flatMap(({ values }) => values.sold?.product_id ?? []);
  const { rows: products } = await sql<{ id: string; current_stock: number }>`
    select id, current_stock from products where id = any(${ids}::uuid[])`.execute(tx);
  const left = new Map(products.map((product) => [product.id, product.current_stock]));
  return rows.filter(({ line, values: { sold } }) => {
    if (!sold) return true;
    const available = left.get(sold.product_id) ?? 0;
    if (sold.quantity <= available) left.set(sold.product_id, available - sold.quantity);
    else
      settled.set(line, {
        code: "insufficient_stock",
        message: errorMessage("insufficient_stock", available),
      });
    return sold.quantity <= available;
  });
}

/** A visit that is being made of rows, and how many lines it has. */
type MadeVisit = { id: string; lines: number };

/** The visits that earlier portions made of rows of the same visits, and that nobody has changed since. */
async function readBegun(
  tx: Database,
  id: string,
  rows: readonly PredictedRow[],
): Promise<Map<string, MadeVisit>> {
  const keys = [...new Set(rows.map(({ values }) => visitKey(values)))];
  const { rows: found } = await sql<MadeVisit & { key: string }>`
    select distinct key, visits.id, (
        select coalesce(max(position) + 1, 0) from sales where visit_id = visits.id) as lines
    from imports.keys join imports.rows using (import_id, line) join visits on visits.id = record_id
    where import_id = ${id} and key = any(${keys}::text[]) and outcome = 'applied' and version = 1`.execute(
    tx,
  );
  return new Map(found.map(({ key, ...visit }) => [key, visit]));
}

const visitTypes = {
  id: "uuid",
  doctor_id: "uuid",
  visit_date: "date",
  status: "text",
  notes: "text",
  creation_digest: "text",
  created_by: "uuid",
} as const;

/** Inserts visits with what all their rows of the file say together, also those of later portions. */
async function insertVisits(
  tx: Database,
  keys: readonly string[],
  visits: ReadonlyMap<string, MadeVisit>,
  { id, actor, moves }: Pick<Asked, "id" | "actor"> & { moves: boolean },
): Promise<void> {
  const { rows } = await sql<{ key: string; all: VisitValues[] }>`
    select key, json_agg("values" order by line) as all from imports.keys join imports.rows using (import_id, line)
    where import_id = ${id} and key = any(${keys}::text[]) and verdict = 'create' group by key order by min(line)`.execute(
    tx,
  );
  const made = rows.flatMap(({ key, all }) => {
    const [first] = all;
    const visit = visits.get(key);
    if (!first || !visit) return [];
    const { doctor_id, visit_date, person } = first;
    const status = all.some((row) => row.status === "completed") ? "completed" : "cancelled";
    const creation_digest = creationDigest({ import: id, visit: key });
    const notes = visitNotes(all);
    return { id: visit.id, doctor_id, visit_date, status, notes, creation_digest, created_by: person };
  });
  await sql`
    insert into visits (${namesOf(visitTypes)}, updated_by, moves_stock)
    select ${namesOf(visitTypes)}, ${actor.id}::uuid, ${moves}::boolean
    from ${asRows(made, visitTypes, "given")}`.execute(tx);
}
