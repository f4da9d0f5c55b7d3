import { pageSize } from "@rounds/domain/paging/paging.ts";
import { type LedgerPage, type LedgerRow, stockTransaction } from "@rounds/domain/stock/stock.ts";
import { sql } from "kysely";
import type { Database } from "../database/connect.ts";
import { columnsOf, countAll, readPage } from "../database/select.ts";
import { found } from "../http/record.ts";

const columns = columnsOf(stockTransaction, "stock_transactions");

/** A ledger row by its id, with the digest of the request that made it. */
export async function readTransaction(db: Database, id: string) {
  return await db
    .selectFrom("stock_transactions")
    .select(columns)
    .select("creation_digest")
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Who moved a product's stock last, and when; undefined when nothing ever did. */
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

/** One page of a product's ledger, newest first, each row with the stock after it. Throws `not_found`. */
export async function listLedger(db: Database, product_id: string, wanted: number): Promise<LedgerPage> {
  const ledger = db.selectFrom("stock_transactions").where("product_id", "=", product_id);
  const [list] = await Promise.all([
    readPage(wanted, pageSize, countAll(ledger), (offset) => readLedgerRows(db, product_id, offset)),
    readAvailability(db, product_id),
  ]);
  return list;
}

/** A page's rows with their balances, from one look at ledger and stock, so that both are of the same moment. */
async function readLedgerRows(db: Database, product_id: string, offset: number): Promise<LedgerRow[]> {
  const newestFirst = db
    .selectFrom("stock_transactions")
    .where("product_id", "=", product_id)
    .orderBy("transaction_date", "desc")
    .orderBy("sequence", "desc");
  const rows = await db
    // What comes before the page, and where its rows are, stands in the index alone.
    .with("newer", () => newestFirst.select("quantity").limit(offset))
    .with("chosen", () =>
      newestFirst.select(["product_id", "transaction_date", "sequence"]).limit(pageSize).offset(offset),
    )
    .selectFrom("chosen")
    .innerJoin("stock_transactions", (join) =>
      join
        .onRef("stock_transactions.product_id", "=", "chosen.product_id")
        .onRef("stock_transactions.transaction_date", "=", "chosen.transaction_date")
        .onRef("stock_transactions.sequence", "=", "chosen.sequence"),
    )
    .innerJoin("products", "products.id", "chosen.product_id")
    .leftJoin("auth.users", "auth.users.id", "stock_transactions.created_by")
    .leftJoin("visits", "visits.id", "stock_transactions.reference_id")
    .select(columns)
    .select(["auth.users.email as made_by", "visits.id as visit_id"])
    .select((eb) =>
      eb(
        "products.current_stock",
        "-",
        eb.selectFrom("newer").select(sql<number>`coalesce(sum(quantity), 0)`.as("units")),
      ).as("page_balance"),
    )
    .orderBy("chosen.transaction_date", "desc")
    .orderBy("chosen.sequence", "desc")
    .execute();
  let balance = Number(rows[0]?.page_balance ?? 0);
  return rows.map(({ page_balance: _, ...row }) => {
    const after = balance;
    balance -= row.quantity;
    return { ...row, balance: after };
  });
}
