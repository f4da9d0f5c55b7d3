import { sql } from "kysely";
import { z } from "zod";
import type { Database } from "../../database/connect.ts";
import { sqlState, transaction } from "../../database/transaction.ts";
import { isoMoment } from "../../http/clock.ts";
import { type AuditAction, audit } from "../audit.ts";
import { readFields } from "../body.ts";
import type { Answer, AuthContext, SignedInCall } from "../context.ts";
import { AuthError, sessionNotFound, userNotFound } from "../errors.ts";
import { endOtherSessions } from "../sessions/sessions.ts";
import type { UserRow } from "../tables.ts";
import { requireAllowedDomain, requireEmail } from "./email.ts";
import { type Metadata, metadata, requireSmallMetadata } from "./metadata.ts";
import { requireGoodPassword } from "./password.ts";
import { viewUser } from "./user-view.ts";

/** GET /user. */
export async function getUser(context: AuthContext, call: SignedInCall): Promise<Answer> {
  return { body: await viewUser(context.db, await userRow(context.db, call.user.id)) };
}

async function userRow(db: Database, id: string): Promise<UserRow> {
  const row = await db.selectFrom("auth.users").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row) throw userNotFound();
  return row;
}

const fields = z.object({
  email: z.string().default(""),
  phone: z.string().default(""),
  password: z.string().optional(),
  current_password: z.string().optional(),
  data: metadata.optional(),
  app_metadata: metadata.optional(),
});
type Fields = z.output<typeof fields>;

/**
 * PUT /user: changes password, address and metadata. The service sends no mail yet, so a new address applies at
 * once, after the checks of a sign-up, instead of waiting in `new_email` for its confirmation.
 */
export async function updateUser(context: AuthContext, call: SignedInCall): Promise<Answer> {
  const given = readFields(fields, call.body);
  if (given.app_metadata) {
    throw new AuthError(403, "not_admin", "Updating app_metadata requires admin privileges");
  }
  if (given.phone !== "") {
    throw new AuthError(400, "phone_provider_disabled", "Unsupported phone provider");
  }
  const address = given.email === "" ? undefined : requireEmail(given.email);
  if (given.password !== undefined) requireGoodPassword(given.password, context.config);
  const before = await userRow(context.db, call.user.id);
  const newEmail = address === before.email ? undefined : address;
  if (newEmail !== undefined) {
    requireAllowedDomain(context.config.signup, newEmail);
    if (await isTaken(context.db, newEmail)) throw emailExists();
  }
  const newHash = await hashNewPassword(context, before, given);

  const user = await transaction(context.db, async (tx) => {
    await lockUser(tx, call);
    if (newHash !== undefined) await setPassword(tx, context, call, newHash);
    if (newEmail !== undefined) await setEmail(tx, context, call, newEmail);
    if (given.data) await mergeMetadata(tx, context, call.user.id, given.data);
    await note(tx, context, call, "user_modified");
    return userRow(tx, call.user.id);
  }).catch((error: unknown) => {
    // Somebody else took the address between the check and the change.
    if (sqlState(error) === "23505") throw emailExists();
    throw error;
  });
  return { body: await viewUser(context.db, user) };
}

function emailExists(): AuthError {
  return new AuthError(422, "email_exists", "A user with this email address has already been registered");
}

async function isTaken(db: Database, address: string): Promise<boolean> {
  const other = await db
    .selectFrom("auth.users")
    .select("id")
    .where("email", "=", address)
    .executeTakeFirst();
  return other !== undefined;
}

/** Checks the old password where it is given, refuses the same one again, and hashes the new one. */
async function hashNewPassword(
  context: AuthContext,
  user: UserRow,
  { password, current_password }: Fields,
): Promise<string | undefined> {
  if (password === undefined) return undefined;
  if (current_password !== undefined) {
    const right = await context.passwords.matches(user.password_hash, current_password);
    if (!right) throw new AuthError(400, "current_password_invalid", "The current password is not right");
  }
  if (await context.passwords.matches(user.password_hash, password)) {
    throw new AuthError(422, "same_password", "New password should be different from the old password.");
  }
  return context.passwords.hash(password);
}

/** Lets one change of a user run at a time; of two the second may find that the first has ended its session. */
async function lockUser(tx: Database, { user, session }: SignedInCall): Promise<void> {
  await tx.selectFrom("auth.users").select("id").where("id", "=", user.id).forNoKeyUpdate().execute();
  const alive = await tx
    .selectFrom("auth.sessions")
    .select("id")
    .where("id", "=", session.id)
    .executeTakeFirst();
  if (!alive) throw sessionNotFound();
}

async function setPassword(
  tx: Database,
  context: AuthContext,
  call: SignedInCall,
  hash: string,
): Promise<void> {
  await tx
    .updateTable("auth.users")
    .set({ password_hash: hash, updated_at: isoMoment(context.clock()) })
    .where("id", "=", call.user.id)
    .execute();
  await endOtherSessions(tx, call.user.id, call.session.id);
  await note(tx, context, call, "user_updated_password");
}

async function setEmail(
  tx: Database,
  context: AuthContext,
  call: SignedInCall,
  address: string,
): Promise<void> {
  const now = isoMoment(context.clock());
  await tx
    .updateTable("auth.users")
    .set({ email: address, email_confirmed_at: now, updated_at: now })
    .where("id", "=", call.user.id)
    .execute();
  await tx
    .updateTable("auth.identities")
    .set({
      identity_data: sql`identity_data || ${JSON.stringify({ email: address, email_verified: true })}::jsonb`,
      updated_at: now,
    })
    .where("user_id", "=", call.user.id)
    .where("provider", "=", "email")
    .execute();
  await note(tx, context, call, "user_email_changed");
}

/** Merges by key in the database, so that two changes at once keep each other's keys; null removes a key. */
async function mergeMetadata(tx: Database, context: AuthContext, id: string, data: Metadata): Promise<void> {
  const removed = Object.keys(data).filter((key) => data[key] === null);
  const merged = await tx
    .updateTable("auth.users")
    .set({
      user_metadata: sql`(user_metadata || ${JSON.stringify(data)}::jsonb) - ${removed}::text[]`,
      updated_at: isoMoment(context.clock()),
    })
    .where("id", "=", id)
    .returning("user_metadata")
    .executeTakeFirstOrThrow();
  requireSmallMetadata(merged.user_metadata);
}

function note(tx: Database, context: AuthContext, call: SignedInCall, action: AuditAction): Promise<void> {
  const { user, session, client } = call;
  return audit(tx, context, { action, user_id: user.id, session_id: session.id, client });
}
