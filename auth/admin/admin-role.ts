import type { UserRow } from "@rounds/database/auth-tables.ts";
import type { Database } from "@rounds/database/connect.ts";
import { isoMoment } from "@rounds/http/clock.ts";
import { sql } from "kysely";
import type { AuthContext } from "../base/context.ts";
import { type By, note } from "./account.ts";

/** Makes a user an administrator, or no longer one. The database ensures that one is left. */
export async function setAdmin(
  tx: Database,
  context: AuthContext,
  user: UserRow,
  admin: boolean,
  by: By,
): Promise<void> {
  if ((user.app_metadata.role === "admin") === admin) return;
  await tx
    .updateTable("auth.users")
    .set({
      app_metadata: admin ? sql`app_metadata || '{"role": "admin"}'` : sql`app_metadata - 'role'`,
      updated_at: isoMoment(context.clock()),
    })
    .where("id", "=", user.id)
    .execute();
  await note(tx, context, user, by, "user_role_changed", { role: admin ? "admin" : "representative" });
}
