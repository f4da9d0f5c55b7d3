import type { Database } from "@rounds/database/connect.ts";
import { AppError } from "@rounds/domain/errors/app-error.ts";
import { mostShortLines, type ShortLine } from "@rounds/domain/history/history.ts";
import { recordNouns } from "@rounds/domain/history/nouns.ts";
import { sql } from "kysely";
import type { Actor } from "../api/context.ts";
import { doctorOf } from "../api/doctor-aliases.ts";
import { leavePendingBehind } from "../rollups/leave-behind.ts";
import { appendMovements, type LockedProduct, lockProducts } from "../stock/ledger.ts";
import { saleMovement } from "../visits/sale-lines.ts";
import { type Change, idOf, type Values } from "./batch.ts";

/** Tables in the order in which their rows refer to each other. */
const order = [
  "doctors",
  "products",
  "doctor_norms",
  "doctor_representatives",
  "pins",
  "visits",
  "visit_skips",
  "sales",
  "stock_transactions",
] as const;

/** A line as it was deleted. */
type Line = {
  id: string;
  visit_id: string;
  product_id: string;
  quantity: number;
  unit_price: string;
  transaction_date: string;
};

/**
 * Brings back what a batch deleted, under the same ids and as it was. Sales take their units from the stock again, by new
 * movements, unless their visit does not move stock; `units` tells how many for lines that ask for more than there is, 0 for none of it. Throws
 * `doctor_missing` if the doctor of a visit is deleted, `product_missing` and `insufficient_stock` as recording a visit does, and
 * `changed_meanwhile` if it is there again, or was and was deleted again: what it was by then is in the later deletion.
 */
export async function restore(
  tx: Database,
  changes: readonly Change[],
  units: Readonly<Record<string, number>>,
  actor: Actor,
): Promise<void> {
  const rows = new Map<string, Record<string, unknown>[]>();
  for (const { noun, before } of changes) {
    if (!before) continue;
    const same = rows.get(noun);
    if (same) same.push(before);
    else rows.set(noun, [before]);
  }
  const roots = [
    ...(rows.get("doctors") ?? []),
    ...(rows.get("products") ?? []),
    ...(rows.get("visits") ?? []),
  ];
  const ids = roots.map(idOf);
  await lockDoctors(tx, rows);
  const stones = await sql`delete from sync.deleted where id = any(${ids}::uuid[]) returning id`.execute(tx);
  if (stones.rows.length < ids.length || (await wereDeletedLater(tx, changes)))
    throw new AppError("changed_meanwhile");

  const unmoved = new Set(
    (rows.get("visits") ?? []).filter(({ moves_stock }) => moves_stock === false).map(idOf),
  );
  const movesStock = ({ visit_id }: Line) => !unmoved.has(visit_id);
  const lines = ((rows.get("sales") ?? []) as Line[]).flatMap((line) => {
    const chosen = movesStock(line) ? (units[line.id] ?? line.quantity) : line.quantity;
    const quantity = Math.min(chosen, line.quantity);
    return quantity > 0 ? [{ ...line, quantity }] : [];
  });
  lines.sort((one, other) => (one.id < other.id ? -1 : 1));
  const products = await lockProducts(
    tx,
    lines.map(({ product_id }) => product_id),
  );
  const sold = lines.filter(movesStock);
  requireUnits(sold, products);

  const gone = await readGonePeople(tx, changes);
  const released = await releaseDoctors(tx, rows);
  const withSums = [...(rows.get("doctors") ?? []), ...(rows.get("products") ?? [])];
  await leavePendingBehind(tx, withSums.map(idOf));
  for (const table of order) {
    const all = table === "sales" ? lines : inOrder(rows.get(table) ?? []);
    // Who has no account any more was the representative nevertheless.
    const given = table === "doctor_representatives" ? all : withoutPeople(all, gone);
    if (given.length > 0) await insert(tx, table === "pins" ? "sync.pins" : table, given);
  }
  if (released.length > 0) await tx.insertInto("doctor_representatives").values(released).execute();
  const movements = sold.map((line) => saleMovement(line, line.visit_id, line.transaction_date));
  await appendMovements(tx, movements, actor);
}

/** Whether a later deletion than these took one of their records. Expects the notes of the deletions locked. */
async function wereDeletedLater(tx: Database, changes: readonly Change[]): Promise<boolean> {
  const own = changes.filter(({ op, noun }) => op === "deleted" && recordNouns.some((one) => one === noun));
  const { rows } = await sql`
    select from unnest(${own.map(({ row_id }) => row_id)}::uuid[], ${own.map(({ id }) => id)}::bigint[]) as own (row_id, id)
      join history.changes as later on later.row_id = own.row_id and later.id > own.id
    where later.op = 'deleted' and later.noun in (${sql.join(recordNouns)}) limit 1`.execute(tx);
  return rows.length > 0;
}

/** Throws `insufficient_stock`, with every line that asks for more than there is in the order of the lines' ids. */
function requireUnits(lines: readonly Line[], products: ReadonlyMap<string, LockedProduct>): void {
  const left = new Map([...products].map(([id, { current_stock }]) => [id, current_stock]));
  const short: ShortLine[] = [];
  for (const { id, product_id, quantity, transaction_date } of lines) {
    const available = Math.max(0, left.get(product_id) ?? 0);
    left.set(product_id, available - Math.min(available, quantity));
    if (quantity <= available) continue;
    const { name = "" } = products.get(product_id) ?? {};
    short.push({ id, product_name: name, quantity, available, sold_on: transaction_date });
  }
  const [first] = short;
  if (!first) return;
  const { product_name, available } = first;
  throw new AppError("insufficient_stock", {
    n: available,
    details: { product_name, available, lines: short.slice(0, mostShortLines), short_lines: short.length },
  });
}

/** Keeps the doctors of visits that come back without them. A doctor who was merged since is the one who stayed. */
async function lockDoctors(tx: Database, rows: Map<string, Values[]>): Promise<void> {
  const back = new Set((rows.get("doctors") ?? []).map(idOf));
  const visits = rows.get("visits") ?? [];
  const missing = [...new Set(visits.map(({ doctor_id }) => String(doctor_id)))].filter(
    (id) => !back.has(id),
  );
  const kept = new Map<string, string>();
  for (const id of missing) kept.set(id, await doctorOf(tx, id));
  for (const table of ["visits", "sales"]) {
    const moved = (rows.get(table) ?? []).map((row) => ({
      ...row,
      doctor_id: kept.get(String(row.doctor_id)) ?? row.doctor_id,
    }));
    rows.set(table, moved);
  }
  const others = [...new Set(kept.values())].sort();
  const there = await sql`
    select from doctors where id = any(${others}::uuid[]) order by id for key share`.execute(tx);
  if (there.rows.length < others.length) throw new AppError("doctor_missing");
}

/** Makes doctors shared whose representative's account was deleted since, and returns whose they were until now. */
async function releaseDoctors(tx: Database, rows: Map<string, Values[]>) {
  const doctors = rows.get("doctors") ?? [];
  const named = doctors.flatMap(({ representative_id }) => representative_id ?? []);
  if (named.length === 0) return [];
  const { rows: accounts } = await sql<{ id: string }>`
    select id from auth.users where id = any(${named}::uuid[]) and deleted_at is null order by id for share`.execute(
    tx,
  );
  const kept = new Set<unknown>(accounts.map(({ id }) => id));
  const released = doctors.flatMap(({ id, representative_id }) =>
    representative_id === null || kept.has(representative_id)
      ? []
      : { doctor_id: String(id), representative_id: String(representative_id) },
  );
  const ids = new Set<unknown>(released.map(({ doctor_id }) => doctor_id));
  rows.set(
    "doctors",
    doctors.map((doctor) => (ids.has(doctor.id) ? { ...doctor, representative_id: null } : doctor)),
  );
  return released;
}

const people = ["created_by", "updated_by", "user_id"];

/** Those whom deleted rows name and whose account was deleted since. */
async function readGonePeople(tx: Database, changes: readonly Change[]): Promise<ReadonlySet<unknown>> {
  const named = new Set(changes.flatMap(({ before }) => people.map((field) => before?.[field] ?? null)));
  const { rows } = await sql<{ id: string }>`
    select id from auth.users where id = any(${[...named]}::uuid[]) for key share`.execute(tx);
  for (const { id } of rows) named.delete(id);
  named.delete(null);
  return named;
}

/** Rows as they are once an account is deleted: without its id, or not at all if they are the person's own. */
function withoutPeople(rows: readonly object[], gone: ReadonlySet<unknown>): readonly object[] {
  if (gone.size === 0) return rows;
  return (rows as readonly Values[])
    .filter(({ user_id }) => !gone.has(user_id))
    .map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name, gone.has(value) ? null : value])),
    );
}

/** Rows as they came to be: a ledger's are numbered anew as they come back, and were noted in whatever order they went. */
function inOrder(rows: readonly Values[]): Values[] {
  const at = ({ created_at }: Values) => String(created_at ?? "");
  return [...rows].sort((one, other) => (at(one) < at(other) ? -1 : at(one) > at(other) ? 1 : 0));
}

async function insert(tx: Database, table: string, given: readonly object[]): Promise<void> {
  // The rows of one table have the same columns: those that it had when they were deleted. Stock is what the ledger says.
  const names = Object.keys(given[0] ?? {}).filter((name) => name !== "current_stock");
  const columns = sql.join(names.map((name) => sql.ref(name)));
  await sql`
    insert into ${sql.table(table)} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(given)}::jsonb)`.execute(
    tx,
  );
}
