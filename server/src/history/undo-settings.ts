import type { Database } from "@rounds/database/connect.ts";
import { type Day, startOfMonth } from "@rounds/domain/calendar/calendar.ts";
import { AppError } from "@rounds/domain/errors/app-error.ts";
import type { HistoryChange } from "@rounds/domain/history/history.ts";
import { type RawBuilder, sql } from "kysely";
import type { Actor } from "../api/context.ts";
import type { Change, Values } from "./batch.ts";

/** A setting whose changes can be taken back, by its table and what tells its rows apart. */
const settings = {
  call_norms: { table: "call_norms", keys: ["doctor_class", "from_month"] },
  holidays: { table: "holidays", keys: ["day"] },
  leave_days: { table: "leave_days", keys: ["user_id", "day"] },
  company: { table: "company", keys: ["id"] },
  permissions: { table: "auth.permissions", keys: ["role", "permission"] },
} as const satisfies { [Noun in HistoryChange["noun"]]?: { table: string; keys: readonly string[] } };
export type UndoableSetting = keyof typeof settings;

type SettingChange = Change & { noun: UndoableSetting };

const isSetting = (change: Change): change is SettingChange => change.noun in settings;

/** The setting that a batch changed; undefined if it changed anything else. */
export function settingOf(changes: readonly Change[]): UndoableSetting | undefined {
  return changes.every(isSetting) ? changes[0]?.noun : undefined;
}

/**
 * Gives settings the values that they had before a batch. Administrators may, and people for their own leave. Throws `forbidden`,
 * `changed_meanwhile` if one of them is not as the batch left it, and `gone` for the norms of months of which one is over: what was
 * asked of it stays.
 */
export async function undoSettings(
  tx: Database,
  changes: readonly Change[],
  { actor, isAdmin, today }: { actor: Actor; isAdmin: boolean; today: Day },
): Promise<void> {
  for (const change of changes.filter(isSetting).toReversed()) {
    const { noun, before, after } = change;
    const row = before ?? after ?? {};
    if (!isAdmin && !(noun === "leave_days" && row.user_id === actor.id)) throw new AppError("forbidden");
    if (noun === "call_norms" && String(row.from_month) < startOfMonth(today))
      throw new AppError("gone", {
        message: "A month that is over keeps its norms. Change them from now on.",
      });
    await giveBack(tx, noun, row, { before, after });
  }
}

async function giveBack(
  tx: Database,
  noun: UndoableSetting,
  row: Values,
  { before, after }: Pick<Change, "before" | "after">,
): Promise<void> {
  const { table, keys } = settings[noun];
  const name = sql.table(table);
  const ofRow = (values: Values): RawBuilder<unknown> =>
    sql`jsonb_populate_record(null::${name}, ${JSON.stringify(values)}::jsonb)`;
  const isIt = sql.join(
    keys.map((key) => sql`stored.${sql.ref(key)} = wanted.${sql.ref(key)}`),
    sql` and `,
  );
  const { rows } = await sql<{ is_still: boolean }>`
    select to_jsonb(stored) = ${JSON.stringify(after)}::jsonb as is_still
    from ${name} as stored, ${ofRow(row)} as wanted where ${isIt} for update of stored`.execute(tx);
  const [stored] = rows;
  if (after ? !stored?.is_still : stored) throw new AppError("changed_meanwhile");
  if (!before) {
    await sql`delete from ${name} as stored using ${ofRow(row)} as wanted where ${isIt}`.execute(tx);
  } else if (after) {
    const fields = sql.join(
      Object.keys(before).map((field) => sql`${sql.ref(field)} = wanted.${sql.ref(field)}`),
    );
    await sql`update ${name} as stored set ${fields} from ${ofRow(before)} as wanted where ${isIt}`.execute(
      tx,
    );
  } else {
    const added = await sql`
      insert into ${name} select wanted.* from ${ofRow(before)} as wanted on conflict do nothing returning 1`.execute(
      tx,
    );
    if (added.rows.length === 0) throw new AppError("changed_meanwhile");
  }
}
