import type { Database } from "@rounds/database/connect.ts";
import type { CoverageFilters } from "@rounds/domain/coverage/coverage.ts";
import { fieldDaysOfMonth } from "@rounds/domain/coverage/field-days.ts";
import { monthDaysOf } from "@rounds/domain/coverage/report-month.ts";
import { sql } from "kysely";
import type { View } from "../api/context.ts";
import { found } from "../api/record.ts";
import { nameOfUser } from "../team/queries.ts";
import { readBasis, type Scope } from "./queries.ts";

/** Whose coverage of which month, with what the month depends on. */
export type Report = Scope & {
  person: { name: string } | null;
};

/** Who asks, and when. */
export type Asker = Pick<View, "actor" | "today" | "time_zone" | "now">;

/** The report that is asked for. Throws `not_found` for a person without an account. */
export async function readReport(
  db: Database,
  { month, person }: CoverageFilters,
  { actor, today, time_zone }: Asker,
): Promise<Report> {
  const days = monthDaysOf(month, today);
  const id = person === "me" ? actor.id : person;
  const [{ norms, holidays }, of] = await Promise.all([
    readBasis(db, { day: days.from, from: days.from, to: days.to, user_id: null }),
    id === "everybody" ? null : readPerson(db, id),
  ]);
  const month_days = fieldDaysOfMonth(days.from, holidays);
  return { ...days, person: of, today, time_zone, norms, holidays, month_days };
}

async function readPerson(db: Database, id: string | null): Promise<{ id: string; name: string }> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, ${nameOfUser} as name from auth.users as users
    where id = ${id}::uuid and deleted_at is null`.execute(db);
  return found(rows[0]);
}
