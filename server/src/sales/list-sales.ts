import type { Database } from "@rounds/database/connect.ts";
import { countAll } from "@rounds/database/select.ts";
import { snapshot } from "@rounds/database/transaction.ts";
import type { DayRange } from "@rounds/domain/calendar/calendar.ts";
import { clampPage } from "@rounds/domain/paging/paging.ts";
import type { SaleRow, SalesFilters, SalesPage } from "@rounds/domain/sales/sales.ts";
import { type RawBuilder, sql } from "kysely";
import {
  findPageDays,
  findPageStart,
  findProductsPageStart,
  type PageStart,
  plainOffset,
} from "../rollups/page-start.ts";
import { countOfPerson } from "../rollups/person-sums.ts";
import { productSums, readTotals, widen } from "../rollups/queries.ts";
import { otherChanger } from "../team/queries.ts";
import type { Asker } from "../team/whose.ts";
import {
  isEveryProductOfPerson,
  isSummed,
  personSaleDays,
  type Selection,
  selectedSales,
  selectionOf,
  unsignedSales,
} from "./queries.ts";

/** One page of the sales that match the filters, latest day first; within a day, latest entry first. */
export async function listSales(
  db: Database,
  { page, page_size, ...filters }: SalesFilters & { page: number; page_size: number },
  asker: Asker,
): Promise<SalesPage> {
  return await snapshot(db, async (tx) => {
    const selection = await selectionOf(tx, filters, asker);
    const total = selection ? await countSales(tx, selection) : 0;
    const shown = clampPage(page, total, page_size);
    const rows =
      selection && total > 0 ? await readRows(tx, selection, page_size, (shown - 1) * page_size) : [];
    return { rows, total, page: shown, page_size };
  });
}

async function countSales(db: Database, selection: Selection): Promise<number> {
  const { range, choice, products } = selection;
  if (isEveryProductOfPerson(selection)) {
    return await countOfPerson(
      db,
      { person: selection.person.id, range, counted: "transactions" },
      unsignedSales(db, selection),
    );
  }
  if (!isSummed(selection)) return await countAll(selectedSales(db, selection));
  if (!products) return (await readTotals(db, range)).transactions;
  return await sumOf(db, productSums(await widen(db, range), choice));
}

async function sumOf(db: Database, sums: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(transactions), 0)::bigint as total from (${sums}) as sums`.execute(db);
  return rows[0]?.total ?? 0;
}

async function readRows(
  db: Database,
  selection: Selection,
  limit: number,
  offset: number,
): Promise<SaleRow[]> {
  const { range, skip } = await placeOf(db, selection, limit, offset);
  const rows = await db
    .with("chosen", () =>
      selectedSales(db, { ...selection, range })
        .select(["sales.id", "sales.transaction_date"])
        .orderBy("sales.transaction_date", "desc")
        .orderBy("sales.id", "desc")
        .limit(limit)
        .offset(skip),
    )
    .selectFrom("chosen")
    .innerJoin("sales", "sales.id", "chosen.id")
    .innerJoin("visits", "visits.id", "sales.visit_id")
    .innerJoin("doctors", "doctors.id", "sales.doctor_id")
    .innerJoin("products", "products.id", "sales.product_id")
    .select([
      "sales.id",
      "sales.visit_id",
      "sales.quantity",
      "sales.unit_price",
      "sales.total_amount",
      "sales.transaction_date",
      "visits.visit_date",
      "visits.created_by",
      otherChanger.as("changed_by_id"),
      "doctors.id as doctor_id",
      "doctors.name as doctor_name",
      "doctors.specialization",
      "products.id as product_id",
      "products.name as product_name",
      "products.category",
    ])
    .orderBy("chosen.transaction_date", "desc")
    .orderBy("chosen.id", "desc")
    .execute();
  return rows.map(
    ({ doctor_id, doctor_name, specialization, product_id, product_name, category, ...sale }) => ({
      ...sale,
      doctor: { id: doctor_id, name: doctor_name, specialization },
      product: { id: product_id, name: product_name, category },
    }),
  );
}

/** Which days to read for a page, and how many of their rows come before it. */
async function placeOf(
  db: Database,
  selection: Selection,
  limit: number,
  offset: number,
): Promise<{ range: DayRange; skip: number }> {
  if (isEveryProductOfPerson(selection)) {
    const days = await findPageDays(db, personSaleDays(db, selection), { limit, offset });
    if (days) return { range: { from: days.from, to: days.to }, skip: days.skip };
  }
  const start = await startOf(db, selection, offset);
  if (!start) return { range: selection.range, skip: offset };
  return { range: { ...selection.range, to: start.day }, skip: start.skip };
}

/** Where to read a page from; undefined means from the first row, past the offset. */
async function startOf(db: Database, selection: Selection, offset: number): Promise<PageStart | undefined> {
  const { range, choice, products } = selection;
  if (!isSummed(selection)) return undefined;
  // No index has the sales of several products in order: their page is searched day by day, and if none of them was
  // sold for years, the search must not start today.
  if (offset <= plainOffset && !choice.category) return undefined;
  if (products) return await findProductsPageStart(db, range, products, offset);
  return await findPageStart(db, range, "transactions", offset);
}
