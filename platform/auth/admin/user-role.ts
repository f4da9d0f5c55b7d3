import type { UserRow } from "@rounds/database/auth-tables.ts";
import type { Database } from "@rounds/database/connect.ts";
import { roleOf, type TeamRole } from "@rounds/domain/team/roles.ts";
import { isoMoment } from "@rounds/http/clock.ts";
import { sql } from "kysely";
import type { AuthContext } from "../base/context.ts";
import { type By, note } from "./account.ts";

/** What is added to `app_metadata` for a role. Representatives are those without another one. */
export function metadataOf(role: TeamRole): { role?: TeamRole } {
  return role === "representative" ? {} : { role };
}

/** The `app_metadata` of a user with another role. */
export function withRole(role: TeamRole) {
  return sql<string>`app_metadata - 'role' || ${JSON.stringify(metadataOf(role))}::jsonb`;
}

/** Gives a user a role. The database ensures that one administrator is left. */
export async function setRole(
  tx: Database,
  context: AuthContext,
  user: UserRow,
  role: TeamRole,
  by: By,
): Promise<void> {
  const { role: before } = user.app_metadata;
  if (roleOf(before) === role) return;
  await tx
    .updateTable("auth.users")
    .set({
      app_metadata: withRole(role),
      updated_at: isoMoment(context.clock()),
    })
    .where("id", "=", user.id)
    .execute();
  await note(tx, context, user, by, "user_role_changed", { role, before: roleOf(before) });
}
