import type { Database } from "@rounds/database/connect.ts";
import { addDays, type Day, startOfMonth } from "@rounds/domain/calendar/calendar.ts";
import { fieldDaysOfMonth } from "@rounds/domain/coverage/field-days.ts";
import { type Month, monthDaysOf } from "@rounds/domain/coverage/report-month.ts";
import { type RawBuilder, sql } from "kysely";
import { readBasis, type Scope } from "../coverage/queries.ts";
import { within } from "../rollups/queries.ts";
import { joinFormer, representative, representativeThen } from "../team/representative-then.ts";
import type { Asker } from "../team/whose.ts";
import { tookPlace } from "../visits/calls.ts";

/** Everybody's month, with what its norms depend on. */
export async function readScope(
  db: Database,
  month: Month | undefined,
  { today, time_zone }: Pick<Asker, "today" | "time_zone">,
): Promise<Scope> {
  const days = monthDaysOf(month, today);
  const { norms, holidays } = await readBasis(db, {
    day: days.from,
    from: days.from,
    to: days.to,
    user_id: null,
  });
  const month_days = fieldDaysOfMonth(days.from, holidays);
  return { ...days, person: null, today, time_zone, norms, holidays, month_days };
}

/** A person's calls of a month and the days on which they were made. */
export type Calls = { calls: number; days_worked: number };
type CallsByPerson = Map<string | null, Calls>;

/**
 * The calls of a month and of the one before it, by who made them; null: nobody's. A call is a visit that is in the sums by person, but
 * for a few: visits without an author, a doctor's second one on a day, and what is not folded into the sums yet. Their doctors' days are
 * counted visit by visit. Only for those without an author the doctor is looked up.
 */
export async function readCalls(
  db: Database,
  [before, present]: [Scope, Scope],
): Promise<{ before: CallsByPerson; present: CallsByPerson }> {
  const inMonths = (day: string) => within(day, { from: before.from, to: present.until });
  const { rows } = await sql<Calls & { person: string | null; is_present: boolean }>`
    with apart as materialized (
      select (select id from doctors where rollup_key = doctor_key) as doctor_id, start as day from doctor_periods
      where level = 'day' and completed_visits > 1 and ${inMonths("start")}
      union
      select doctor_id, day from rollup_changes
      where doctor_id is not null and completed_visits <> 0 and ${inMonths("day")}
      union
      select doctor_id, visit_date from visits where created_by is null and ${tookPlace()} and ${inMonths("visit_date")}
    ), made as materialized (
      select coalesce(visits.created_by, ${representative}) as person, visits.doctor_id, day, visits.created_by
      from apart join visits on visits.doctor_id = apart.doctor_id and visit_date = day and ${tookPlace()}
        left join doctors on doctors.id = case when visits.created_by is null then visits.doctor_id end ${joinFormer(before)}
    ), counted as (
      select person_id as person, start as day, completed_visits::integer as calls from person_periods
      where level = 'day' and ${inMonths("start")}
      union all
      select person_id, day, completed_visits from rollup_changes where person_id is not null and ${inMonths("day")}
      union all
      select person, day, -1 from made where created_by is not null
      union all
      select person, day, 1 from (select distinct person, doctor_id, day from made) as calls
    )
    select person, day >= ${present.from}::date as is_present, sum(calls)::integer as calls, count(*)::integer as days_worked
    from (select person, day, sum(calls) as calls from counted group by person, day) as days
    where calls > 0 group by person, is_present`.execute(db);
  const of = (month: boolean): CallsByPerson =>
    new Map(
      rows
        .filter(({ is_present }) => is_present === month)
        .map(({ person, calls, days_worked }) => [person, { calls, days_worked }]),
    );
  return { before: of(false), present: of(true) };
}

/**
 * The revenue of two months by whose the visits are; null: nobody's. Sales of visits without an author are in no sum. No sale is later
 * than its visit (`stockDay`), so the visits of earlier months have none of these.
 */
export async function readSales(
  db: Database,
  [before, present]: [Scope, Scope],
): Promise<Map<string | null, { before: string; present: string }>> {
  const sumWhere = (condition: RawBuilder<unknown>) =>
    sql<string>`coalesce(sum(revenue) filter (where ${condition}), 0.00)`;
  const days = { from: before.from, to: present.to };
  const { rows } = await sql<{ person: string | null; before: string; present: string }>`
    select person, ${sumWhere(sql`day < ${present.from}::date`)} as before,
      ${sumWhere(sql`day >= ${present.from}::date`)} as present
    from (
      select person_id as person, start as day, transactions, revenue from person_periods
      where level = 'month' and ${within("start", days)}
      union all
      select person_id, day, transactions, revenue from rollup_changes
      where person_id is not null and ${within("day", days)}
      union all
      select ${representativeThen(present)}, transaction_date, 1, total_amount
      from sales join visits on visits.id = sales.visit_id
      where visits.created_by is null and visit_date >= ${before.from}::date and ${within("transaction_date", days)}
    ) as parts
    group by person having sum(transactions) <> 0`.execute(db);
  return new Map(rows.map(({ person, ...sums }) => [person, sums]));
}

/** The month before that of a day. */
export function monthBefore(day: Day): Month {
  return addDays(startOfMonth(day), -1).slice(0, 7);
}
