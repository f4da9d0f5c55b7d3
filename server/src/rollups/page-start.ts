import type { Database } from "@rounds/database/connect.ts";
import {
  type DayRange,
  endOfMonth,
  firstDay,
  lastDay,
  startOfMonth,
} from "@rounds/domain/calendar/calendar.ts";
import { type RawBuilder, sql } from "kysely";
import { type Piece, piecesOf } from "./pieces.ts";
import { within } from "./queries.ts";

/**
 * Where a page begins in a list that starts with the latest day: on which day, and how many rows of that day come
 * before it. Read from there, a page deep in the list costs as much as the first one.
 */
export type PageStart = { day: string; skip: number };

/** Up to this offset, skipping rows is faster than finding the day. */
export const plainOffset = 300;

/** The sum that counts the rows of a list of visits. */
export type VisitCount = "visits" | "completed_visits" | "other_visits";
/** The sum that counts the rows of a list. */
export type DayCount = VisitCount | "transactions";

/** The columns that make up those counts. */
export const dayCounts: Record<DayCount, RawBuilder<unknown>> = {
  visits: sql`visits`,
  completed_visits: sql`completed_visits`,
  other_visits: sql`visits - completed_visits`,
  transactions: sql`transactions`,
};

/** The counts of the days of a range as `day` and `count`, to be summed: what is kept of a day, and its changes. */
export function countsByDay(range: DayRange, counted: DayCount): RawBuilder<unknown> {
  const count = dayCounts[counted];
  return sql`
    select day, ${count} as count from day_totals where ${within("day", range)}
    union all select day, ${count} from rollup_changes where ${within("day", range)}`;
}

/**
 * The place of the row after `offset` others in the list of all visits or sales of a range; undefined if there is
 * none.
 */
export async function findPageStart(
  db: Database,
  range: DayRange,
  counted: DayCount,
  offset: number,
): Promise<PageStart | undefined> {
  const days = sql`select day as start, 'day' as level, count from (${countsByDay(range, counted)}) as days`;
  const found = await findStart(db, days, offset);
  return found && { day: found.start, skip: found.skip };
}

/** Products by their ids and by their numbers in the rollups. */
export type RollupProducts = { ids: readonly string[]; keys: readonly number[] };

/**
 * The same in the list of the sales of some products. Goes from years to months to days, because the days of many
 * products over years would be more rows than the page saves.
 */
export async function findProductsPageStart(
  db: Database,
  range: DayRange,
  products: RollupProducts,
  offset: number,
): Promise<PageStart | undefined> {
  let pieces = piecesOf({ from: range.from ?? firstDay, to: range.to ?? lastDay });
  let skip = offset;
  while (pieces.length > 0) {
    const found = await findStart(
      db,
      sql.join(
        pieces.map((piece) => countsIn(piece, products)),
        sql` union all `,
      ),
      skip,
    );
    if (found?.level === "day") return { day: found.start, skip: found.skip };
    skip = found?.skip ?? 0;
    pieces = found ? [partsOf(found)] : [];
  }
  return undefined;
}

/** A period with its sales of some products. */
function countsIn({ level, first, last }: Piece, { ids, keys }: RollupProducts): RawBuilder<unknown> {
  return sql`
    select start, level::text, transactions as count from product_periods
    where product_key = any(${keys}::integer[]) and level = ${level}::rollup_level
      and start >= ${first}::date and start <= ${last}::date
    union all
    select date_trunc(${level}, day::timestamp)::date, ${level}, transactions from rollup_changes
    where product_id = any(${ids}::uuid[]) and ${within("day", { from: first, to: endOf({ level, start: last }) })}`;
}

/** The days on which a page lies, and how many rows of the last one come before it. */
type PageDays = { from: string; to: string; skip: number };

/**
 * The same of both ends of a page, from the counts of days in parts (`day`, `transactions`): a list whose rows are in no index by day is read
 * for these days only.
 */
export async function findPageDays(
  db: Database,
  counts: RawBuilder<unknown>,
  { limit, offset }: { limit: number; offset: number },
): Promise<PageDays | undefined> {
  const { rows } = await sql<PageDays>`
    select min(day) as "from", max(day) as "to", (${offset}::bigint - min(before))::bigint as skip from (
      select day, count, sum(count) over (order by day desc) - count as before
      from (select day, sum(transactions) as count from (${counts}) as parts group by day) as days where count <> 0
    ) as running
    where before < ${offset + limit}::bigint and before + count > ${offset}::bigint
    having count(*) > 0`.execute(db);
  return rows[0];
}

type Period = { level: Piece["level"]; start: string };

/** The months of a year, the days of a month. */
function partsOf(period: Period): Piece {
  const last = endOf(period);
  return period.level === "year"
    ? { level: "month", first: period.start, last: startOfMonth(last) }
    : { level: "day", first: period.start, last };
}

function endOf({ level, start }: Period): string {
  if (level === "year") return `${start.slice(0, 4)}-12-31`;
  return level === "month" ? endOfMonth(start) : start;
}

/** The period with the row after `offset` others, among periods (`start`, `level`, `count`) in any order. */
async function findStart(db: Database, periods: RawBuilder<unknown>, offset: number) {
  const { rows } = await sql<Period & { skip: number }>`
    select start, level, skip::bigint from (
      select start, level, count, ${offset}::bigint - (sum(count) over (order by start desc) - count) as skip
      from (select start, level, sum(count) as count from (${periods}) as parts group by start, level) as periods
    ) as running
    where skip >= 0 and skip < count
  `.execute(db);
  return rows[0];
}
