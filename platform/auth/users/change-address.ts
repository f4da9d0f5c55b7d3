import type { UserRow } from "@rounds/database/auth-tables.ts";
import type { Database } from "@rounds/database/connect.ts";
import { sqlState } from "@rounds/database/transaction.ts";
import { isoMoment } from "@rounds/http/clock.ts";
import { sql } from "kysely";
import { audit } from "../base/audit.ts";
import type { AuthContext, Client } from "../base/context.ts";
import { emailExists, phoneExists } from "../base/errors.ts";
import { queueMessage } from "../messages/queue.ts";
import { addIdentity, confirmUser } from "./create-user.ts";

type Change = { user: UserRow; client: Client; session_id?: string };

/**
 * Makes the pending address of a user (`new_email`) the confirmed one, and notifies the former one; throws
 * `email_exists` if somebody else has it by now.
 */
export async function applyEmail(tx: Database, context: AuthContext, change: Change): Promise<UserRow> {
  const { user, ...by } = change;
  const { new_email } = user;
  if (new_email === null) return user;
  const now = isoMoment(context.clock());
  await tx
    .updateTable("auth.users")
    .set({ email: new_email, new_email: null, email_change_confirmed_by: null, updated_at: now })
    .where("id", "=", user.id)
    .execute()
    .catch((error: unknown) => {
      throw sqlState(error) === "23505" ? emailExists() : error;
    });
  await moveIdentity(tx, context, user, "email", new_email);
  await audit(tx, context, { action: "user_email_changed", user_id: user.id, ...by });
  if (user.email !== null) {
    await queueMessage(tx, context, { channel: "mail", kind: "email_changed", recipient: user.email });
  }
  return confirmUser(tx, context, user.id, "email");
}

/** Makes the pending number of a user (`new_phone`) the confirmed one; throws `phone_exists`. */
export async function applyPhone(tx: Database, context: AuthContext, change: Change): Promise<UserRow> {
  const { user, ...by } = change;
  const { new_phone } = user;
  if (new_phone === null) return user;
  await tx
    .updateTable("auth.users")
    .set({ phone: new_phone, new_phone: null, updated_at: isoMoment(context.clock()) })
    .where("id", "=", user.id)
    .execute()
    .catch((error: unknown) => {
      throw sqlState(error) === "23505" ? phoneExists() : error;
    });
  await moveIdentity(tx, context, user, "phone", new_phone);
  await audit(tx, context, { action: "user_phone_changed", user_id: user.id, ...by });
  return confirmUser(tx, context, user.id, "phone");
}

/** The identity of an address or number follows it; a user without one gets one. */
export async function moveIdentity(
  tx: Database,
  context: AuthContext,
  user: UserRow,
  provider: "email" | "phone",
  value: string,
): Promise<void> {
  const moved = await tx
    .updateTable("auth.identities")
    .set({
      identity_data: sql`identity_data || ${JSON.stringify({ [provider]: value })}::jsonb`,
      updated_at: isoMoment(context.clock()),
    })
    .where("user_id", "=", user.id)
    .where("provider", "=", provider)
    .returning("id")
    .execute();
  if (moved.length > 0) return;
  const data = { sub: user.id, [provider]: value, email_verified: false, phone_verified: false };
  await addIdentity(tx, context, { userId: user.id, provider, providerId: user.id, data });
  const { providers: listed } = user.app_metadata;
  const known = Array.isArray(listed) ? listed : [];
  const providers = { provider: known[0] ?? provider, providers: [...known, provider] };
  await tx
    .updateTable("auth.users")
    .set({ app_metadata: sql`app_metadata || ${JSON.stringify(providers)}::jsonb` })
    .where("id", "=", user.id)
    .execute();
}
