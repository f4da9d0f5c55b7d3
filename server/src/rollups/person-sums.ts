import type { Database } from "@rounds/database/connect.ts";
import { onlyRow } from "@rounds/database/select.ts";
import { plannedOnce } from "@rounds/database/statement-names.ts";
import type { Tables } from "@rounds/database/tables.ts";
import type { DayRange } from "@rounds/domain/calendar/calendar.ts";
import { type RawBuilder, type SelectQueryBuilder, sql } from "kysely";
import { type DayCount, dayCounts } from "./page-start.ts";
import { piecesOf } from "./pieces.ts";
import { chosen, inPieces, keysOf, type ProductChoice, within } from "./queries.ts";

// The sums of what one person recorded (docs/decisions/0079-sums-by-person.md). They know no visit without an author.

/**
 * How many visits or sales of a range are a person's: those that they recorded, by the sum that counts them, and `others`,
 * which have no author.
 */
export async function countOfPerson<From extends keyof Tables>(
  db: Database,
  { person, range, counted }: { person: string; range: DayRange; counted: DayCount },
  others: SelectQueryBuilder<Tables, From, unknown>,
): Promise<number> {
  const count = dayCounts[counted];
  // How the others are best found may depend on the range.
  const planning = range.from || range.to ? sql`` : plannedOnce;
  const { total } = onlyRow(
    await sql<{ total: number }>`
      select coalesce(sum(count), 0)::bigint as total from (
        select ${count} as count from person_periods
        where person_id = ${person}::uuid and (${inPieces(piecesOf(range))})
        union all
        select ${count} from rollup_changes where person_id = ${person}::uuid and ${within("day", range)}
        union all
        ${others.select(sql`count(*)`.as("count"))}
      ) as parts ${planning}`.execute(db),
  );
  return total;
}

/** A person's sales by day over a range, in parts: `day`, `transactions` and `revenue`. */
export function personDays(person: string, range: DayRange): RawBuilder<unknown> {
  return sql`
    select start as day, transactions, revenue from person_periods
    where person_id = ${person}::uuid and level = 'day' and ${within("start", range)}
    union all
    select day, transactions, revenue from rollup_changes
    where person_id = ${person}::uuid and ${within("day", range)}`;
}

/** A person's sales of the chosen products on all days, in parts: `product_key` and the measures of a sale. */
export function personProducts(person: string, choice: ProductChoice): RawBuilder<unknown> {
  const columns = sql`transactions, items_sold, revenue`;
  return sql`
    select product_key, ${columns} from person_products where person_id = ${person}::uuid and ${keysOf(choice)}
    union all
    select rollup_key, ${columns} from rollup_changes join products on products.id = product_id
    where person_id = ${person}::uuid and ${chosen(choice)}`;
}

/** The revenue of a person's sales on all days, in parts: `doctor_key` and `revenue`. */
export function personDoctors(person: string): RawBuilder<unknown> {
  return sql`
    select doctor_key, revenue from person_doctors where person_id = ${person}::uuid
    union all
    select rollup_key, revenue from rollup_changes join doctors on doctors.id = doctor_id
    where person_id = ${person}::uuid and product_id is not null`;
}
