import type { Database } from "@rounds/database/connect.ts";
import { onlyRow } from "@rounds/database/select.ts";
import { snapshot } from "@rounds/database/transaction.ts";
import type { Day } from "@rounds/domain/calendar/calendar.ts";
import type { CoverageAnswer, CoverageFilters } from "@rounds/domain/coverage/coverage.ts";
import { coverageOf, type PersonMonth, workOf } from "@rounds/domain/coverage/report-month.ts";
import { sql } from "kysely";
import { isInUse } from "../team/queries.ts";
import { doctorsThen } from "../team/representative-then.ts";
import {
  countBits,
  doctorMonths,
  historyColumns,
  isInMonth,
  type NormHistory,
  recordedCalls,
  targetOf,
} from "./doctor-months.ts";
import { type Asker, type Report, readReport } from "./report.ts";

/** The figures of a month; see `coverage` in domain/coverage/coverage.ts. */
export async function readCoverage(
  db: Database,
  filters: CoverageFilters,
  asker: Asker,
): Promise<CoverageAnswer> {
  return await snapshot(db, async (tx) => {
    const report = await readReport(tx, filters, asker);
    const [figures, work] = await Promise.all([readFigures(tx, report), readWork(tx, report, asker.now)]);
    return { ...monthOf(report), ...figures, work };
  });
}

/** What an answer says of its month. */
export function monthOf({ month, from, to, is_over, person }: Report) {
  return { month, from, to, is_over, person };
}

type Group = NormHistory & { calls: number; scheduled: number; doctors: number };

async function readFigures(db: Database, report: Report) {
  const { rows } = await sql<Group>`
    select ${historyColumns}, calls, scheduled, count(*) as doctors
    from (${doctorMonths(report, "report")}) as months
    group by ${historyColumns}, calls, scheduled`.execute(db);
  return coverageOf(
    rows.map(({ calls, scheduled, doctors, ...history }) => ({
      ...targetOf(history, report),
      calls,
      scheduled,
      doctors,
    })),
  );
}

type WorkRow = Pick<CoverageAnswer["work"], "called_doctors" | "nobody_calls" | "nobody_days"> & {
  people: (Omit<PersonMonth, "leave"> & { leave: Day[] })[];
};

async function readWork(db: Database, report: Report, now: string): Promise<CoverageAnswer["work"]> {
  const { from, to, today, is_over, person } = report;
  // Of everybody, people work here who recorded a call this month or had doctors of their own at its end.
  const people = person
    ? sql`select ${person.id}::uuid as person`
    : sql`select person from made where person is not null union select representative_id from ${doctorsThen(report)}
        where representative_id is not null and ${isInMonth(report)}`;
  const isToday = is_over ? sql`0` : sql`days >> (${today}::date - ${from}::date) & 1`;
  const row = onlyRow(
    await sql<WorkRow>`
      with made as materialized (${recordedCalls(report)}),
      sums as (
        select person, sum(${countBits(sql`days`)})::bigint as calls,
          ${countBits(sql`bit_or(days)`)} as days_worked, sum(${isToday})::bigint as calls_today
        from made group by person
      )
      select (select count(distinct doctor_id) from made where person is not null) as called_doctors,
        (select coalesce(sum(calls), 0)::bigint from sums where person is null) as nobody_calls,
        (select coalesce(sum(days_worked), 0)::bigint from sums where person is null) as nobody_days,
        coalesce(json_agg(json_build_object(
          'calls', coalesce(calls, 0), 'days_worked', coalesce(days_worked, 0),
          'calls_today', coalesce(calls_today, 0), 'is_active', users.deleted_at is null and ${isInUse(now)},
          'leave', array(
            select day from leave_days
            where user_id = people.person and day between ${today}::date and ${to}::date order by day
          )
        )), '[]') as people
      from (${people}) as people
        left join auth.users on users.id = people.person
        left join sums on sums.person = people.person`.execute(db),
  );
  const { people: months, ...counts } = row;
  return { ...workOf(months, report), ...counts };
}
