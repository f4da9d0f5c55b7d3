import type { Database } from "@rounds/database/connect.ts";
import { plannedOnce } from "@rounds/database/statement-names.ts";
import {
  type Day,
  type DayRange,
  endOfMonth,
  endOfYear,
  startOfMonth,
  startOfYear,
} from "@rounds/domain/calendar/calendar.ts";
import { type RawBuilder, sql } from "kysely";
import { inMonths, type Piece, piecesOf } from "./pieces.ts";

/** Sums over days: see the table day_totals. `revenue` is rupees. */
export type Totals = {
  visits: number;
  completed_visits: number;
  transactions: number;
  items_sold: number;
  revenue: string;
  opening: number;
  purchases: number;
  sales: number;
  adjustments: number;
};

const dayMeasures = [
  "visits",
  "completed_visits",
  "transactions",
  "items_sold",
  "revenue",
  "opening",
  "purchases",
  "sales",
  "adjustments",
] as const satisfies (keyof Totals)[];
const productMeasures = dayMeasures.slice(2);

/**
 * A range with the same data: an end at or after the last day with data moves to the end of its year or month, a start
 * likewise, and both to everything. Such a range divides into fewer periods: a report on everything up to today reads
 * one sum, and so does one that began this month.
 */
export async function widen(db: Database, { from, to }: DayRange): Promise<DayRange> {
  if (isOnePeriod(piecesOf({ from, to }))) return { from, to };
  const { rows } = await sql<{ first: Day | null; last: Day | null }>`
    select least((select min(day) from day_totals), (select min(day) from rollup_changes)) as first,
      greatest((select max(day) from day_totals), (select max(day) from rollup_changes)) as last
  `.execute(db);
  const { first, last } = rows[0] ?? {};
  if (!first || !last) return {};
  const early = !from || from <= first;
  const late = !to || to >= last;
  if (early && late) return {};
  return {
    from: early ? (to && to >= endOfYear(first) ? startOfYear(first) : startOfMonth(first)) : from,
    to: late ? (from && from <= startOfYear(last) ? endOfYear(last) : endOfMonth(last)) : to,
  };
}

/** The sums over the days of a range. */
export async function readTotals(db: Database, range: DayRange): Promise<Totals> {
  const [sums] = await readTotalsOf(db, [range]);
  return sums;
}

/** The sums over the days of each range. */
export async function readTotalsOf<const Ranges extends readonly DayRange[]>(
  db: Database,
  ranges: Ranges,
): Promise<{ [At in keyof Ranges]: Totals }> {
  const parts = ranges.map(
    (range, n) => sql`select ${sql.lit(n)} as n, ${totals} from (${days(range)}) as days`,
  );
  const { rows } = await sql<Totals & { n: number }>`
    ${sql.join(parts, sql` union all `)} order by n ${plannedOnce}`.execute(db);
  // One row for each, in their order.
  return rows.map(({ n: _, ...sums }) => sums) as { [At in keyof Ranges]: Totals };
}

/** The sums of each day of a range with changes, in order. */
export async function readDays(db: Database, range: DayRange): Promise<({ day: Day } & Totals)[]> {
  const { rows } = await sql<{ day: Day } & Totals>`
    select day, ${totals} from (${days(range)}) as days group by day order by day
  `.execute(db);
  return rows;
}

/** Day totals and changes not folded in yet, unsummed: `day` and the table's measures. */
function days(range: DayRange): RawBuilder<unknown> {
  const columns = sql.join([sql.ref("day"), ...dayMeasures.map((name) => sql.ref(name))]);
  return sql`
    select ${columns} from day_totals where ${within("day", range)}
    union all select ${columns} from rollup_changes where ${within("day", range)}`;
}

/** Which products to sum: one, those of a report category (products without one count under "Other"), or all. */
export type ProductChoice = { product_id?: string; category?: string };

/** A condition on products under that choice. */
export function chosen({ product_id, category }: ProductChoice): RawBuilder<boolean> {
  const conditions = [
    product_id && sql`products.id = ${product_id}`,
    category && sql`coalesce(products.category, 'Other') = ${category}`,
  ].filter((condition) => condition !== undefined && condition !== "");
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

/**
 * The sums of each chosen product over the days of a (widened) range, one row for each that has any: `product_key` and
 * the table's measures.
 */
export function productSums(range: DayRange, choice: ProductChoice): RawBuilder<unknown> {
  const columns = sql.join(productMeasures.map((name) => sql.ref(name)));
  return sql`
    select product_key, ${sums(productMeasures)} from (
      select product_key, ${columns} from product_periods
      where (${inPieces(piecesOf(range))}) and ${keysOf(choice)}
      union all
      select rollup_key, ${columns} from rollup_changes join products on products.id = product_id
      where ${within("day", range)} and ${chosen(choice)}
    ) as parts group by product_key`;
}

/** The sums of each day of a range over the chosen products: `day` and the table's measures. */
export function productDays(range: DayRange, choice: ProductChoice): RawBuilder<unknown> {
  const columns = sql.join(productMeasures.map((name) => sql.ref(name)));
  return sql`
    select day, ${sums(productMeasures)} from (
      select start as day, ${columns} from product_periods
      where level = 'day' and ${within("start", range)} and ${keysOf(choice)}
      union all
      select day, ${columns} from rollup_changes join products on products.id = product_id
      where ${within("day", range)} and ${chosen(choice)}
    ) as parts group by day`;
}

/** Units bought and sold (net), sales and their revenue in rupees, over a day or over the month that begins on it. */
export type PeriodSums = { day: Day } & Pick<Totals, "purchases" | "sales" | "transactions" | "revenue">;

const periodMeasures = [
  "purchases",
  "sales",
  "transactions",
  "revenue",
] as const satisfies (keyof PeriodSums)[];

/**
 * The sums of the chosen products over the days of a range, in order: of each day or, `by` month, of each whole month
 * and of single days at both ends. Days and months without changes are left out.
 */
export async function readProductPeriods(
  db: Database,
  { from, to }: Required<DayRange>,
  choice: ProductChoice,
  by: "day" | "month",
): Promise<PeriodSums[]> {
  const pieces: Piece[] = by === "day" ? [{ level: "day", first: from, last: to }] : inMonths(from, to);
  const columns = (table: string) => sql.join(periodMeasures.map((name) => sql.ref(`${table}.${name}`)));
  const months = pieces.find(({ level }) => level === "month");
  // A change that is not folded in yet counts with its month, as an edit of a price alone is no sale by itself.
  const day = months
    ? sql`case when ${within("day", { from: months.first, to: endOfMonth(months.last) })}
        then date_trunc('month', day::timestamp)::date else day end`
    : sql`day`;
  const { rows } = await sql<PeriodSums>`
    select day, ${sums(periodMeasures)} from (
      select start as day, ${columns("product_periods")} from product_periods
      where (${inPieces(pieces)}) and ${keysOf(choice)}
      union all
      select ${day}, ${columns("rollup_changes")}
      from rollup_changes join products on products.id = product_id
      where ${within("day", { from, to })} and ${chosen(choice)}
    ) as parts group by day order by day
  `.execute(db);
  return rows;
}

/**
 * A count of each doctor's visits in two parts: `kept`, and `noted` for doctors with changes not folded in yet; both
 * with `doctor` and `total`. Both have a doctor only once. Whether `kept` is `summed` tells what reading it costs.
 */
export type KeptCounts = { kept: RawBuilder<unknown>; summed: boolean; noted: RawBuilder<unknown> };

/** The visits of each doctor over the days of a (widened) range, by the doctors' numbers: of a count of visits. */
export function doctorCounts(range: DayRange, measure: RawBuilder<unknown>): KeptCounts {
  const pieces = piecesOf(range);
  // As integer: its sum is fast, that of bigint is a numeric.
  const count = sql`(${measure})::integer`;
  const kept = sql`from doctor_periods where ${inPieces(pieces)}`;
  const summed = !isOnePeriod(pieces);
  return {
    kept: summed
      ? sql`select doctor_key as doctor, sum(${count}) as total ${kept} group by doctor_key`
      : sql`select doctor_key as doctor, ${count} as total ${kept}`,
    summed,
    noted: sql`
      select rollup_key as doctor, sum(${count})::integer as total
      from rollup_changes join doctors on doctors.id = doctor_id where ${within("day", range)} group by rollup_key`,
  };
}

/** Whether the pieces are one kept sum. */
export function isOnePeriod([piece, ...others]: readonly Piece[]): boolean {
  return piece !== undefined && others.length === 0 && piece.first === piece.last;
}

const totals = sums(dayMeasures);

function sums(measures: readonly string[]): RawBuilder<unknown> {
  return sql.join(
    measures.map((name) =>
      name === "revenue"
        ? sql`coalesce(sum(revenue), 0.00) as revenue`
        : sql`coalesce(sum(${sql.ref(name)}), 0)::bigint as ${sql.ref(name)}`,
    ),
  );
}

/** A condition that a column of days is in a range. */
export function within(column: string, { from, to }: DayRange): RawBuilder<boolean> {
  const conditions = [
    from && sql`${sql.ref(column)} >= ${from}::date`,
    to && sql`${sql.ref(column)} <= ${to}::date`,
  ].filter((condition) => condition !== undefined && condition !== "");
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

/**
 * A condition on a row of kept sums that its period is one of the pieces. Of all days there is one row, whose start is not asked
 * for: PostgreSQL would expect a few rows where there is one for each doctor or product.
 */
export function inPieces(pieces: readonly Piece[]): RawBuilder<unknown> {
  if (pieces.length === 0) return sql`false`;
  return sql.join(
    pieces.map(({ level, first, last }) =>
      level === "all"
        ? sql`level = ${level}::rollup_level`
        : sql`(level = ${level}::rollup_level and start >= ${first}::date and start <= ${last}::date)`,
    ),
    sql` or `,
  );
}

/** A condition on a row of kept sums that its product is chosen. */
export function keysOf(choice: ProductChoice): RawBuilder<unknown> {
  if (!choice.product_id && !choice.category) return sql`true`;
  return sql`product_key = any (array(select rollup_key from products where ${chosen(choice)}))`;
}
