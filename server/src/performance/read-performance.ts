import type { Database } from "@rounds/database/connect.ts";
import { snapshot } from "@rounds/database/transaction.ts";
import type { Day } from "@rounds/domain/calendar/calendar.ts";
import { monthDaysOf } from "@rounds/domain/coverage/report-month.ts";
import { toPaise, toRupees } from "@rounds/domain/money/money.ts";
import type {
  Performance,
  PerformanceFigures,
  PerformanceFilters,
  Performer,
} from "@rounds/domain/performance/performance.ts";
import { sql } from "kysely";
import type { View } from "../api/context.ts";
import { listRepresentatives, readLateRule, type Scope } from "../coverage/queries.ts";
import { nameOfUser } from "../team/queries.ts";
import { lastCall } from "../visits/calls.ts";
import { type Doctors, readDoctors } from "./doctors-of-people.ts";
import { type Calls, monthBefore, readCalls, readSales, readScope } from "./month-of-people.ts";

export type Asker = Pick<View, "today" | "time_zone" | "now">;

type ByPerson<Value> = ReadonlyMap<string | null, Value>;
/** A month's figures by person. */
type Month = { doctors: ByPerson<Doctors>; calls: ByPerson<Calls>; sales: ByPerson<string> };

/** Everybody's figures of a month and of the month before it; see `performance` in domain/performance. */
export async function readPerformance(
  db: Database,
  { month, person }: PerformanceFilters,
  asker: Asker,
): Promise<Performance> {
  return await snapshot(db, async (tx) => {
    const { from, is_over } = monthDaysOf(month, asker.today);
    const [earlier, scope, rule] = await Promise.all([
      readScope(tx, monthBefore(from), asker),
      readScope(tx, month, asker),
      is_over ? undefined : readLateRule(tx, asker.today),
    ]);
    const [doctors, calls, sales, inUse] = await Promise.all([
      readDoctors(tx, [earlier, scope], rule),
      readCalls(tx, [earlier, scope]),
      readSales(tx, [earlier, scope]),
      listRepresentatives(tx, asker.now),
    ]);
    const salesOf = (of: "present" | "before"): ByPerson<string> =>
      new Map([...sales].map(([id, sums]) => [id, sums[of]]));
    const present: Month = { doctors: doctors.present, calls: calls.present, sales: salesOf("present") };
    const before: Month = { doctors: doctors.before, calls: calls.before, sales: salesOf("before") };
    const worked = [doctors.present, doctors.before, calls.present, calls.before, sales].flatMap(
      (figures) => [...figures.keys()],
    );
    const people = await readPeople(tx, inUse.rows, worked, asker.today, person);
    const monthsOf = (id: string | null) => ({
      present: figuresOf(present, id),
      before: figuresOf(before, id),
    });
    const lateOf = (id: string) =>
      rule ? (doctors.present.get(id)?.late ?? 0) + (doctors.present.get(null)?.late ?? 0) : null;
    const rows = people.map((person) => ({ ...person, ...monthsOf(person.id), late: lateOf(person.id) }));
    const nobody = { present: nobodys(present), before: nobodys(before) };
    const sum = [...doctors.present.values()].reduce((late, one) => late + one.late, 0);
    return {
      present: monthOf(scope),
      before: monthOf(earlier),
      rows,
      nobody: isNothing(nobody.present) && isNothing(nobody.before) ? null : nobody,
      total: { present: totalOf(present), before: totalOf(before), late: rule ? sum : null },
    };
  });
}

function monthOf({ month, from, until, is_over }: Scope) {
  return { month, from, until, is_over };
}

/** A person's figures, whose doctors are their own and the shared ones. */
function figuresOf({ doctors, calls, sales }: Month, id: string | null): PerformanceFigures {
  const [own, shared] = [doctors.get(id), doctors.get(null)];
  return {
    doctors: (own?.doctors ?? 0) + (shared?.doctors ?? 0),
    met: (own?.met ?? 0) + (shared?.met ?? 0),
    calls: calls.get(id)?.calls ?? 0,
    days_worked: calls.get(id)?.days_worked ?? 0,
    sales: sales.get(id) ?? "0.00",
  };
}

/** Calls and revenue that belong to nobody. Nobody worked on their days. */
function nobodys({ calls, sales }: Month): PerformanceFigures {
  return {
    doctors: 0,
    met: 0,
    calls: calls.get(null)?.calls ?? 0,
    days_worked: 0,
    sales: sales.get(null) ?? "0.00",
  };
}

function isNothing({ calls, sales }: PerformanceFigures): boolean {
  return calls === 0 && toPaise(sales) === 0n;
}

function totalOf({ doctors, calls, sales }: Month): PerformanceFigures {
  const total = { doctors: 0, met: 0, calls: 0, days_worked: 0 };
  for (const one of doctors.values()) {
    total.doctors += one.doctors;
    total.met += one.met;
  }
  for (const [id, one] of calls) {
    total.calls += one.calls;
    if (id !== null) total.days_worked += one.days_worked;
  }
  const paise = [...sales.values()].reduce((sum, rupees) => sum + toPaise(rupees), 0n);
  return { ...total, sales: toRupees(paise) };
}

/** Everybody who works here or has figures, and one `more` with an account, by name, with the day of the last call that they recorded. */
async function readPeople(
  db: Database,
  inUse: readonly { id: string; name: string }[],
  worked: readonly (string | null)[],
  today: Day,
  more?: string,
): Promise<Pick<Performer, "id" | "name" | "is_gone" | "last_call">[]> {
  const ids = new Set([...inUse.map(({ id }) => id), ...worked.filter((id) => id !== null)]);
  const { rows } = await sql<Pick<Performer, "id" | "name" | "is_gone" | "last_call">>`
    select person.id, ${nameOfUser} as name,
      users.id is null or deleted_at is not null as is_gone,
      ${lastCall(sql`visits.created_by = person.id`, today)} as last_call
    from (select unnest(${[...ids]}::uuid[]) as id
      union select id from auth.users where id = ${more ?? null} and deleted_at is null) as person
    left join auth.users as users on users.id = person.id
    order by name_key(${nameOfUser}), person.id`.execute(db);
  const names = new Map(inUse.map(({ id, name }) => [id, name]));
  return rows.map((row) => ({ ...row, name: names.get(row.id) ?? row.name }));
}
