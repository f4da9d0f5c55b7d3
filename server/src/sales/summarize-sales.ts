import type { Database } from "@rounds/database/connect.ts";
import { snapshot } from "@rounds/database/transaction.ts";
import { type Day, firstDay } from "@rounds/domain/calendar/calendar.ts";
import { daysBefore } from "@rounds/domain/calendar/compared.ts";
import { type Rupees, toPaise, toRupees } from "@rounds/domain/money/money.ts";
import type { ProductCategory } from "@rounds/domain/products/categories.ts";
import { emptySummary } from "@rounds/domain/sales/empty-summary.ts";
import {
  type DoctorSales,
  type SalesFilters,
  type SalesSummary,
  type SalesTrend,
  topDoctorCount,
} from "@rounds/domain/sales/sales.ts";
import { type DaySums, trendOf } from "@rounds/domain/sales/trend.ts";
import { type RawBuilder, sql } from "kysely";
import { readChartDays } from "../rollups/chart-days.ts";
import { productSums, widen } from "../rollups/queries.ts";
import type { Asker } from "../team/whose.ts";
import {
  isAllOfPerson,
  isEveryProductOfPerson,
  isOfPerson,
  isSummed,
  personProductSums,
  personSaleDays,
  readTopDoctors,
  readTopDoctorsOf,
  readTopDoctorsOfPerson,
  type Selection,
  selectedSales,
  selectionOf,
} from "./queries.ts";

/** Cards and charts: sums of the same sales as the list under the same filters. */
export async function summarizeSales(
  db: Database,
  filters: SalesFilters,
  asker: Asker,
): Promise<SalesSummary> {
  const { today } = asker;
  return await snapshot(db, async (tx) => {
    const found = await selectionOf(tx, filters, asker);
    if (!found) return emptySummary;
    const selection = await widened(tx, found);
    const categories = await readCategories(tx, selection);
    const top_doctors = await readTop(tx, selection);
    const days = daysBefore(found.range, today);
    const earlier = days && (await readCategories(tx, await widened(tx, { ...found, range: days })));
    return {
      ...totalsOf(categories),
      by_category: categories.map(({ category, revenue }) => ({ category, revenue })),
      top_doctors,
      trend: await readTrend(tx, found, today),
      before: days && earlier && { ...days, ...totalsOf(earlier) },
    };
  });
}

async function readTop(db: Database, selection: Selection): Promise<DoctorSales[]> {
  if (selection.products) return await readTopDoctorsOf(db, selection, topDoctorCount);
  if (isAllOfPerson(selection)) return await readTopDoctorsOfPerson(db, selection, topDoctorCount);
  if (isSummed(selection)) return await readTopDoctors(db, selection.range, topDoctorCount);
  return await readTopDoctorsOf(db, selection, topDoctorCount);
}

/** The revenue of the selected sales over their days, up to today. */
async function readTrend(db: Database, selection: Selection, today: Day): Promise<SalesTrend | null> {
  const { range, choice } = selection;
  const { from = firstDay, to = today } = range;
  const days = { from, to: to < today ? to : today };
  const isOpen = from === firstDay;
  const isShown = ({ transactions }: { transactions: number }) => transactions !== 0;
  const sold = isSummed(selection)
    ? await readChartDays(db, { days, choice, isOpen, isShown })
    : await readSoldDays(db, { ...selection, range: days });
  return trendOf(sold, days, isOpen);
}

/** The days of the selected sales, in order: those of one doctor are few, and no rollup has them. */
async function readSoldDays(db: Database, selection: Selection): Promise<DaySums[]> {
  if (isEveryProductOfPerson(selection)) {
    const { rows } = await sql<DaySums>`
      select day, sum(transactions)::bigint as transactions, sum(revenue) as revenue
      from (${personSaleDays(db, selection)}) as parts
      group by day having sum(transactions) <> 0 order by day`.execute(db);
    return rows;
  }
  return await selectedSales(db, selection)
    .select([
      "transaction_date as day",
      sql<number>`count(*)`.as("transactions"),
      sql<string>`sum(total_amount)`.as("revenue"),
    ])
    .groupBy("transaction_date")
    .orderBy("transaction_date")
    .execute();
}

/** The same selection, over days that divide into few sums where sums are read. */
async function widened(db: Database, selection: Selection): Promise<Selection> {
  if (!isSummed(selection) && !isOfPerson(selection)) return selection;
  return { ...selection, range: await widen(db, selection.range) };
}

function totalsOf(categories: readonly CategorySums[]) {
  return {
    revenue: toRupees(categories.reduce((sum, { revenue }) => sum + toPaise(revenue), 0n)),
    items_sold: categories.reduce((sum, { items_sold }) => sum + items_sold, 0),
    transactions: categories.reduce((sum, { transactions }) => sum + transactions, 0),
  };
}

type CategorySums = { category: ProductCategory; revenue: Rupees; items_sold: number; transactions: number };

/** The sums of each category with sales, largest first; together they are the cards. */
async function readCategories(db: Database, selection: Selection): Promise<CategorySums[]> {
  if (isSummed(selection)) {
    const sums = productSums(selection.range, selection.choice);
    return await sumByCategory(db, sums, sql`products.rollup_key = sums.product_key`);
  }
  if (isAllOfPerson(selection)) {
    const sums = personProductSums(db, selection);
    return await sumByCategory(db, sums, sql`products.rollup_key = sums.product_key`);
  }
  const sums = selectedSales(db, selection)
    .select([
      "product_id",
      sql<number>`count(*)`.as("transactions"),
      sql<number>`sum(quantity)`.as("items_sold"),
      sql<string>`sum(total_amount)`.as("revenue"),
    ])
    .groupBy("product_id");
  return await sumByCategory(db, sql`${sums}`, sql`products.id = sums.product_id`);
}

async function sumByCategory(db: Database, sums: RawBuilder<unknown>, isProduct: RawBuilder<unknown>) {
  const { rows } = await sql<CategorySums>`
    select coalesce(products.category, 'Other') as category, sum(sums.revenue) as revenue,
      sum(sums.items_sold)::bigint as items_sold, sum(sums.transactions)::bigint as transactions
    from (${sums}) as sums join products on ${isProduct}
    where sums.transactions > 0
    group by 1
    order by sum(sums.revenue) desc, 1
  `.execute(db);
  return rows;
}
