import type { Database } from "@rounds/database/connect.ts";
import { onlyRow } from "@rounds/database/select.ts";
import type { DayRange } from "@rounds/domain/calendar/calendar.ts";
import { type RawBuilder, sql } from "kysely";
import { piecesOf } from "./pieces.ts";
import { chosen, inPieces, keysOf, type ProductChoice, type Totals, within } from "./queries.ts";

// The sums of what one person recorded (docs/decisions/0079-sums-by-person.md). They know no visit without an author.

/** A person's visits and sales of the days of a range. */
export async function readPersonTotals(db: Database, person: string, range: DayRange) {
  const columns = sql`visits, completed_visits, transactions`;
  return onlyRow(
    await sql<Pick<Totals, "visits" | "completed_visits" | "transactions">>`
      select coalesce(sum(visits), 0)::bigint as visits, coalesce(sum(completed_visits), 0)::bigint as completed_visits,
        coalesce(sum(transactions), 0)::bigint as transactions
      from (
        select ${columns} from person_periods
        where person_id = ${person}::uuid and (${inPieces(piecesOf(range))})
        union all
        select ${columns} from rollup_changes where person_id = ${person}::uuid and ${within("day", range)}
      ) as parts`.execute(db),
  );
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
