import type { Database } from "@rounds/database/connect.ts";
import { asRows } from "@rounds/database/select.ts";
import { type Day, epochDays } from "@rounds/domain/calendar/calendar.ts";
import { gapOf } from "@rounds/domain/coverage/norms.ts";
import { fittingCalls } from "@rounds/domain/coverage/slipping.ts";
import { type RawBuilder, sql } from "kysely";
import {
  addedOn,
  changesOfDoctors,
  historyColumns,
  lastPlanned,
  type NormHistory,
  targetOf,
} from "../coverage/doctor-months.ts";
import { earliestRested, rulesOf, ruleTypes } from "../coverage/late-doctors.ts";
import type { LateRule, Scope } from "../coverage/queries.ts";
import { doctorCounts } from "../rollups/queries.ts";
import { formerAtEnd } from "../team/representative-then.ts";
import { isCall, isToCome, tookPlace } from "../visits/calls.ts";

/** Target doctors, those met, and those who are late; `late` stays 0 where nobody asks for it. */
export type Doctors = { doctors: number; met: number; late: number };
type ByPerson = Map<string | null, Doctors>;

type Group = NormHistory & {
  representative_id: string | null;
  /** Whether it was another's at the end of the earlier month: `earlier_id`'s. */
  was_given: boolean | null;
  earlier_id: string | null;
  calls: number;
  was_met: boolean;
  /** Whether the doctor is late if the missing calls no longer fit into the month. */
  may_be_late: boolean;
  doctors: number;
};

/**
 * The doctors of a month and of the one before it, by whose they were at its end (null: shared): the figures of each
 * representative. A doctor is late by the field days of its representative; a shared one by those of the company.
 *
 * Both months and who is late follow from one reading of the visits and one of the doctors: these are what takes the time.
 */
export async function readDoctors(
  db: Database,
  [before, present]: [Scope, Scope],
  late: LateRule | undefined,
): Promise<{ before: ByPerson; present: ByPerson }> {
  const keys = sql`representative_id, was_given, earlier_id, ${historyColumns}, calls, was_met, may_be_late`;
  const { rows } = await sql<Group>`
    select ${keys}, count(*)::integer as doctors
    from (${doctorsOfMonths([before, present], late)}) as months group by ${keys}`.execute(db);
  const found = { before: new Map(), present: new Map() };
  for (const row of rows) {
    const { representative_id: id, was_given, earlier_id, doctors, calls, was_met } = row;
    const { norm } = targetOf(row, present);
    const isLate = late !== undefined && row.may_be_late && norm - calls > fittingOf(row, present, late);
    if (norm > 0) add(found.present, id, { doctors, isMet: calls > 0, isLate });
    // Nothing was asked for of a doctor who was added later.
    if (targetOf(row, before).norm > 0)
      add(found.before, was_given ? earlier_id : id, { doctors, isMet: was_met, isLate: false });
  }
  return found;
}

/** How many missing calls of a group's doctors still fit into the month. */
function fittingOf(group: Group, { norms, month_days }: Scope, { days, leave }: LateRule): number {
  const off = group.representative_id === null ? 0 : (leave.get(group.representative_id) ?? 0);
  return fittingCalls(gapOf(group, norms, month_days.length), days.field_days.length - off);
}

function add(
  found: ByPerson,
  id: string | null,
  { doctors, isMet, isLate }: { doctors: number; isMet: boolean; isLate: boolean },
) {
  const sums = found.get(id) ?? { doctors: 0, met: 0, late: 0 };
  found.set(id, sums);
  sums.doctors += doctors;
  if (isMet) sums.met += doctors;
  if (isLate) sums.late += doctors;
}

/**
 * Every doctor with whose it was at the end of both months, the history since the earlier one began, the calls of the later one,
 * whether it was met in the earlier one, and whether it may be late.
 *
 * The days with a call are bits of a number, from the first day that any of this asks for: at most two months or `daysBehind`.
 */
function doctorsOfMonths([before, present]: [Scope, Scope], late: LateRule | undefined): RawBuilder<unknown> {
  const rules = late ? rulesOf(present, late.days, [Math.max(0, ...late.leave.values())]) : [];
  const first = earliestRested(rules, before.from);
  return sql`
    with called as (
      select doctor_id, bit_or(1::bigint << (visit_date - ${first}::date)) as days
      from visits where ${isCall(present.until)} and visit_date >= ${first}::date group by doctor_id
    ), former as (
      select coalesce(changed.doctor_id, at_end.doctor_id, earlier.doctor_id) as doctor_id, changes,
        at_end.doctor_id is not null as is_given, at_end.representative_id as given_id,
        earlier.doctor_id is not null as was_given, earlier.representative_id as earlier_id
      from (${changesOfDoctors(before)}) as changed
        full join (${formerAtEnd(present)}) as at_end using (doctor_id)
        full join (${formerAtEnd(before)}) as earlier using (doctor_id)
    ), months as (
      select id, rollup_key, doctor_class, norm, ${addedOn(before)}, changes, coalesce(days, 0) as days,
        case when is_given then given_id else representative_id end as representative_id, was_given, earlier_id,
        coalesce(bit_count((days & ${bitsOf(first, present.from, present.until)})::bit(64)), 0) as calls,
        coalesce(days & ${bitsOf(first, before.from, before.to)} <> 0, false) as was_met
      from doctors
        left join called on called.doctor_id = doctors.id
        left join former on former.doctor_id = doctors.id
    )
    select months.*, coalesce(${late ? mayBeLate(present, first) : sql`false`}, false) as may_be_late
    from months left join ${asRows(rules, ruleTypes, "late")}
      on class_key = coalesce(doctor_class, '') and norm_key = coalesce(norm, -1)`;
}

/**
 * Whether a doctor is late if the missing calls don't fit, as `monthsWithLate` says it of one month's doctors. `fits` is how many fit for the
 * representative with the most days off: it spares the doctors who can't be late the conditions after it.
 */
function mayBeLate(report: Scope, first: Day): RawBuilder<boolean> {
  const isPlanned = sql`${isToCome(report.today)} and visit_date <= ${lastPlanned(report)}::date`;
  return sql`
    (changes is not null or whole_norm - calls > fits) and days >> (rested_before - ${first}::date) = 0
      and (days <> 0 or ${wasSeen(report)})
      and months.id not in (select doctor_id from visits where ${isPlanned})`;
}

/**
 * Whether a doctor without a call in the days that were read had one before them. That follows from the kept count of the doctor's
 * calls, but for the few doctors who have calls that are not folded into it yet, or calls on days to come.
 */
function wasSeen({ today }: Scope): RawBuilder<boolean> {
  const { kept } = doctorCounts({}, sql`completed_visits`);
  return sql`
    case when months.id in (
      select doctor_id from rollup_changes where completed_visits <> 0
      union all
      select doctor_id from visits where ${tookPlace()} and visit_date > ${today}::date
    ) then exists (select from visits where visits.doctor_id = months.id and ${isCall(today)})
    else rollup_key in (select doctor from (${kept}) as counted where total > 0) end`;
}

/** The bits of the days of a span, where the lowest bit is the day `first`. */
function bitsOf(first: Day, from: Day, to: Day): RawBuilder<string> {
  const below = (day: Day) => 1n << BigInt(epochDays(day) - epochDays(first));
  return sql`${String((below(to) << 1n) - below(from))}::bigint`;
}
