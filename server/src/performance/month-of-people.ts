import type { Database } from "@rounds/database/connect.ts";
import { addDays, type Day, startOfMonth } from "@rounds/domain/calendar/calendar.ts";
import { fieldDaysOfMonth } from "@rounds/domain/coverage/field-days.ts";
import { type Month, monthDaysOf } from "@rounds/domain/coverage/report-month.ts";
import { type RawBuilder, sql } from "kysely";
import { historyColumns, type NormHistory, targetOf } from "../coverage/doctor-months.ts";
import { monthsWithLate } from "../coverage/late-doctors.ts";
import { type LateRule, readBasis, type Scope } from "../coverage/queries.ts";
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

/** Target doctors, those met, and those who are late; `late` stays 0 where nobody asks for it. */
export type Doctors = { doctors: number; met: number; late: number };

type Group = NormHistory & {
  representative_id: string | null;
  calls: number;
  /** How many missing calls still fit; null if the doctor is not late however many are missing (`monthsWithLate`). */
  fitting: number | null;
  doctors: number;
};

/**
 * The doctors of a month by whose they were at its end (null: shared): the figures of each representative. A doctor is late
 * by the field days of its representative; a shared one by those of the company.
 */
export async function readDoctors(
  db: Database,
  scope: Scope,
  late: LateRule | undefined,
): Promise<Map<string | null, Doctors>> {
  const months = monthsWithLate(scope, "report", late);
  const { rows } = await sql<Group>`
    select representative_id, ${historyColumns}, calls, fitting, count(*)::integer as doctors
    from (${months}) as months
    group by representative_id, ${historyColumns}, calls, fitting`.execute(db);
  const found = new Map<string | null, Doctors>();
  for (const { representative_id, calls, fitting, doctors, ...history } of rows) {
    const { norm } = targetOf(history, scope);
    if (norm === 0) continue;
    const sums = found.get(representative_id) ?? { doctors: 0, met: 0, late: 0 };
    found.set(representative_id, sums);
    sums.doctors += doctors;
    if (calls > 0) sums.met += doctors;
    if (fitting !== null && norm - calls > fitting) sums.late += doctors;
  }
  return found;
}

/** A person's calls of a month and the days on which they were made. */
export type Calls = { calls: number; days_worked: number };

/**
 * The calls of a month by who made them; null: nobody's. A call is a visit that is in the sums by person, but for a few: visits without
 * an author, a doctor's second one on a day, and what is not folded into the sums yet. Their doctors' days are counted visit by visit.
 */
export async function readCalls(db: Database, scope: Scope): Promise<Map<string | null, Calls>> {
  const inMonth = (day: string) => within(day, { from: scope.from, to: scope.until });
  const { rows } = await sql<Calls & { person: string | null }>`
    with apart as materialized (
      select (select id from doctors where rollup_key = doctor_key) as doctor_id, start as day from doctor_periods
      where level = 'day' and completed_visits > 1 and ${inMonth("start")}
      union
      select doctor_id, day from rollup_changes
      where doctor_id is not null and completed_visits <> 0 and ${inMonth("day")}
      union
      select doctor_id, visit_date from visits where created_by is null and ${tookPlace()} and ${inMonth("visit_date")}
    ), made as materialized (
      select coalesce(visits.created_by, ${representative}) as person, visits.doctor_id, day, visits.created_by
      from apart join visits on visits.doctor_id = apart.doctor_id and visit_date = day and ${tookPlace()}
        join doctors on doctors.id = visits.doctor_id ${joinFormer(scope)}
    ), counted as (
      select person_id as person, start as day, completed_visits as calls from person_periods
      where level = 'day' and ${inMonth("start")}
      union all
      select person_id, day, completed_visits from rollup_changes where person_id is not null and ${inMonth("day")}
      union all
      select person, day, -1 from made where created_by is not null
      union all
      select person, day, 1 from (select distinct person, doctor_id, day from made) as calls
    )
    select person, sum(calls)::integer as calls, count(*)::integer as days_worked
    from (select person, day, sum(calls) as calls from counted group by person, day) as days
    where calls > 0 group by person`.execute(db);
  return new Map(rows.map(({ person, ...calls }) => [person, calls]));
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
