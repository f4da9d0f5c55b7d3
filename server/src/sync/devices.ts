import type { Accounts } from "@rounds/auth/admin/accounts.ts";
import type { Database } from "@rounds/database/connect.ts";
import { transaction } from "@rounds/database/transaction.ts";
import type { Device, DeviceReport } from "@rounds/domain/sync/sync.ts";
import { sql } from "kysely";
import { found } from "../api/record.ts";

/** A person's devices that are kept; those that synced longest ago go. */
const mostDevices = 20;

/** Stores what a person's device says of itself. */
export async function storeReport(
  db: Database,
  { id, rows, waiting, needs_you, oldest_at }: DeviceReport,
  by: { user_id: string; session_id: string; user_agent: string; now: string },
): Promise<{ synced_at: string }> {
  return await transaction(db, async (tx) => {
    await sql`
      insert into sync.devices
        (user_id, id, session_id, user_agent, rows, waiting, needs_you, oldest_at, synced_at)
      values (${by.user_id}, ${id}, ${by.session_id}, ${by.user_agent}, ${rows}, ${waiting}, ${needs_you}, ${oldest_at},
        ${by.now})
      on conflict (user_id, id) do update set session_id = excluded.session_id, user_agent = excluded.user_agent,
        rows = excluded.rows, waiting = excluded.waiting, needs_you = excluded.needs_you,
        oldest_at = excluded.oldest_at, synced_at = excluded.synced_at`.execute(tx);
    await sql`
      delete from sync.devices where user_id = ${by.user_id} and id in (
        select id from sync.devices where user_id = ${by.user_id} order by synced_at desc, id offset ${sql.lit(mostDevices)}
      )`.execute(tx);
    return { synced_at: by.now };
  });
}

/**
 * A person's devices, the one that synced last first: those that are signed in, and those that were and on which
 * something still waits. Throws `not_found` for an unknown person.
 */
export async function listDevices(db: Database, accounts: Accounts, user_id: string): Promise<Device[]> {
  const users = db.selectFrom("auth.users").select("id").where("id", "=", user_id);
  found(await users.where("deleted_at", "is", null).executeTakeFirst());
  const open = (await accounts.sessionsOf(user_id)).map((session) => session.id);
  const { rows } = await sql<Device>`
    select id, user_agent, rows, waiting, needs_you, oldest_at, synced_at
    from sync.devices
    where user_id = ${user_id} and (session_id = any(${open}::uuid[]) or waiting + needs_you > 0)
    order by synced_at desc, id`.execute(db);
  return rows;
}
