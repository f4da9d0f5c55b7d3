import { randomBytes } from "node:crypto";
import type { Database } from "@rounds/database/connect.ts";
import type { LikeRecord } from "@rounds/domain/imports/import-row.ts";
import { cleanProduct } from "@rounds/domain/imports/products/clean-product.ts";
import { keysOf, nameOf } from "@rounds/domain/imports/products/compare-products.ts";
import { judgeProduct, type ProductValues } from "@rounds/domain/imports/products/judge-product.ts";
import { formatCount } from "@rounds/domain/money/count.ts";
import { formatRupees } from "@rounds/domain/money/money.ts";
import type { ProductInput } from "@rounds/domain/products/product.ts";
import { uuidV7 } from "@rounds/domain/records/uuid-v7.ts";
import { sql } from "kysely";
import { creationDigest } from "../../api/record.ts";
import { appendMovements, type Movement } from "../../stock/ledger.ts";
import {
  type Asked,
  type JudgedRow,
  type NounImport,
  type ReadRow,
  refusal,
  type StoredRow,
  targetsOf,
} from "../noun-import.ts";
import type { Changed, Made } from "../write-records.ts";
import { readKnown } from "./known-products.ts";
import { undoProducts } from "./undo-products.ts";
import { productRecords, unnamed } from "./write-products.ts";

/** Bringing in products, with an opening stock of those that are new. */
export const productImport: NounImport = {
  read,
  lock,
  write,
  undo: undoProducts,
  describe,
  words: {
    addedMeanwhile: "A product like this was added after the file was checked.",
    changedMeanwhile: "This product was changed after the file was checked.",
    choose: "Please choose a product that is there",
  },
};

async function read(tx: Database, rows: readonly StoredRow[], { id, actor }: Asked): Promise<ReadRow[]> {
  const cleaned = rows.map((stored) => ({ stored, cleaned: cleanProduct(stored.cells) }));
  const known = await readKnown(tx, id, cleaned);
  const refusedToChange = refusal(actor, "change_products");
  const refusedToMove = refusal(actor, "move_stock", "stock");
  return cleaned.map(({ stored, cleaned: row }) => {
    const products = known.get(stored.line) ?? [];
    const keys = keysOf(nameOf(row));
    return {
      stored,
      keys: { kept: keys, sought: keys },
      known: products.map((product) => product.id),
      judge: (others) =>
        judgeProduct({
          row,
          known: products,
          others: others.map(({ cells, ...other }) => ({ ...other, name: nameOf(cleanProduct(cells)) })),
          decision: stored.decision,
          chosen_id: stored.chosen_id,
          refusedToChange,
          refusedToMove,
        }),
    };
  });
}

/** Locks the products that are updated, in the order of every command. */
async function lock(tx: Database, rows: readonly StoredRow[]): Promise<void> {
  await sql`select from products where id = any(${targetsOf(rows)}::uuid[]) order by id for no key update`.execute(
    tx,
  );
}

async function write(tx: Database, rows: readonly JudgedRow[], { id, actor, now, today }: Asked) {
  const records = new Map<number, string>();
  const made: Made<ProductInput>[] = [];
  const changed: Changed<ProductInput>[] = [];
  const openings: Movement[] = [];
  const products = await productRecords.read(tx, targetsOf(rows.map(({ judgement }) => judgement)));
  for (const { stored, judgement } of rows) {
    // `judgeProduct` chose them.
    const { stock, ...values } = judgement.values as ProductValues;
    const target = judgement.verdict === "update" ? products.get(judgement.target_id ?? "") : undefined;
    const product_id = target?.id ?? uuidV7(Date.parse(now), randomBytes(10));
    records.set(stored.line, product_id);
    if (target) {
      changed.push({ id: product_id, batch_id: stored.batch_id, fields: { ...target, ...values } });
      continue;
    }
    const creation_digest = creationDigest({ import: id, line: stored.line });
    made.push({ ...unnamed, ...values, id: product_id, creation_digest });
    if (stock)
      openings.push({
        product_id,
        transaction_type: "opening",
        quantity: stock,
        transaction_date: today,
        reference_type: "manual_adjustment",
        reference_id: null,
        notes: "Opening stock",
      });
  }
  // Before the updates: what follows an edit in its transaction is recorded as a part of it.
  await productRecords.create(tx, made, actor);
  await appendMovements(tx, openings, actor);
  await productRecords.update(tx, changed, actor);
  return records;
}

/** The price and the stock tell products of one name apart. */
async function describe(db: Database, ids: readonly string[]): Promise<LikeRecord[]> {
  const { rows } = await sql<{ id: string; name: string; price: string; current_stock: number }>`
    select id, name, price, current_stock from products where id = any(${ids}::uuid[])`.execute(db);
  return rows.map(({ id, name, price, current_stock }) => ({
    id,
    name,
    where: `${formatRupees(price)}, ${formatCount(current_stock)} in stock`,
  }));
}
