import { readBatches } from "@rounds/database/batches.ts";
import type { Database } from "@rounds/database/connect.ts";
import { asRows } from "@rounds/database/select.ts";
import { snapshot } from "@rounds/database/transaction.ts";
import type {
  CoverageDoctor,
  CoverageDoctors,
  CoverageDoctorsFilters,
} from "@rounds/domain/coverage/coverage.ts";
import type { Figure } from "@rounds/domain/coverage/figures.ts";
import { clampPage } from "@rounds/domain/paging/paging.ts";
import { type RawBuilder, sql } from "kysely";
import { nameOfUser } from "../team/queries.ts";
import { lastCall } from "../visits/calls.ts";
import {
  countBits,
  doctorHistories,
  historyColumns,
  historyKey,
  type NormHistory,
  recordedCalls,
  targetOf,
} from "./doctor-months.ts";
import { monthsWithLate } from "./late-doctors.ts";
import { readLateRule } from "./queries.ts";
import { monthOf } from "./read-coverage.ts";
import { type Asker, type Report, readReport } from "./report.ts";

type Sums = CoverageDoctors["sums"] & { total: number };

/** One page of the doctors of a figure; a page beyond the last one gives the last one. */
export async function listCoverageDoctors(
  db: Database,
  { page, page_size, ...filters }: CoverageDoctorsFilters & { page: number; page_size: number },
  asker: Asker,
): Promise<CoverageDoctors> {
  return await snapshot(db, async (tx) => {
    const report = await readReport(tx, filters, asker);
    const doctors = await doctorsOf(tx, report, filters);
    const read = async (wanted: number) => {
      const { rows } = await sql<Sums & { row: CoverageDoctor | null }>`
        with doctors_of as materialized (${doctors})
        select sums.*, to_json(page) as row
        from (
          select count(*) as total, coalesce(sum(norm), 0)::bigint as norm,
            coalesce(sum(least(norm, calls)), 0)::bigint as counted,
            coalesce(sum(remaining), 0)::bigint as remaining,
            coalesce(sum(greatest(norm - calls - scheduled, 0)), 0)::bigint as to_plan,
            coalesce(sum(calls_made), 0)::bigint as calls_made
          from doctors_of
        ) as sums
        left join (
          ${inOrder(report, sql`doctors_of`)} limit ${page_size} offset ${(wanted - 1) * page_size}
        ) as page on true`.execute(tx);
      return rows;
    };
    let rows = await read(page);
    const { row: _, total = 0, ...sums } = rows[0] ?? { row: null, ...nothing };
    const shown = clampPage(page, total, page_size);
    if (shown !== page) rows = await read(shown);
    return {
      ...monthOf(report),
      rows: rows.flatMap(({ row }) => row ?? []),
      total,
      page: shown,
      page_size,
      sums,
    };
  });
}

const nothing: Sums = { total: 0, norm: 0, counted: 0, remaining: 0, to_plan: 0, calls_made: 0 };

/** All doctors of a figure, in batches. */
export function readCoverageDoctors(
  db: Database,
  filters: CoverageDoctorsFilters,
  asker: Asker,
): AsyncGenerator<CoverageDoctor[], void, undefined> {
  return readBatches(db, async (tx) => {
    const report = await readReport(tx, filters, asker);
    return inOrder(report, sql`(${await doctorsOf(tx, report, filters)}) as doctors_of`);
  });
}

const isOfFigure: Record<Figure, RawBuilder<boolean>> = {
  doctors: sql`target.norm > 0`,
  met: sql`target.norm > 0 and calls > 0`,
  not_met: sql`target.norm > 0 and calls = 0`,
  compliance: sql`target.norm > 0`,
  remaining: sql`target.norm > calls`,
  to_plan: sql`target.norm > calls + scheduled`,
  no_target: sql`target.norm = 0`,
  calls: sql`calls_made > 0`,
  late: sql`target.norm - calls > fitting`,
};

/**
 * The doctors of a figure with their month. The norms are computed here, once for each history that any of them has,
 * and the database joins them to the doctors.
 */
async function doctorsOf(
  db: Database,
  report: Report,
  { figure, class: of }: Pick<CoverageDoctorsFilters, "figure" | "class">,
): Promise<RawBuilder<unknown>> {
  // Calls that a person recorded may have been with a colleague's doctors.
  const scope = figure === "calls" ? "all" : "report";
  const histories = await sql<NormHistory & { history: string }>`
    select distinct ${historyColumns}, ${historyKey} as history
    from (${doctorHistories(report, scope)}) as doctors`.execute(db);
  const targets = histories.rows.map(({ history, ...source }) => ({ history, ...targetOf(source, report) }));
  // Once the month is over, nobody is late.
  const rule = figure === "late" && !report.is_over ? await readLateRule(db, report.today) : undefined;
  const months = monthsWithLate(report, scope, rule);
  const made = sql`
    select doctor_id, sum(${countBits(sql`days`)})::bigint as calls_made
    from (${recordedCalls(report)}) as made where person is not null group by doctor_id`;
  const isOfClass =
    of === "" ? sql`true` : sql`target.doctor_class is not distinct from ${of === "none" ? null : of}::text`;
  const types = { history: "text", doctor_class: "text", norm: "integer" } as const;
  // Materialized, because PostgreSQL expects few doctors of the join with their targets, and would join the visits of each in a loop.
  return sql`
    with months as materialized (select *, ${historyKey} as history from (${months}) as months)
    select months.id, months.representative_id, target.doctor_class, target.norm, calls, scheduled,
      greatest(target.norm - calls, 0) as remaining, coalesce(calls_made, 0) as calls_made
    from months
      join ${asRows(targets, types, "target")} on target.history = months.history
      left join (${made}) as made on made.doctor_id = months.id
    where ${isOfFigure[figure]} and ${isOfClass}`;
}

/** The columns of `coverageDoctor`, in the order of the list. The subqueries run for the rows of the page only. */
function inOrder({ today }: Report, doctors: RawBuilder<unknown>): RawBuilder<CoverageDoctor> {
  return sql`
    select doctors.id, doctors.name, doctors_of.doctor_class, city, doctors_of.norm,
      calls::integer, scheduled::integer, remaining::integer, calls_made::integer,
      (select ${nameOfUser} from auth.users as users where users.id = doctors_of.representative_id) as representative,
      ${lastCall(sql`visits.doctor_id = doctors.id`, today)} as last_visit
    from ${doctors} join doctors on doctors.id = doctors_of.id
    order by doctors_of.doctor_class nulls last, remaining desc, name_key, doctors.id`;
}
