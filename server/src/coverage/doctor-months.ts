import type { Day } from "@rounds/domain/calendar/calendar.ts";
import type { NormChange, NormSource } from "@rounds/domain/coverage/norms.ts";
import { monthTarget } from "@rounds/domain/coverage/report-month.ts";
import { caredForUntil } from "@rounds/domain/visits/calls.ts";
import { type RawBuilder, sql } from "kysely";
import { dayOf, endOf } from "../api/business-days.ts";
import { doctorCounts } from "../rollups/queries.ts";
import { doctorsThen, joinFormer, representative } from "../team/representative-then.ts";
import { isCall, isToCome, tookPlace } from "../visits/calls.ts";
import { byDay } from "../visits/order.ts";
import type { Scope } from "./queries.ts";

/**
 * What the norm of a doctor's month follows from. Few doctors differ in it: only those who were added or changed since
 * the month began have more than a class and a number. `changes` is JSON: `NormChange[]`.
 */
export type NormHistory = NormSource & { added_on: Day | null; changes: string | null };

/** The class and the norm that follow, by the rule of domain/coverage. */
export function targetOf({ doctor_class, norm, added_on, changes }: NormHistory, report: Scope) {
  return monthTarget(
    {
      ...{ doctor_class, norm, added_on: added_on ?? report.from },
      changes: changes === null ? [] : readChanges(changes),
    },
    { norms: report.norms, monthDays: report.month_days, today: report.today, to: report.to },
  );
}

/** The database wrote it. */
const readChanges = (changes: string): NormChange[] => JSON.parse(changes);

/** The columns of a history, in a query of `doctorMonths`. */
export const historyColumns = sql`doctor_class, norm, added_on, changes`;

/** A history as one text, to join by. */
export const historyKey = sql<string>`concat_ws('/', coalesce(doctor_class, '-'), coalesce(norm::text, '-'),
  coalesce(added_on::text, '-'), coalesce(changes, '-'))`;

/** Whether a doctor was added by the end of the month. */
export function isInMonth(report: Scope): RawBuilder<boolean> {
  return report.is_over ? sql`created_at < ${endOf(report, report.to)}` : sql`true`;
}

/**
 * The doctors of the report's person and the shared ones, or all for everybody, without those who were added after the
 * month: `id` and `rollup_key`, whose they were at its end, and the columns of their histories. With `of: "all"` every doctor.
 */
export function doctorHistories(report: Scope, of: "report" | "all"): RawBuilder<unknown> {
  const { person } = report;
  const isTheirs = person
    ? sql`(representative_id = ${person.id}::uuid or representative_id is null)`
    : sql`true`;
  const [changes, sinceBegin] = [changesAsJson(report), changedSince(report)];
  // A person has few of the doctors, and few doctors change; of everybody's, those that changed are read at once.
  const former = person
    ? sql``
    : sql`left join (${changesOfDoctors(report)}) as former on former.doctor_id = doctors.id`;
  const changesOf = person
    ? sql`case when doctors.id in (select doctor_id from doctor_norms where ${sinceBegin}) then (
        select ${changes} from doctor_norms where doctor_id = doctors.id and ${sinceBegin}
      ) end as changes`
    : sql`former.changes`;
  return sql`
    select doctors.id, rollup_key, doctors.representative_id, doctors.doctor_class, doctors.norm, ${changesOf}, ${addedOn(report)}
    from ${doctorsThen(report)} ${former}
    where ${of === "all" ? sql`true` : sql`${isTheirs} and ${isInMonth(report)}`}`;
}

/** The day on which a doctor was added, for those who were added after the month's first field day, as `added_on`. */
export function addedOn(report: Scope): RawBuilder<unknown> {
  const first = report.month_days[0] ?? report.from;
  // Whatever clock stored it, a doctor who is known was added by today.
  return sql`case when created_at >= ${endOf(report, first)}
    then least(${dayOf(report, sql`created_at`)}, ${report.today}::date) end as added_on`;
}

/** The changes of each doctor whose class or norm changed since the month began: `doctor_id` and `changes`. */
export function changesOfDoctors(report: Scope): RawBuilder<unknown> {
  return sql`
    select doctor_id, ${changesAsJson(report)} from doctor_norms where ${changedSince(report)} group by doctor_id`;
}

function changesAsJson(report: Scope): RawBuilder<unknown> {
  return sql`json_agg(json_build_object(
    'until', ${dayOf(report, sql`until`)}, 'doctor_class', doctor_class, 'norm', norm
  ) order by until)::text as changes`;
}

function changedSince(report: Scope): RawBuilder<unknown> {
  return sql`until >= ${endOf(report, report.from)}`;
}

/**
 * The same with the doctors' months: `calls` and `scheduled` (see `DoctorMonth`) with their days, `called` and `ahead`, the
 * first day until `caredForUntil` for which a visit is planned, `planned`, and the day of the last call. Days of the month are
 * bits of a number, which is the fastest way to count different ones.
 */
export function doctorMonths(report: Scope, of: "report" | "all"): RawBuilder<unknown> {
  return report.person ? monthsOfPerson(report, of) : monthsOfAll(report, of);
}

/**
 * A person's. The visits of the doctors are joined before they are summed, so that the database reads those of a few doctors, or all of
 * the month.
 */
export function monthsOfPerson(report: Scope, of: "report" | "all"): RawBuilder<unknown> {
  return sql`
    select id, rollup_key, representative_id, ${historyColumns}, last_call, ${counts(report)}
    from (
      select doctors.id, rollup_key, representative_id, ${historyColumns}, ${daysOf(report)}
      from (${doctorHistories(report, of)}) as doctors
        left join visits on visits.doctor_id = doctors.id and ${isOfMonth(report)}
      group by doctors.id, rollup_key, representative_id, ${historyColumns}
    ) as days`;
}

/**
 * Everybody's. The visits are summed and counted before they are joined. With `since`, a day up to the month's first one, there is also
 * the last call before the month as `call_before`: its day, `-infinity` if it was before `since`, or null if there was none. That there
 * was one so long ago follows from the kept count of the doctor's calls, less those that were read.
 */
export function monthsOfAll(report: Scope, of: "report" | "all", since?: Day): RawBuilder<unknown> {
  const back = since ? backTo(report, since) : { ...notBack, visits: isOfMonth(report) };
  return sql`
    select doctors.id, rollup_key, representative_id, ${historyColumns}, last_call, planned,
      coalesce(called, 0) as called, coalesce(ahead, 0) as ahead,
      coalesce(calls, 0) as calls, coalesce(scheduled, 0) as scheduled ${back.shown}
    from (${doctorHistories(report, of)}) as doctors
      left join (
        select doctor_id, last_call, ${counts(report)} ${back.kept}
        from (
          select doctor_id, ${daysOf(report)} ${back.summed} from visits where ${back.visits} group by doctor_id
        ) as days
      ) as days on days.doctor_id = doctors.id ${back.joined}`;
}

/** The parts of that query for the last call before the month: which visits are read, and what is summed, kept, joined and shown. */
function backTo({ from, today }: Scope, since: Day) {
  const isAround = sql`${tookPlace()} and (visit_date < ${from}::date or visit_date > ${today}::date)`;
  const { kept, noted } = doctorCounts({}, sql`completed_visits`);
  return {
    visits: sql`visit_date >= ${since}::date`,
    summed: sql`, count(*) filter (where ${isAround}) as calls_around,
      max(visit_date) filter (where ${isAround} and visit_date < ${from}::date) as call_around`,
    kept: sql`, calls_around, call_around`,
    joined: sql`
      left join (${kept}) as counted on counted.doctor = rollup_key
      left join (${noted}) as noted on noted.doctor = rollup_key`,
    shown: sql`, coalesce(call_around, case
      when coalesce(counted.total, 0) + coalesce(noted.total, 0) > coalesce(calls_around, 0)
        then '-infinity'::date end) as call_before`,
  };
}

const notBack = { summed: sql``, kept: sql``, joined: sql``, shown: sql`` };

/** What follows from the days of a month. Only today can have a call and a plan, which then counts no more. */
function counts(report: Scope): RawBuilder<unknown> {
  const { today } = report;
  return sql`
    called, plans & ~called as ahead,
    ${countBits(sql`called`)} as calls, ${countBits(sql`plans & ~called`)} as scheduled,
    case when plans & ~called & ${bitOf(report, sql`${today}::date`)} <> 0
      then ${today}::date else planned_later end as planned`;
}

/** The days of a month's visits: of calls, of plans, of the first plan after today, also after the month, and of the last call. */
function daysOf(report: Scope): RawBuilder<unknown> {
  const isMade = sql`${countsAsCall(report)} and ${isIn(report)} and visit_date <= ${report.until}::date`;
  const isPlanned = sql`${isToCome(report.today)} and ${isIn(report)}`;
  return sql`
    coalesce(bit_or(${bitOf(report)}) filter (where ${isMade}), 0) as called,
    coalesce(bit_or(${bitOf(report)}) filter (where ${isPlanned}), 0) as plans,
    min(visit_date) filter (where ${isPlannedLater(report)}) as planned_later,
    max(visit_date) filter (where ${isMade}) as last_call`;
}

/** Whether a visit is a call of the month, planned in it, or planned so soon after it that it takes care of the doctor. */
function isOfMonth(report: Scope): RawBuilder<unknown> {
  const { from, until, today } = report;
  return sql`visit_date between ${from}::date and ${lastPlanned(report)}::date
    and (${countsAsCall(report)} and visit_date <= ${until}::date or ${isToCome(today)})`;
}

function isPlannedLater(report: Scope): RawBuilder<unknown> {
  const { today } = report;
  return sql`${isToCome(today)} and visit_date > ${today}::date and visit_date <= ${lastPlanned(report)}::date`;
}

/** The last day whose plans are looked at. */
export function lastPlanned({ is_over, to, today }: Scope): Day {
  return is_over ? to : caredForUntil(today);
}

function isIn({ from, to }: Scope): RawBuilder<unknown> {
  return sql`visit_date between ${from}::date and ${to}::date`;
}

/** Whether a visit counts as a call: it took place, or is planned for a day before the one that is looked at. */
function countsAsCall({ planned_since, today }: Scope): RawBuilder<unknown> {
  if (planned_since === undefined) return tookPlace();
  return sql`(${tookPlace()} or ${isToCome(planned_since)} and visit_date < ${today}::date)`;
}

/** The day of the last call before the month, of the doctor with `months.id`; null if there was none. */
export function lastCallBefore(report: Scope): RawBuilder<Day | null> {
  return sql`(
    select visit_date from visits
    where visits.doctor_id = months.id and ${countsAsCall(report)} and visit_date < ${report.from}::date
    ${byDay("desc")} limit 1)`;
}

/**
 * The calls of the month by who made them: one row for each person and doctor, whose `days` are bits. Those of the
 * report's person, or everybody's. A visit that nobody of the accounts recorded, such as one of the demo or of an earlier system,
 * is the call of whom the doctor belonged to when that day began; with a doctor who was shared it is nobody's: `person` is
 * null among everybody's.
 */
export function recordedCalls(report: Scope): RawBuilder<unknown> {
  const { from, until, person } = report;
  const isOfMonth = sql`${isCall(until)} and visit_date >= ${from}::date`;
  const days = sql`bit_or(${bitOf(report)}) as days`;
  if (!person)
    return sql`
      select coalesce(visits.created_by, ${representative}) as person, visits.doctor_id, ${days}
      from visits join doctors on doctors.id = visits.doctor_id ${joinFormer(report)}
      where ${isOfMonth}
      group by 1, visits.doctor_id`;
  const id = sql`${person.id}::uuid`;
  // Two lists: to find the few visits without an author, PostgreSQL would otherwise read every doctor.
  return sql`
    select ${id} as person, doctor_id, ${days}
    from (
      select doctor_id, visit_date from visits where ${isOfMonth} and created_by = ${id}
      union all
      select visits.doctor_id, visit_date
      from visits join doctors on doctors.id = visits.doctor_id ${joinFormer(report)}
      where ${isOfMonth} and visits.created_by is null and ${representative} = ${id}
    ) as made
    group by doctor_id`;
}

/** The number of days that are set. */
export function countBits(days: RawBuilder<unknown>): RawBuilder<number> {
  return sql`coalesce(bit_count((${days})::bit(32)), 0)`;
}

/** The bit of a day, or of a visit's: the first of the month is the lowest. */
export function bitOf({ from }: Scope, day: RawBuilder<unknown> = sql`visit_date`): RawBuilder<number> {
  return sql`(1 << (${day} - ${from}::date))`;
}
