import type { Database } from "@rounds/database/connect.ts";
import { addDays, type Day, startOfMonth } from "@rounds/domain/calendar/calendar.ts";
import { fieldDaysOfMonth } from "@rounds/domain/coverage/field-days.ts";
import type { NormSource } from "@rounds/domain/coverage/norms.ts";
import { type Month, monthDaysOf } from "@rounds/domain/coverage/report-month.ts";
import { type RawBuilder, sql } from "kysely";
import {
  countBits,
  historyColumns,
  type NormHistory,
  recordedCalls,
  targetOf,
} from "../coverage/doctor-months.ts";
import { monthsWithLate } from "../coverage/late-doctors.ts";
import { type LateRule, readBasis, type Scope } from "../coverage/queries.ts";
import { representativeThen } from "../team/representative-then.ts";
import type { Asker } from "../team/whose.ts";

type Zone = Pick<Asker, "today" | "time_zone">;

/** Everybody's month, with what its norms depend on. */
export async function readScope(
  db: Database,
  month: Month | undefined,
  { today, time_zone }: Zone,
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
  const months = monthsWithLate(scope, "report", late && { rule: late, sources: await readSources(db) });
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

/** Each class and own norm that any doctor has. */
async function readSources(db: Database): Promise<NormSource[]> {
  const { rows } = await sql<NormSource>`select doctor_class, norm from doctors group by 1, 2`.execute(db);
  return rows;
}

/** A person's calls of a month and the days on which they were made. */
export type Calls = { calls: number; days_worked: number };

/** The calls of a month by who made them; null: nobody's. */
export async function readCalls(db: Database, scope: Scope): Promise<Map<string | null, Calls>> {
  const { rows } = await sql<Calls & { person: string | null }>`
    select person, sum(${countBits(sql`days`)})::integer as calls, ${countBits(sql`bit_or(days)`)} as days_worked
    from (${recordedCalls(scope)}) as made group by person`.execute(db);
  return new Map(rows.map(({ person, ...calls }) => [person, calls]));
}

/**
 * The revenue of two months by whose the visits are; null: nobody's. No sale is later than its visit (`stockDay`), so the
 * visits of earlier months have none of these: without that, all visits of all years would be read.
 */
export async function readSales(
  db: Database,
  [before, present]: [Scope, Scope],
): Promise<Map<string | null, { before: string; present: string }>> {
  const sumWhere = (condition: RawBuilder<unknown>) =>
    sql<string>`coalesce(sum(total_amount) filter (where ${condition}), 0.00)`;
  const { rows } = await sql<{ person: string | null; before: string; present: string }>`
    select coalesce(visits.created_by, ${representativeThen(present)}) as person,
      ${sumWhere(sql`transaction_date < ${present.from}::date`)} as before,
      ${sumWhere(sql`transaction_date >= ${present.from}::date`)} as present
    from sales join visits on visits.id = sales.visit_id
    where transaction_date between ${before.from}::date and ${present.to}::date
      and visit_date >= ${before.from}::date
    group by 1`.execute(db);
  return new Map(rows.map(({ person, ...sums }) => [person, sums]));
}

/** The month before that of a day. */
export function monthBefore(day: Day): Month {
  return addDays(startOfMonth(day), -1).slice(0, 7);
}
