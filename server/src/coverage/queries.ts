import type { Database } from "@rounds/database/connect.ts";
import { onlyRow } from "@rounds/database/select.ts";
import { type Day, endOfYear, startOfMonth, startOfYear } from "@rounds/domain/calendar/calendar.ts";
import {
  type CallNorms,
  type NormChange,
  type NormedDoctor,
  type NormSetting,
  normsInForce,
} from "@rounds/domain/coverage/norms.ts";
import type { MonthDays } from "@rounds/domain/coverage/report-month.ts";
import {
  type CoverageSettings,
  type Holiday,
  type OwnLeave,
  type Representatives,
  rangesOf,
} from "@rounds/domain/coverage/settings.ts";
import { type DaysLeft, daysLeft } from "@rounds/domain/coverage/slipping.ts";
import { type Calendar, neededDays } from "@rounds/domain/today/current-month.ts";
import type { DayBasis } from "@rounds/domain/today/day-basis.ts";
import { sql } from "kysely";
import { isInUse, shownName } from "../team/queries.ts";

/** Whose doctors of which month, with what their norms depend on. */
export type Scope = MonthDays & {
  /** Whose doctors and calls; null for everybody's. */
  person: { id: string } | null;
  today: Day;
  time_zone: string;
  norms: CallNorms;
  holidays: readonly Day[];
  /** The month's field days, for norms. */
  month_days: readonly Day[];
  /** If `today` is a day to come: planned visits from this day on count as calls until then. */
  planned_since?: Day | undefined;
};

/** A day whose norms are asked for, and the span of holidays and leave: a person's, or nobody's with null. */
type BasisQuery = { day: Day; from: Day; to: Day; user_id: string | null };

/** Reads the norms in force on `day`, and of a span the holidays and a person's leave, in one statement. */
export async function readBasis(db: Database, query: BasisQuery): Promise<Calendar> {
  const { holidays, ...basis } = await readNamedBasis(db, query);
  return { ...basis, holidays: holidays.map(({ day }) => day) };
}

/** The same with the names of the holidays. */
export async function readNamedBasis(
  db: Database,
  { day, from, to, user_id }: BasisQuery,
): Promise<Omit<DayBasis, "skips">> {
  const row = onlyRow(
    await sql<{ settings: NormSetting[]; holidays: Holiday[]; leave: Day[] }>`
      select ${settingsUpTo(day)} as settings,
        coalesce((
          select json_agg(json_build_object('day', day::text, 'name', name) order by day) from holidays
          where day between ${from} and ${to}), '[]') as holidays,
        array(select day::text from leave_days
          where user_id = ${user_id} and day between ${from} and ${to} order by day) as leave`.execute(db),
  );
  return { norms: normsInForce(row.settings, day), holidays: row.holidays, leave: row.leave };
}

/** The latest setting of each class for the month of a day, as JSON. */
function settingsUpTo(day: Day) {
  return sql<NormSetting[]>`coalesce((
    select json_agg(latest) from (
      select distinct on (doctor_class) doctor_class, from_month::text, per_month, min_gap_days
      from call_norms where from_month <= ${startOfMonth(day)}
      order by doctor_class, from_month desc
    ) as latest), '[]')`;
}

/** What decides who is late: everybody's days left of the month, and how many of them are each person's leave. */
export type LateRule = { days: DaysLeft; leave: ReadonlyMap<string, number> };

/**
 * Reads what decides who is late on a day. A doctor is late by the field days of whose it is; a shared one by those of the
 * company.
 */
export async function readLateRule(db: Database, today: Day): Promise<LateRule> {
  const basis = await readBasis(db, { day: today, ...neededDays(today), user_id: null });
  const days = daysLeft(basis, today);
  const { rows } = await sql<{ user_id: string; days: number }>`
    select user_id, count(*)::integer as days from leave_days
    where day = any (${days.field_days}::date[]) group by user_id`.execute(db);
  return { days, leave: new Map(rows.map(({ user_id, days }) => [user_id, days])) };
}

/** A doctor with what the norm of a month depends on. */
type TargetDoctor = NormedDoctor & {
  id: string;
  name: string;
  city: string | null;
  representative_id: string | null;
};

/**
 * The doctors of a person, their own and those shared by everybody, by id; all doctors if `of` is null. `changes` are
 * those since the beginning of the month of `day`. Moments become days in `time_zone`. With `only`, that doctor alone.
 */
export async function listTargets(
  db: Database,
  { of, day, time_zone, only }: { of: string | null; day: Day; time_zone: string; only?: string },
): Promise<TargetDoctor[]> {
  const isTheirs = of === null ? sql`true` : sql`(representative_id = ${of} or representative_id is null)`;
  const isOnly = only === undefined ? sql`true` : sql`id = ${only}`;
  const dayOf = (moment: string) => sql`(${sql.ref(moment)} at time zone ${time_zone})::date::text`;
  const { rows } = await sql<Omit<TargetDoctor, "changes"> & { changes: NormChange[] | null }>`
    select id, name, city, representative_id, doctors.doctor_class, doctors.norm,
      ${dayOf("created_at")} as added_on, changes
    from doctors cross join lateral (
      select json_agg(json_build_object('until', ${dayOf("until")},
        'doctor_class', doctor_class, 'norm', norm) order by until) as changes
      from doctor_norms
      where doctor_id = doctors.id and until >= ${startOfMonth(day)}::date::timestamp at time zone ${time_zone}
    ) as former
    where ${isTheirs} and ${isOnly}
    order by id`.execute(db);
  return rows.map((row) => ({ ...row, changes: row.changes ?? [] }));
}

/** Whether doctors can belong to an account of `auth.users as users`: it is in use, or was not deleted and doctors belong to it. */
export const canHaveDoctors = (now: string) => sql`
  deleted_at is null and (${isInUse(now)} or exists (select from doctors where representative_id = users.id))`;

/** Whether doctors can belong to a person. */
export async function isRepresentative(db: Database, id: string, now: string): Promise<boolean> {
  const { rows } = await sql`
    select from auth.users as users where id = ${id} and ${canHaveDoctors(now)}`.execute(db);
  return rows.length > 0;
}

/**
 * Everybody to whom doctors can belong, by name: accounts that are in use, and others as long as doctors belong to them.
 * Who has no name is shown by email address or number, and who has the same name as somebody else by both.
 */
export async function listRepresentatives(db: Database, now: string): Promise<Representatives> {
  const { rows } = await sql<{ id: string; name: string | null; contact: string | null }>`
    select id, ${shownName} as name, coalesce(email, '+' || phone) as contact
    from auth.users as users
    where ${canHaveDoctors(now)}
    order by name_key(coalesce(${shownName}, email, phone, '')), id`.execute(db);
  const counts = new Map<string | null, number>();
  for (const { name } of rows) counts.set(name, (counts.get(name) ?? 0) + 1);
  return {
    rows: rows.map(({ id, name, contact }) => {
      if (name === null) return { id, name: contact ?? "Somebody without a name" };
      const isShared = (counts.get(name) ?? 0) > 1 && contact !== null;
      return { id, name: isShared ? `${name} (${contact})` : name };
    }),
  };
}

/** The norms in force today, and the holidays of a year. */
export async function readSettings(db: Database, year: number, today: Day): Promise<CoverageSettings> {
  const inYear = `${year}-06-15`;
  const row = onlyRow(
    await sql<{ settings: NormSetting[]; holidays: Holiday[] }>`
      select ${settingsUpTo(today)} as settings, coalesce((
        select json_agg(json_build_object('day', day::text, 'name', name) order by day) from holidays
        where day between ${startOfYear(inYear)} and ${endOfYear(inYear)}), '[]') as holidays`.execute(db),
  );
  return {
    from_month: startOfMonth(today),
    norms: normsInForce(row.settings, today),
    holidays: row.holidays,
  };
}

/** A person's leave, in ranges. */
export async function readLeave(db: Database, user_id: string): Promise<OwnLeave> {
  const rows = await db
    .selectFrom("leave_days")
    .select("day")
    .where("user_id", "=", user_id)
    .orderBy("day")
    .execute();
  return { ranges: rangesOf(rows.map(({ day }) => day)) };
}
