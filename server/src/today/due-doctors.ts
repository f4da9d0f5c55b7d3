import type { Database } from "@rounds/database/connect.ts";
import { asRows, onlyRow } from "@rounds/database/select.ts";
import type { Day } from "@rounds/domain/calendar/calendar.ts";
import { fieldDaysOfMonth } from "@rounds/domain/coverage/field-days.ts";
import { gapOf } from "@rounds/domain/coverage/norms.ts";
import { monthDaysOf } from "@rounds/domain/coverage/report-month.ts";
import {
  type DaysLeft,
  longAgo,
  type MonthOfDoctor,
  type Outcome,
  outcomesOf,
  type Slipping,
  slipping,
  slipStates,
} from "@rounds/domain/coverage/slipping.ts";
import { doctorClasses } from "@rounds/domain/doctors/choices.ts";
import { cityKey } from "@rounds/domain/doctors/same-city.ts";
import type { Calendar } from "@rounds/domain/today/current-month.ts";
import { mostShown } from "@rounds/domain/today/limits.ts";
import type { DueDoctor, Today, TodayDoctor } from "@rounds/domain/today/today.ts";
import { type RawBuilder, sql } from "kysely";
import {
  bitOf,
  doctorHistories,
  doctorMonths,
  historyColumns,
  lastCallBefore,
  monthsOfAll,
  type NormHistory,
  targetOf,
} from "../coverage/doctor-months.ts";
import type { Scope } from "../coverage/queries.ts";
import { doctorColumns, type Person, skipsOf, withDoctor } from "./queries.ts";

type Due = Pick<Today, "doctors" | "targets" | "ahead" | "due" | "never_total" | "late_total" | "due_total">;
type Basis = Pick<Calendar, "norms" | "holidays">;

/** What all doctors with the same class and the same norms have in common; the keys are their history, without nulls. */
type Target = {
  class_key: string;
  norm_key: number;
  added_key: Day;
  changes_key: string;
  norm: number;
  gap: number;
  doctors: number;
};

const targetTypes = {
  class_key: "text",
  norm_key: "integer",
  added_key: "date",
  changes_key: "text",
  norm: "integer",
  gap: "integer",
} as const;

/** From so many doctors on, all visits of the month are read, instead of those of one doctor after another. */
export const manyDoctors = 5000;

type Totals = Pick<Due, "ahead" | "never_total" | "late_total" | "due_total">;
/** A doctor with the month, as it is read. */
export type DueRow = TodayDoctor & MonthOfDoctor;

/**
 * The doctors of a person, and those shared by everybody, who should be seen today: the most urgent, and how many there
 * are of each state. Those whom anybody meets or plans to meet today, and those the person skipped, are left out. Of
 * equals, those in `cities` come first.
 *
 * However many doctors there are, only the rows that are shown leave the database. The rules are those of the domain:
 * `outcomesOf` says what becomes of each kind of doctor, and the database counts how many there are of it.
 */
export async function readDue(
  db: Database,
  person: Person,
  given: { basis: Basis; days: DaysLeft; cities: readonly string[]; kinds?: KindsOfDoctors },
): Promise<Due> {
  const { basis, days, cities } = given;
  const kinds = given.kinds ?? (await readKinds(db, person, basis));
  const { scope, doctors, targets } = kinds;
  const { rows } = await sql<Totals & DueRow>`
    with months as materialized (${monthsWithNorm(kinds)}),
      ranked as materialized (${rankedMonths(scope, outcomesOf(targets, days), skipsOf(person))}),
      last as (
        select place from ranked where is_free and place is not null
        order by place limit 1 offset ${sql.lit(mostShown - 1)}
      )
    select totals.*, page.*
    from (
      select count(*) filter (where is_ahead) as ahead,
        ${countOf("never")} as never_total, ${countOf("late")} as late_total, ${countOf("due")} as due_total
      from ranked
    ) as totals
    left join (
      select ranked.norm, gap, calls, scheduled, planned, last_visit, city, ${doctorColumns}
      from ranked join doctors on doctors.id = ranked.id
      where is_free and place <= coalesce((select place from last), ${sql.lit(lastPlace)})
      order by place, coalesce(city_key = any (${cities.map(cityKey).filter(Boolean)}::text[]), false) desc,
        name collate "C", doctors.id
      limit ${sql.lit(mostShown)}
    ) as page on true`.execute(db);
  const { ahead, never_total, late_total, due_total } = onlyRow({ rows: rows.slice(0, 1) });
  const shown = rows.filter(({ id }) => id !== null);
  return {
    doctors,
    targets: countDoctors(targets),
    ...{ ahead, never_total, late_total, due_total },
    due: slipping(shown, days, cities).map(dueDoctorOf),
  };
}

/** A row of the answer. */
export function dueDoctorOf({ doctor, state, see_by, lost }: Slipping<DueRow>): DueDoctor {
  const { norm, calls, last_visit, planned } = doctor;
  return { ...withDoctor(doctor), state, norm, calls, last_visit, see_by, lost, planned };
}

/** The person's doctors by what the month asks for of them: all are counted, and those with a norm listed. */
export type KindsOfDoctors = { scope: Scope; doctors: number; targets: Target[] };

export async function readKinds(db: Database, person: Person, basis: Basis): Promise<KindsOfDoctors> {
  const scope = scopeOf(person, basis);
  const targets = await readTargets(db, scope);
  return { scope, doctors: countDoctors(targets), targets: targets.filter(({ norm }) => norm > 0) };
}

/** The month of today of the person's doctors. */
function scopeOf({ id, today, time_zone, planned_since }: Person, { norms, holidays }: Basis): Scope {
  const month_days = fieldDaysOfMonth(today, holidays);
  const person = id === null ? null : { id };
  return {
    ...monthDaysOf(undefined, today),
    person,
    today,
    time_zone,
    norms,
    holidays,
    month_days,
    planned_since,
  };
}

/** Every class and norm that the doctors have, with what follows for this month and how many doctors have it. */
async function readTargets(db: Database, scope: Scope): Promise<Target[]> {
  const { rows } = await sql<NormHistory & { doctors: number }>`
    select ${historyColumns}, count(*) as doctors
    from (${doctorHistories(scope, "report")}) as doctors
    group by ${historyColumns}`.execute(db);
  return rows.map(({ doctors, ...source }) => ({
    class_key: source.doctor_class ?? "",
    norm_key: source.norm ?? -1,
    added_key: source.added_on ?? "-infinity",
    changes_key: source.changes ?? "",
    doctors,
    norm: targetOf(source, scope).norm,
    gap: gapOf(source, scope.norms, scope.month_days.length),
  }));
}

function countDoctors(targets: readonly Target[]): number {
  return targets.reduce((sum, { doctors }) => sum + doctors, 0);
}

/**
 * The doctors with their months and the last visit; `norm` is null for those without a norm. Left joins here and in `rankedMonths`: PostgreSQL
 * would expect few doctors of others, and might join thousands in a loop.
 */
export function monthsWithNorm({ scope, doctors, targets }: KindsOfDoctors): RawBuilder<unknown> {
  const months = doctors < manyDoctors ? doctorMonths(scope, "report") : monthsOfAll(scope, "report");
  return sql`
    select months.id, months.doctor_class, target.norm, gap, calls, scheduled, planned,
      called | ahead as days_of_visits, greatest(target.norm - calls - scheduled, 0) as missing,
      case when target.norm is not null then coalesce(last_call, ${lastCallBefore(scope)}) end as last_visit
    from (${months}) as months
      left join ${asRows(targets, targetTypes, "target")}
        on class_key = coalesce(doctor_class, '') and norm_key = coalesce(months.norm, -1)
          and added_key = coalesce(added_on, '-infinity') and changes_key = coalesce(changes, '')`;
}

/**
 * Each with its state (the index in `slipStates`), its place in the order of `slipping` as far as the month decides it
 * (null without a state), and whether nobody has taken care of the doctor today.
 */
export function rankedMonths(
  scope: Scope,
  outcomes: readonly Outcome[],
  skips: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const { today } = scope;
  const rows = outcomes.map(({ gap, missing, days_ago, state, planned_state, is_ahead }) => ({
    kind: (gap * 100 + missing) * 100 + (days_ago ?? neverSeen),
    state: rankOf(state),
    planned_state: rankOf(planned_state),
    is_ahead,
  }));
  const types = { kind: "integer", state: "integer", planned_state: "integer", is_ahead: "boolean" } as const;
  const classPlace = sql`coalesce(array_position(${doctorClasses}::text[], doctor_class), 9)`;
  return sql`
    select *, ((state * 10 + ${classPlace}) * 100 + 99 - missing) * 1000000::bigint
      + coalesce(last_visit - date '1900-01-01', 0) as place
    from (
      select months.*, is_ahead, 
        case when planned is not null then planned_state else state end as state,
        days_of_visits & ${bitOf(scope, sql`${today}::date`)} = 0
          and months.id not in (select doctor_id from (${skips}) as skips) as is_free
      from months left join ${asRows(rows, types, "outcome")}
        on kind = (gap * 100 + missing) * 100 + case when last_visit is null then ${sql.lit(neverSeen)}
          else least(${today}::date - last_visit, ${sql.lit(longAgo)}) end
      where months.norm is not null
    ) as months`;
}

/** The days since the last visit of a doctor who had none. */
const neverSeen = 99;

/** After every place. */
const lastPlace = 1_000_000_000_000;

export function rankOf(state: (typeof slipStates)[number] | null): number | null {
  return state === null ? null : slipStates.indexOf(state);
}

/** How many doctors of a state nobody has taken care of today. */
function countOf(state: (typeof slipStates)[number]): RawBuilder<number> {
  return sql`count(*) filter (where is_free and state = ${sql.lit(rankOf(state))})`;
}
