import type { UserRow } from "@rounds/database/auth-tables.ts";
import type { Database } from "@rounds/database/connect.ts";
import { isoMoment } from "@rounds/http/clock.ts";
import { sql } from "kysely";
import type { AuthContext } from "../base/context.ts";
import { type By, note } from "./account.ts";

/**
 * Removes everything from an account that identifies its owner or lets them in, and keeps the bare row, which the
 * owner's entries still refer to. The address and number become free again.
 */
export async function eraseAccount(tx: Database, context: AuthContext, user: UserRow, by: By): Promise<void> {
  const now = isoMoment(context.clock());
  await tx
    .updateTable("auth.users")
    .set({
      email: null,
      phone: null,
      new_email: null,
      new_phone: null,
      email_change_confirmed_by: null,
      password_hash: null,
      // An account that nobody can use any more must not count as the first one.
      email_confirmed_at: null,
      phone_confirmed_at: null,
      app_metadata: "{}",
      user_metadata: "{}",
      role: "authenticated",
      deleted_at: now,
      updated_at: now,
    })
    .where("id", "=", user.id)
    .execute();
  for (const table of [
    "auth.identities",
    "auth.factors",
    "auth.recovery_codes",
    "auth.known_places",
    "auth.sessions",
    "auth.one_time_tokens",
    "auth.auth_codes",
  ] as const) {
    await tx.deleteFrom(table).where("user_id", "=", user.id).execute();
  }
  await forgetMessages(tx, user);
  await note(tx, context, user, by, "user_deleted", { kept: "row" });
}

/** Messages are kept for a while after they were sent, under the address that they went to. */
async function forgetMessages(tx: Database, user: UserRow): Promise<void> {
  const { email, phone, new_email, new_phone } = user;
  const addresses = [email, phone, new_email, new_phone].filter((address) => address !== null);
  await tx
    .deleteFrom("auth.messages")
    .where((message) =>
      message.or([
        message("user_id", "=", user.id),
        message("recipient", "=", sql<string>`any(${addresses})`),
      ]),
    )
    .execute();
}

/** Removes an account completely; its owner's entries stay, without a name. */
export async function deleteAccount(
  tx: Database,
  context: AuthContext,
  user: UserRow,
  by: By,
): Promise<void> {
  await forgetMessages(tx, user);
  await tx.deleteFrom("auth.users").where("id", "=", user.id).execute();
  await note(tx, context, user, by, "user_deleted");
}
