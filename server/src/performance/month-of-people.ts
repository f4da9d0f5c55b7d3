import type { Database } from "@rounds/database/connect.ts";
import { asRows } from "@rounds/database/select.ts";
import { addDays, type Day, startOfMonth } from "@rounds/domain/calendar/calendar.ts";
import { fieldDaysOfMonth } from "@rounds/domain/coverage/field-days.ts";
import { type Month, monthDaysOf } from "@rounds/domain/coverage/month.ts";
import { gapOf, type NormSource, wholeNorm } from "@rounds/domain/coverage/norms.ts";
import { isLateWith, restedBefore } from "@rounds/domain/coverage/slipping.ts";
import { type RawBuilder, sql } from "kysely";
import {
  countBits,
  doctorMonths,
  historyColumns,
  type NormHistory,
  recordedCalls,
  targetOf,
} from "../coverage/doctor-months.ts";
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
  /** Whether a call that is missing would be late: none is planned, and the gap since the last visit has passed. */
  is_open: boolean;
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
  const open = late && openDoctors(await readSources(db), scope, late);
  const { rows } = await sql<Group>`
    select representative_id, ${historyColumns}, calls, ${open?.isOpen ?? sql`false`} as is_open,
      count(*)::integer as doctors
    from (${doctorMonths(scope, "report")}) as months ${open?.joined ?? sql``}
    group by representative_id, ${historyColumns}, calls, is_open`.execute(db);
  const found = new Map<string | null, Doctors>();
  for (const { representative_id, calls, is_open, doctors, ...history } of rows) {
    const { norm } = targetOf(history, scope);
    if (norm === 0) continue;
    const sums = found.get(representative_id) ?? { doctors: 0, met: 0, late: 0 };
    found.set(representative_id, sums);
    sums.doctors += doctors;
    if (calls > 0) sums.met += doctors;
    if (!late || !is_open) continue;
    const field_days = late.days.field_days.length - (late.leave.get(representative_id ?? "") ?? 0);
    const gap = gapOf(history, scope.norms, scope.month_days.length);
    if (isLateWith(norm - calls, gap, field_days)) sums.late += doctors;
  }
  return found;
}

/** Each class and own norm that any doctor has. */
async function readSources(db: Database): Promise<NormSource[]> {
  const { rows } = await sql<NormSource>`select doctor_class, norm from doctors group by 1, 2`.execute(db);
  return rows;
}

/**
 * Whether a call that is missing would be late, as a column, with what has to be joined for it. The last visit is looked for
 * only where so many calls may be missing that they don't fit: of doctors whose norm changed, and those with that many.
 */
function openDoctors(
  sources: readonly NormSource[],
  { norms, month_days, from }: Scope,
  { days, leave }: LateRule,
) {
  const field_days = days.field_days.length - Math.max(0, ...leave.values());
  const rows = sources.map((source) => {
    const gap = gapOf(source, norms, month_days.length);
    const expected = wholeNorm(source, norms);
    let fitting = 0;
    while (fitting < expected && !isLateWith(fitting + 1, gap, field_days)) fitting++;
    return {
      class_key: source.doctor_class ?? "",
      norm_key: source.norm ?? -1,
      least_calls: expected - fitting,
      rested_before: restedBefore(gap, days),
    };
  });
  const types = {
    class_key: "text",
    norm_key: "integer",
    least_calls: "integer",
    rested_before: "date",
  } as const;
  const joined = sql`
    join ${asRows(rows, types, "rule")} on class_key = coalesce(doctor_class, '') and norm_key = coalesce(norm, -1)
    left join lateral (
      select visit_date from visits
      where last_call is null and scheduled = 0 and (changes is not null or calls < least_calls)
        and visits.doctor_id = months.id and status = 'completed' and visit_date < ${from}::date
      order by visit_date desc, visits.id desc limit 1
    ) as earlier on true`;
  const isOpen = sql`coalesce(scheduled = 0 and coalesce(last_call, earlier.visit_date) < rested_before, false)`;
  return { joined, isOpen };
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
