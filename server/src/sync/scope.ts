import type { Database } from "@rounds/database/connect.ts";
import { onlyRow } from "@rounds/database/select.ts";
import { addDays, type Day, startOfMonth } from "@rounds/domain/calendar/calendar.ts";
import { lastVisitsKept, maxSyncRows, type SyncNoun } from "@rounds/domain/sync/nouns.ts";
import { knownDays } from "@rounds/domain/today/current-month.ts";
import { unrecordedDays } from "@rounds/domain/today/limits.ts";
import { usualDays } from "@rounds/domain/today/load.ts";
import { type RawBuilder, sql } from "kysely";
import { isPlanned, tookPlace } from "../visits/calls.ts";
import { byDay } from "../visits/order.ts";

/** Up to this many doctors, everybody has all of them on the phone. */
export const mostForEverybody = 2000;
/** How long one's own visits stay on the phone, and how long a visit makes a doctor one's own. */
const ownVisitDays = 90;
const ownDoctorDays = 365;
/**
 * More visits than one doctor has in the `nearDays`. The limit also keeps PostgreSQL from reading everybody's visits of
 * these days to find those of a few doctors.
 */
const mostNearVisits = 300;
/** The most rows of these nouns; visits have the rest of `maxSyncRows`. */
const mostDoctors = 3000;
const mostProducts = 3000;

/** A query for the id, the version and the last change of each row of a noun in a scope. */
export type ScopeQuery = RawBuilder<unknown>;

/** Which rows a person has on the phone; no more than a phone keeps. */
export type Scope = {
  kind: "all" | "mine";
  visits_since: Day;
  doctors: ScopeQuery;
  products: ScopeQuery;
  /** The visits to these doctors, which are those of the scope, beside that many doctors and products. */
  visits(doctors: readonly string[], beside: number): ScopeQuery;
  /** Whether that many rows may be fewer than there are. */
  isFull(noun: SyncNoun, rows: number, beside: number): boolean;
};

/**
 * A person's scope on a day. Everybody has all products. While there are few doctors, everybody has all of them; else
 * one's own: those one represents, entered, visited within a year, plans to visit or has chosen to keep. Visits are
 * one's own since three months, the last completed ones of each of these doctors, and of those who are one's own or everybody's
 * what anybody completed or planned this month or lately, and plans next. Every doctor of a visit is there.
 */
export async function scopeOf(db: Database, me: string | null, today: Day): Promise<Scope> {
  const limit = sql.lit(mostForEverybody + 1);
  const counted = await sql<{ doctors: number }>`
    select count(*) as doctors from (select from doctors limit ${limit}) as counted`.execute(db);
  const kind = onlyRow(counted).doctors <= mostForEverybody ? "all" : "mine";
  const visits_since = addDays(today, -ownVisitDays);
  const near = nearDays(today);
  const doctors = kind === "all" ? sql`select id, version, changed from doctors` : doctorsOf(me, today);
  return {
    kind,
    visits_since,
    doctors,
    products: sql`select id, version, changed from products order by id desc limit ${sql.lit(mostProducts)}`,
    visits: (ids, beside) => sql`
      select id, version, changed from (
        select id, version, changed, visit_date from visits
          where created_by = ${me}::uuid and visit_date >= ${visits_since}::date
            ${kind === "all" ? sql`` : sql`and doctor_id = any(${ids}::uuid[])`}
        union
        select last.* from unnest(${ids}::uuid[]) as doctor (id)
          cross join lateral (
            select id, version, changed, visit_date from visits
            where doctor_id = doctor.id and ${tookPlace()}
            ${byDay("desc")} limit ${sql.lit(lastVisitsKept)}
          ) as last
        union
        select near.* from doctors
          cross join lateral (
            select id, version, changed, visit_date from visits
            where doctor_id = doctors.id and (${isPlanned()} or ${tookPlace()})
              and visit_date between ${near.from}::date and ${near.to}::date
            ${byDay("desc")} limit ${sql.lit(mostNearVisits)}
          ) as near
          where (representative_id = ${me}::uuid or representative_id is null)
            ${kind === "all" ? sql`` : sql`and doctors.id = any(${ids}::uuid[])`}
      ) as visit
      ${byDay("desc", "visit")} limit ${maxSyncRows - beside}::integer`,
    isFull(noun, rows, beside) {
      if (noun === "visits") return rows >= maxSyncRows - beside;
      return noun === "products" ? rows >= mostProducts : kind === "mine" && rows >= mostDoctors;
    },
  };
}

/** The days whose visits decide what one's days are planned to be, whoever makes them. */
function nearDays(today: Day): { from: Day; to: Day } {
  const [first, since] = [startOfMonth(today), addDays(today, -Math.max(unrecordedDays, usualDays))];
  return { from: first < since ? first : since, to: knownDays(today).to };
}

/** One's own doctors: those of class A first, then the ones entered last. */
function doctorsOf(me: string | null, today: Day): ScopeQuery {
  return sql`
    select id, version, changed from doctors
    where id in (
      select id from doctors where representative_id = ${me}::uuid
      union
      select id from doctors where created_by = ${me}::uuid
      union
      select doctor_id from visits
        where created_by = ${me}::uuid and visit_date >= ${addDays(today, -ownDoctorDays)}::date
      union
      select doctor_id from sync.pins where user_id = ${me}::uuid
    )
    order by doctor_class nulls last, id desc limit ${sql.lit(mostDoctors)}`;
}
