import type { Database } from "@rounds/database/connect.ts";
import { asRows } from "@rounds/database/select.ts";
import { type Day, startOfMonth } from "@rounds/domain/calendar/calendar.ts";
import type { CallNorms } from "@rounds/domain/coverage/norms.ts";
import {
  type Holiday,
  isWithinReach,
  type LeaveRange,
  settingReachDays,
} from "@rounds/domain/coverage/settings.ts";
import { doctorClasses } from "@rounds/domain/doctors/choices.ts";
import { AppError } from "@rounds/domain/errors/app-error.ts";
import { sql } from "kysely";
import { transactionOf } from "../api/act.ts";
import type { Context } from "../api/context.ts";

type Changing = Pick<Context, "db" | "actor" | "today">;

/** Writes a change of settings to the audit log, in its transaction. */
export type Note = (
  tx: Database,
  change: "call_norms_changed" | "holidays_changed",
  traits: Record<string, string>,
) => Promise<void>;

/** Sets the norms of all classes from the present month on; earlier months keep theirs. */
export async function saveNorms({ db, actor, today }: Changing, norms: CallNorms, note: Note): Promise<void> {
  await transactionOf(db, actor, async (tx) => {
    await storeNorms(tx, norms, today);
    const said = doctorClasses.map((name) => {
      const { per_month, min_gap_days } = norms[name];
      return `${name} ${per_month}, ${min_gap_days} days apart`;
    });
    await note(tx, "call_norms_changed", { norms: said.join("; ") });
  });
}

async function storeNorms(db: Database, norms: CallNorms, today: Day): Promise<void> {
  const from_month = startOfMonth(today);
  await db
    .insertInto("call_norms")
    .values(doctorClasses.map((doctor_class) => ({ doctor_class, from_month, ...norms[doctor_class] })))
    .onConflict((conflict) =>
      conflict.columns(["doctor_class", "from_month"]).doUpdateSet((row) => ({
        per_month: row.ref("excluded.per_month"),
        min_gap_days: row.ref("excluded.min_gap_days"),
      })),
    )
    .execute();
}

/** Adds holidays, and renames those on a day that is one already; throws `validation_failed` for a far day. */
export async function saveHolidays(
  { db, actor, today }: Changing,
  holidays: readonly Holiday[],
  note: Note,
): Promise<void> {
  const far = holidays.findIndex(({ day }) => !isWithinReach(day, today));
  if (far >= 0) throw tooFar(`holidays.${far}.day`);
  await transactionOf(db, actor, async (tx) => {
    await sql`
      insert into holidays (day, name)
      select day, name from ${asRows([...holidays], { day: "date", name: "text" }, "given")}
      order by day
      on conflict (day) do update set name = excluded.name`.execute(tx);
    await note(tx, "holidays_changed", { change: "saved", days: holidays.map(({ day }) => day).join(", ") });
  });
}

/** Removes a holiday; one that is not there (any more) changes nothing. */
export async function removeHoliday({ db, actor }: Changing, day: Day, note: Note): Promise<void> {
  await transactionOf(db, actor, async (tx) => {
    const removed = await tx
      .deleteFrom("holidays")
      .where("day", "=", day)
      .returning("day")
      .executeTakeFirst();
    if (removed) await note(tx, "holidays_changed", { change: "removed", days: day });
  });
}

/** Adds days of leave; throws `validation_failed` for days that are far from today. */
export async function addLeave(
  { db, actor, today }: Changing,
  user_id: string,
  { from, to }: LeaveRange,
): Promise<void> {
  if (!isWithinReach(from, today)) throw tooFar("from");
  if (!isWithinReach(to, today)) throw tooFar("to");
  await transactionOf(db, actor, async (tx) => {
    await sql`
      insert into leave_days (user_id, day)
      select ${user_id}::uuid, day::date from generate_series(${from}::date, ${to}::date, interval '1 day') as day
      on conflict do nothing`.execute(tx);
  });
}

/** Removes days of leave; days that are none change nothing. */
export async function removeLeave(
  { db, actor }: Changing,
  user_id: string,
  { from, to }: LeaveRange,
): Promise<void> {
  await transactionOf(db, actor, async (tx) => {
    await tx
      .deleteFrom("leave_days")
      .where("user_id", "=", user_id)
      .where("day", ">=", from)
      .where("day", "<=", to)
      .execute();
  });
}

function tooFar(field: string): AppError {
  const years = Math.floor(settingReachDays / 365);
  return new AppError("validation_failed", {
    fields: { [field]: `Please choose a day within ${years} years of today` },
  });
}
