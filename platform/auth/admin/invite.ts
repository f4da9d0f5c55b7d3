import type { UserRow } from "@rounds/database/auth-tables.ts";
import type { Database } from "@rounds/database/connect.ts";
import { sqlState, transaction } from "@rounds/database/transaction.ts";
import type { TeamRole } from "@rounds/domain/team/roles.ts";
import { isoMoment } from "@rounds/http/clock.ts";
import { sql } from "kysely";
import { z } from "zod";
import { readFields } from "../base/body.ts";
import type { Answer, AuthContext, ServiceCall } from "../base/context.ts";
import { AuthError, emailExists } from "../base/errors.ts";
import { countMail } from "../messages/message-limits.ts";
import { queueMessage } from "../messages/queue.ts";
import { isBanned } from "../users/banned.ts";
import { createUser, findUser } from "../users/create-user.ts";
import { requireEmail } from "../users/email.ts";
import { type Metadata, metadata, requireSmallMetadata } from "../users/metadata.ts";
import { viewUser } from "../users/user-view.ts";
import { type By, lockAccount, note } from "./account.ts";
import { waitsForInvitation } from "./archived-people.ts";
import { withRole } from "./user-role.ts";

/** Whom an invitation is for. A `role` replaces the one that an earlier invitation gave. */
type Invitee = { email: string; data?: Metadata; role?: TeamRole };

/**
 * Creates the account of an invited person, or finds the unconfirmed one; throws `email_exists` for any other, and
 * `user_banned` for a disabled one, whose link would let nobody in. Reading the mail, or getting the link, confirms it.
 */
export async function inviteUser(
  tx: Database,
  context: AuthContext,
  { email, data = {}, role }: Invitee,
  by: By,
): Promise<UserRow> {
  const found = await findUser(tx, { email });
  const user = found ? await lockAccount(tx, found.id) : await createUser(tx, context, { email, data });
  if (user.confirmed_at !== null || user.email !== email) throw emailExists();
  // Who came with an archive is disabled until this.
  const isFromArchive = waitsForInvitation(user);
  if (isBanned(user, context.clock()) && !isFromArchive)
    throw new AuthError(403, "user_banned", "User is banned");
  const now = isoMoment(context.clock());
  const invited = await tx
    .updateTable("auth.users")
    .set({
      invited_at: now,
      // An unconfirmed account may belong to a stranger who signed up with the invited address.
      password_hash: null,
      ...(isFromArchive && { banned_until: null }),
      confirmation_sent_at: now,
      app_metadata: sql`(${role ? withRole(role) : sql`app_metadata`}) - 'from_archive'`,
      updated_at: now,
    })
    .where("id", "=", user.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await note(tx, context, invited, by, "user_invited");
  return invited;
}

/** Runs a command that creates an account; of two that create the same one, the second runs again, and finds it. */
export async function makingAccount<Result>(
  context: AuthContext,
  command: (tx: Database) => Promise<Result>,
): Promise<Result> {
  return await transaction(context.db, command).catch((error: unknown) => {
    if (sqlState(error) === "23505") return transaction(context.db, command);
    throw error;
  });
}

/** Invites by mail: the account and its message in one transaction. */
export async function inviteByMail(
  context: AuthContext,
  invitee: Invitee,
  redirectTo: string,
  by: By,
): Promise<UserRow> {
  await countMail(context, "invite", invitee.email);
  const user = await makingAccount(context, async (tx) => {
    const invited = await inviteUser(tx, context, invitee, by);
    await queueMessage(tx, context, {
      channel: "mail",
      kind: "invite",
      recipient: invitee.email,
      userId: invited.id,
      details: { redirect_to: redirectTo, ...(by.actor_id !== null && { invited_by: by.actor_id }) },
    });
    return invited;
  });
  context.messageQueued();
  return user;
}

const fields = z.object({ email: z.string().default(""), data: metadata.default({}) });

/** POST /invite (docs/auth.md#administration). */
export async function invite(context: AuthContext, call: ServiceCall): Promise<Answer> {
  const { email, data } = readFields(fields, call.body);
  const address = requireEmail(email);
  requireSmallMetadata({ ...data, email_verified: true });
  const user = await inviteByMail(context, { email: address, data }, call.redirectTo, call);
  return { body: await viewUser(context.db, user) };
}
