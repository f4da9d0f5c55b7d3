import type { Database } from "@rounds/database/connect.ts";
import { columnsOf, countAll, readPage } from "@rounds/database/select.ts";
import type { DayRange } from "@rounds/domain/calendar/calendar.ts";
import {
  type LedgerFilters,
  type LedgerPage,
  type LedgerRow,
  stockTransaction,
  type TransactionType,
} from "@rounds/domain/stock/stock.ts";
import { type RawBuilder, sql } from "kysely";
import type { View } from "../api/context.ts";
import { found } from "../api/record.ts";
import { productDays, within } from "../rollups/queries.ts";
import { authorOf } from "../team/queries.ts";
import { personOf } from "../team/whose.ts";

const columns = columnsOf(stockTransaction, "stock_transactions");

/** A ledger row by its id, with the digest of the request that created it. */
export async function readTransaction(db: Database, id: string) {
  return await db
    .selectFrom("stock_transactions")
    .select(columns)
    .select("creation_digest")
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Who last moved a product's stock, and when; undefined if nobody ever did. */
export async function readLatestMovement(db: Database, product_id: string) {
  return await db
    .selectFrom("stock_transactions")
    .select(["created_by as by", "created_at as at"])
    .where("product_id", "=", product_id)
    .orderBy("sequence", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** Units of a product that can be sold today: the closing stock of its ledger. Throws `not_found`. */
export async function readAvailability(db: Database, product_id: string): Promise<{ available: number }> {
  const row = await db
    .selectFrom("products")
    .select("current_stock as available")
    .where("id", "=", product_id)
    .executeTakeFirst();
  return found(row);
}

/**
 * One page of the matching rows of a product's ledger, newest first; each row with the stock after it in the whole
 * ledger. Throws `not_found`.
 */
export async function listLedger(
  { db, actor }: Pick<View, "db" | "actor">,
  product_id: string,
  { page, page_size, ...filters }: LedgerFilters,
): Promise<LedgerPage> {
  const condition = letThrough(product_id, filters, actor);
  const rows = ledgerOf(db, product_id).where(condition);
  const [list] = await Promise.all([
    readPage(page, page_size, countAll(rows), (offset) =>
      readLedgerRows(db, product_id, condition, page_size, offset),
    ),
    readAvailability(db, product_id),
  ]);
  return list;
}

type RowFilters = Omit<LedgerFilters, "page" | "page_size">;

function ledgerOf(db: Database, product_id: string) {
  return db.selectFrom("stock_transactions").where("stock_transactions.product_id", "=", product_id);
}

/** A condition on rows of a product's ledger. */
function letThrough(product_id: string, filters: RowFilters, actor: View["actor"]): RawBuilder<boolean> {
  const { kind, start_date, end_date, representative } = filters;
  const days = start_date !== "" && end_date !== "" ? { from: start_date, to: end_date } : {};
  const chosen =
    kind === "sold_before_received"
      ? wasBelowNothing(product_id, days)
      : sql<boolean>`${within("transaction_date", days)} and ${isOfKind(kind)}`;
  const person = personOf(representative, { actor });
  if (person === undefined) return chosen;
  return sql<boolean>`${chosen} and stock_transactions.created_by is not distinct from ${person}::uuid`;
}

/**
 * A condition that the ledger was below 0 before or after a row, on a day of the range that began or ended below 0.
 * The sums by day show which days those are; only their rows are read.
 */
function wasBelowNothing(product_id: string, days: DayRange): RawBuilder<boolean> {
  return sql<boolean>`(transaction_date, sequence) in (
    select transaction_date, sequence from (
      select rows.transaction_date, rows.sequence, rows.quantity,
        before + sum(rows.quantity) over (partition by rows.transaction_date order by rows.sequence) as balance
      from (
        select day, closing - moved as before from (
          select day, moved, sum(moved) over (order by day) as closing from (
            select day, opening + purchases - sales + adjustments as moved
            from (${productDays({}, { product_id })}) as sums
          ) as days
        ) as days
        where least(closing, closing - moved) < 0 and ${within("day", days)}
      ) as days
      join stock_transactions as rows on rows.product_id = ${product_id} and rows.transaction_date = day
    ) as running
    where least(balance, balance - quantity) < 0
  )`;
}

function isOfKind(kind: "" | TransactionType): RawBuilder<boolean> {
  const isSale = sql<boolean>`is_sale_movement(transaction_type, reference_type)`;
  switch (kind) {
    case "":
      return sql<boolean>`true`;
    case "sale":
      return isSale;
    case "opening":
    case "purchase":
    case "adjustment":
      return sql<boolean>`transaction_type = ${kind} and not ${isSale}`;
  }
}

/** A page's rows with their balances, from one read of ledger and stock, so that both are from the same moment. */
async function readLedgerRows(
  db: Database,
  product_id: string,
  condition: RawBuilder<boolean>,
  limit: number,
  offset: number,
): Promise<LedgerRow[]> {
  const chosenRow = (order: "asc" | "desc") =>
    sql`(select transaction_date, sequence from chosen
      order by transaction_date ${sql.raw(order)}, sequence ${sql.raw(order)} limit 1)`;
  const place = sql`(transaction_date, sequence)`;
  return await db
    // Without filters, all of this is in the index alone.
    .with("chosen", () =>
      ledgerOf(db, product_id)
        .where(condition)
        .select(["product_id", "transaction_date", "sequence"])
        .orderBy("transaction_date", "desc")
        .orderBy("sequence", "desc")
        .limit(limit)
        .offset(offset),
    )
    .with("newer", () =>
      ledgerOf(db, product_id)
        .where(sql<boolean>`${place} > ${chosenRow("desc")}`)
        .select(sql<number>`coalesce(sum(quantity), 0)`.as("units")),
    )
    // Filters leave rows out between those of the page: the balances include them all.
    .with("balances", () =>
      ledgerOf(db, product_id)
        .innerJoin("products", "products.id", "stock_transactions.product_id")
        .where(sql<boolean>`${place} <= ${chosenRow("desc")}`)
        .where(sql<boolean>`${place} >= ${chosenRow("asc")}`)
        .select(["transaction_date", "sequence"])
        .select(
          sql<number>`current_stock - (select units from newer) + quantity
            - sum(quantity) over (order by transaction_date desc, sequence desc)`.as("balance"),
        ),
    )
    .selectFrom("chosen")
    .innerJoin("balances", (join) =>
      join
        .onRef("balances.transaction_date", "=", "chosen.transaction_date")
        .onRef("balances.sequence", "=", "chosen.sequence"),
    )
    .innerJoin("stock_transactions", (join) =>
      join
        .onRef("stock_transactions.product_id", "=", "chosen.product_id")
        .onRef("stock_transactions.transaction_date", "=", "chosen.transaction_date")
        .onRef("stock_transactions.sequence", "=", "chosen.sequence"),
    )
    .leftJoin("visits", "visits.id", "stock_transactions.reference_id")
    .leftJoin("doctors", "doctors.id", "visits.doctor_id")
    .select(columns)
    .select([
      authorOf("stock_transactions").as("made_by"),
      "visits.id as visit_id",
      "doctors.name as doctor_name",
    ])
    .select(sql<number>`balances.balance::bigint`.as("balance"))
    .orderBy("chosen.transaction_date", "desc")
    .orderBy("chosen.sequence", "desc")
    .execute();
}

/** All rows of a product's ledger that match the filters, newest first. */
export function allLedgerRows(
  { db, actor }: Pick<View, "db" | "actor">,
  product_id: string,
  filters: RowFilters,
): RawBuilder<LedgerRow> {
  const rows = ledgerOf(db, product_id)
    .selectAll("stock_transactions")
    .select(sql<number>`sum(quantity) over (order by transaction_date, sequence)`.as("balance"));
  return sql<LedgerRow>`
    select ${sql.join(columns.map((column) => sql.ref(column)))}, balance::bigint as balance,
      ${authorOf("stock_transactions")} as made_by, visits.id as visit_id, doctors.name as doctor_name
    from (
      select * from (${rows}) as stock_transactions where ${letThrough(product_id, filters, actor)}
    ) as stock_transactions
      left join visits on visits.id = stock_transactions.reference_id
      left join doctors on doctors.id = visits.doctor_id
    order by transaction_date desc, sequence desc`;
}
