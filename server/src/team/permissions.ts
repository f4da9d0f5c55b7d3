import type { Database } from "@rounds/database/connect.ts";
import { asRows } from "@rounds/database/select.ts";
import {
  type PermissionSettings,
  type PermissionTable,
  tableOf,
} from "@rounds/domain/account/permission-table.ts";
import { limitedRoles, permissions } from "@rounds/domain/account/permissions.ts";
import { sql } from "kysely";
import { transactionOf } from "../api/act.ts";
import type { Actor } from "../api/context.ts";

/** Who may do what. What nobody has chosen is allowed. */
export async function readPermissions(db: Database): Promise<PermissionSettings> {
  const stored = await db.selectFrom("auth.permissions").selectAll().execute();
  const denied = new Set(
    stored.flatMap(({ role, permission, allowed }) => (allowed ? [] : `${role} ${permission}`)),
  );
  return {
    table: tableOf((role, permission) => !denied.has(`${role} ${permission}`)),
    is_chosen: stored.length > 0,
  };
}

/**
 * Sets who may do what; `note` writes to the audit log what each role may not do from now on, in the same transaction.
 * Servers read it anew with each request, and open pages are notified.
 */
export async function savePermissions(
  db: Database,
  table: PermissionTable,
  actor: Actor,
  note: (tx: Database, traits: Record<string, string>) => Promise<void>,
): Promise<PermissionSettings> {
  const rows = limitedRoles.flatMap((role) =>
    permissions.map((permission) => ({ role, permission, allowed: table[role][permission] })),
  );
  return await transactionOf(db, actor, async (tx) => {
    await sql`
      insert into auth.permissions (role, permission, allowed)
      select role, permission, allowed
      from ${asRows(rows, { role: "text", permission: "text", allowed: "boolean" }, "given")}
      order by role, permission
      on conflict (role, permission) do update set allowed = excluded.allowed`.execute(tx);
    const deniedTo = (role: (typeof limitedRoles)[number]) =>
      permissions.filter((permission) => !table[role][permission]).join(", ");
    await note(tx, { manager: deniedTo("manager"), representative: deniedTo("representative") });
    return await readPermissions(tx);
  });
}
