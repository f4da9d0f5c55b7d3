import type { UserRow } from "@rounds/database/auth-tables.ts";
import type { Database } from "@rounds/database/connect.ts";
import { transaction } from "@rounds/database/transaction.ts";
import { isoMoment } from "@rounds/http/clock.ts";
import { z } from "zod";
import { readFields } from "../base/body.ts";
import type { Answer, AuthContext, ServiceCall } from "../base/context.ts";
import { queueMessage } from "../messages/queue.ts";
import { voidTokens } from "../one-time/tokens.ts";
import { endSessions } from "../sessions/sessions.ts";
import { moveIdentity } from "../users/change-address.ts";
import { requireEmail } from "../users/email.ts";
import { type Metadata, mergeMetadata } from "../users/metadata.ts";
import { requirePhone } from "../users/phone.ts";
import { viewUser } from "../users/user-view.ts";
import { lockAccount, note, requireUserId } from "./account.ts";
import { banMilliseconds, banUser } from "./ban.ts";
import { accountFields, rowOf, takenError, vouchFor } from "./create-account.ts";
import { hashOf } from "./new-password.ts";

const fields = z.object(accountFields);

/** A checked change, with the password hashed. */
type Change = {
  email: string | undefined;
  phone: string | undefined;
  hash: string | undefined;
  ban: number | undefined;
  given: z.output<typeof fields>;
};

/** An account under way to be changed, in one transaction. */
type Edit = { tx: Database; context: AuthContext; call: ServiceCall; user: UserRow };

/** PUT /admin/users/{id}: changes an account at once, without asking its owner (docs/auth.md#administration). */
export async function updateAccount(context: AuthContext, call: ServiceCall): Promise<Answer> {
  const id = requireUserId(call);
  const given = readFields(fields, call.body);
  const change: Change = {
    email: given.email === "" ? undefined : requireEmail(given.email),
    phone: given.phone === "" ? undefined : requirePhone(given.phone),
    ban: given.ban_duration === "" ? undefined : banMilliseconds(given.ban_duration),
    hash: undefined,
    given,
  };
  // No password is hashed for an account that does not exist.
  await transaction(context.db, (tx) => lockAccount(tx, id));
  change.hash = await hashOf(context, given);
  const user = await transaction(context.db, async (tx) => {
    await applyChange({ tx, context, call, user: await lockAccount(tx, id) }, change);
    return await rowOf(tx, id);
  }).catch((error: unknown) => {
    throw takenError(error) ?? error;
  });
  context.messageQueued();
  return { body: await viewUser(context.db, user) };
}

async function applyChange(edit: Edit, { email, phone, hash, ban, given }: Change): Promise<void> {
  const { tx, context, call, user } = edit;
  if (email !== undefined && email !== user.email) await setEmail(edit, email);
  if (phone !== undefined && phone !== user.phone) await setPhone(edit, phone);
  if (hash !== undefined) await setPassword(edit, hash);
  if (given.role !== "" && given.role !== user.role) {
    await set(edit, { role: given.role });
    await note(tx, context, user, call, "user_role_changed", { service_role: given.role });
  }
  await merge(edit, "user_metadata", given.user_metadata);
  await mergeAppMetadata(edit, given.app_metadata);
  await vouchFor(tx, context, user.id, { email: given.email_confirm, phone: given.phone_confirm });
  if (ban !== undefined) await banUser(tx, context, user, ban, call);
  await note(tx, context, user, call, "user_modified");
}

async function set(
  { tx, context, user: { id } }: Edit,
  values: Partial<Pick<UserRow, "email" | "phone" | "password_hash" | "role" | "new_email" | "new_phone">>,
): Promise<void> {
  const updated_at = isoMoment(context.clock());
  await tx
    .updateTable("auth.users")
    .set({ ...values, updated_at })
    .where("id", "=", id)
    .execute();
}

/** Messages under way to the former address become void, and its owner is notified. */
async function setEmail(edit: Edit, email: string): Promise<void> {
  const { tx, context, call, user } = edit;
  await set(edit, { email, new_email: null });
  await moveIdentity(tx, context, user, "email", email);
  await voidTokens(tx, user.id);
  await note(tx, context, user, call, "user_email_changed");
  await tellOwner(edit, "email_changed");
}

async function setPhone(edit: Edit, phone: string): Promise<void> {
  const { tx, context, call, user } = edit;
  await set(edit, { phone, new_phone: null });
  await moveIdentity(tx, context, user, "phone", phone);
  await voidTokens(tx, user.id);
  await note(tx, context, user, call, "user_phone_changed");
}

/** Somebody who knew the old password may hold sessions, codes and links. */
async function setPassword(edit: Edit, password_hash: string): Promise<void> {
  const { tx, context, call, user } = edit;
  await set(edit, { password_hash });
  await endSessions(tx, user.id);
  await voidTokens(tx, user.id);
  await note(tx, context, user, call, "user_updated_password");
  await tellOwner(edit, "password_changed");
}

async function tellOwner(
  { tx, context, user: { email, email_confirmed_at } }: Edit,
  kind: "email_changed" | "password_changed",
): Promise<void> {
  if (email === null || email_confirmed_at === null || context.config.mail.by === "nothing") return;
  await queueMessage(tx, context, { channel: "mail", kind, recipient: email });
}

async function merge(
  { tx, context, user }: Edit,
  column: "user_metadata" | "app_metadata",
  data: Metadata,
): Promise<void> {
  if (Object.keys(data).length > 0) await mergeMetadata(tx, context, user.id, column, data);
}

async function mergeAppMetadata(edit: Edit, data: Metadata): Promise<void> {
  const { tx, context, call, user } = edit;
  await merge(edit, "app_metadata", data);
  const { role } = data;
  if (role === undefined || role === user.app_metadata.role) return;
  await note(tx, context, user, call, "user_role_changed", { role: typeof role === "string" ? role : "" });
}
