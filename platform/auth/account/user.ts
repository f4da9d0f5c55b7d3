import type { AmrEntry, UserRow } from "@rounds/database/auth-tables.ts";
import type { Database } from "@rounds/database/connect.ts";
import { transaction } from "@rounds/database/transaction.ts";
import { isoMoment } from "@rounds/http/clock.ts";
import { z } from "zod";
import { type AuditAction, audit } from "../base/audit.ts";
import { readFields } from "../base/body.ts";
import type { Answer, AuthContext, SignedInCall } from "../base/context.ts";
import { AuthError, emailExists, phoneExists, sessionNotFound, userNotFound } from "../base/errors.ts";
import { knownPlace } from "../base/known-places.ts";
import { countRequest, forgetRequests } from "../base/limits.ts";
import { countMail, countText } from "../messages/message-limits.ts";
import { queueMessage } from "../messages/queue.ts";
import { type Challenge, pkceFields, requireChallenge } from "../one-time/pkce.ts";
import { findByCode, voidToken, voidTokens, voidTokensOf } from "../one-time/tokens.ts";
import { endOtherSessions } from "../sessions/sessions.ts";
import { accountKey, accountOf } from "../sessions/sign-in.ts";
import { applyEmail } from "../users/change-address.ts";
import { findUser } from "../users/create-user.ts";
import { requireAllowedDomain, requireEmail } from "../users/email.ts";
import { type Metadata, mergeMetadata, metadata } from "../users/metadata.ts";
import { requireGoodPassword } from "../users/password.ts";
import { phoneIsOn, requirePhone } from "../users/phone.ts";
import { hasVerifiedFactor } from "../users/second-factors.ts";
import { viewUser } from "../users/user-view.ts";

/** A session younger than this may change the password without another proof. */
const recentMilliseconds = 24 * 3_600_000;

/** The methods of sessions whose user has just read a sent code or link, and how long that counts. */
const mailedMethods = new Set(["otp", "recovery", "magiclink", "invite"]);
const mailedMilliseconds = 3_600_000;

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
  nonce: z.string().default(""),
  data: metadata.optional(),
  app_metadata: metadata.optional(),
  channel: z.enum(["", "sms", "whatsapp"]).default(""),
  ...pkceFields,
});

/** A checked change, with the password hashed. */
type Change = {
  newHash?: string | undefined;
  newEmail?: string | undefined;
  newPhone?: string | undefined;
  /** The code that must be right; undefined if none is needed. */
  nonce?: string | undefined;
  data?: Metadata | undefined;
  challenge?: Challenge | undefined;
  smsChannel: "" | "sms" | "whatsapp";
};

/** A change under way, in one transaction. */
type Edit = { tx: Database; context: AuthContext; call: SignedInCall };

/**
 * PUT /user: changes password, address, number and metadata. A new address or number waits in `new_email` and
 * `new_phone` until the code sent to it is verified.
 */
export async function updateUser(context: AuthContext, call: SignedInCall): Promise<Answer> {
  const given = readFields(fields, call.body);
  if (given.app_metadata) {
    throw new AuthError(403, "not_admin", "Updating app_metadata requires admin privileges");
  }
  if (given.phone !== "" && !phoneIsOn(context)) {
    throw new AuthError(400, "phone_provider_disabled", "Unsupported phone provider");
  }
  const challenge = requireChallenge(given);
  const before = await userRow(context.db, call.user.id);
  const address = given.email === "" ? undefined : requireEmail(given.email);
  const number = given.phone === "" ? undefined : requirePhone(given.phone);
  const newEmail = address === before.email ? undefined : address;
  const newPhone = number === before.phone ? undefined : number;
  if (given.password !== undefined) requireGoodPassword(given.password, context.config);
  const sensitive = given.password !== undefined || newEmail !== undefined || newPhone !== undefined;
  if (sensitive && call.session.aal === "aal1" && (await hasVerifiedFactor(context.db, before.id))) {
    throw new AuthError(
      401,
      "insufficient_aal",
      "AAL2 session is required to update email or password when MFA is enabled.",
    );
  }
  if (newEmail !== undefined) {
    requireAllowedDomain(context.config.signup, newEmail);
    if (await findUser(context.db, { email: newEmail })) throw emailExists();
  }
  if (newPhone !== undefined && (await findUser(context.db, { phone: newPhone }))) throw phoneExists();
  const needsNonce = given.password !== undefined && needsProof(context, call);
  // Before any comparison with the old password: without a code, nobody may try guesses at it.
  if (needsNonce && given.nonce === "") {
    throw new AuthError(400, "reauthentication_needed", "Password update requires reauthentication");
  }
  // Each code is void after five guesses, but a new one can be requested every minute.
  if (given.nonce !== "") await countRequest(context, "verify_account", `reauthentication:${before.id}`);
  const newHash = await hashNewPassword(context, call, before, given);
  if (newEmail !== undefined && sendsMail(context)) await countMail(context, "email_change", newEmail, call);
  if (newPhone !== undefined) await countText(context, "phone_change", newPhone, call);

  const { data, channel } = given;
  const nonce = needsNonce ? given.nonce : undefined;
  const change: Change = { newHash, newEmail, newPhone, nonce, data, challenge, smsChannel: channel };
  // A wrong code must stay counted, so a refusal is the transaction's result.
  const result = await transaction(context.db, (tx) => applyChange({ tx, context, call }, change));
  if (result instanceof AuthError) throw result;
  context.messageQueued();
  return { body: await viewUser(context.db, result) };
}

function sendsMail({ config }: AuthContext): boolean {
  return config.mail.by !== "nothing";
}

/** Checks the old password if it is given or required, refuses the same one again, and hashes the new one. */
async function hashNewPassword(
  context: AuthContext,
  call: SignedInCall,
  user: UserRow,
  { password, current_password }: { password?: string | undefined; current_password?: string | undefined },
): Promise<string | undefined> {
  if (password === undefined) return undefined;
  const { password_hash } = user;
  if (password_hash === null) return context.passwords.hash(password);
  const asked =
    context.config.password_change === "current_password" && !cameByMail(call.session.amr, context.clock());
  if (asked && (current_password === undefined || current_password === "")) {
    throw new AuthError(
      400,
      "current_password_required",
      "Current password required when setting new password.",
    );
  }
  const key = await countGuess(context, call, user);
  if (current_password !== undefined) {
    const right = await context.passwords.matches(password_hash, current_password);
    if (!right) throw new AuthError(400, "current_password_invalid", "The current password is not right");
    await forgetRequests(context, "sign_in_account", key);
  }
  if (await context.passwords.matches(password_hash, password)) {
    throw new AuthError(422, "same_password", "New password should be different from the old password.");
  }
  return context.passwords.hash(password);
}

/**
 * Counts a guess at a user's password together with those at signing in, because the answer tells whether it was right.
 * Returns the key by which it is counted.
 */
async function countGuess(context: AuthContext, { client }: SignedInCall, user: UserRow): Promise<string> {
  const account = accountOf(user);
  const key = account ? accountKey(account, await knownPlace(context, client, account)) : user.id;
  await countRequest(context, "sign_in_account", key);
  return key;
}

/** Whether the session started a short while ago with a code or link, as after a forgotten password. */
function cameByMail(amr: AmrEntry[], now: number): boolean {
  return amr.some(
    ({ method, timestamp }) => mailedMethods.has(method) && now - timestamp * 1000 <= mailedMilliseconds,
  );
}

async function applyChange(edit: Edit, change: Change): Promise<UserRow | AuthError> {
  const { tx, context, call } = edit;
  await lockUser(tx, call);
  if (change.newHash !== undefined) {
    const refusal = change.nonce === undefined ? undefined : await requireProof(edit, change.nonce);
    if (refusal) return refusal;
    await setPassword(edit, change.newHash);
  }
  if (change.newEmail !== undefined) await askForEmail(edit, change.newEmail, change.challenge);
  if (change.newPhone !== undefined) await askForPhone(edit, change.newPhone, change.smsChannel);
  if (change.data) await mergeMetadata(tx, context, call.user.id, "user_metadata", change.data);
  await note(edit, "user_modified");
  return userRow(tx, call.user.id);
}

/** Lets one change of a user run at a time; the second of two may find that the first has ended its session. */
async function lockUser(tx: Database, { user, session }: SignedInCall): Promise<void> {
  await tx.selectFrom("auth.users").select("id").where("id", "=", user.id).forNoKeyUpdate().execute();
  const alive = await tx
    .selectFrom("auth.sessions")
    .select("id")
    .where("id", "=", session.id)
    .executeTakeFirst();
  if (!alive) throw sessionNotFound();
}

/** If the settings require it, a session older than a day must submit the code of GET /reauthenticate. */
function needsProof({ config, clock }: AuthContext, { session }: SignedInCall): boolean {
  if (config.password_change !== "reauthentication") return false;
  return clock() - Date.parse(session.created_at) > recentMilliseconds;
}

/** Accepts the code of GET /reauthenticate once; returns why it is refused. */
async function requireProof({ tx, context, call }: Edit, nonce: string): Promise<AuthError | undefined> {
  const user = await userRow(tx, call.user.id);
  const found = await findByCode(tx, context, {
    userId: user.id,
    sentTo: user.email ?? user.phone ?? "",
    kinds: ["reauthentication"],
    code: nonce,
  });
  if (!found) {
    return new AuthError(422, "reauthentication_not_valid", "Nonce has expired or is invalid");
  }
  await voidToken(tx, found.token.id);
  return undefined;
}

/** Somebody who knew the old password may hold other sessions, codes and links of the user. */
async function setPassword(edit: Edit, hash: string): Promise<void> {
  const { tx, context, call } = edit;
  const user = await tx
    .updateTable("auth.users")
    .set({ password_hash: hash, updated_at: isoMoment(context.clock()) })
    .where("id", "=", call.user.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await endOtherSessions(tx, call.user.id, call.session.id);
  await voidTokens(tx, call.user.id);
  await note(edit, "user_updated_password");
  if (user.email !== null && user.email_confirmed_at !== null && sendsMail(context)) {
    await queueMessage(tx, context, { channel: "mail", kind: "password_changed", recipient: user.email });
  }
}

/** Keeps the new address until the mail to it (and, by the settings, the one to the old address) is answered. */
async function askForEmail(edit: Edit, address: string, challenge: Challenge | undefined): Promise<void> {
  const { tx, context, call } = edit;
  const now = isoMoment(context.clock());
  const user = await tx
    .updateTable("auth.users")
    .set({ new_email: address, email_change_sent_at: now, email_change_confirmed_by: null, updated_at: now })
    .where("id", "=", call.user.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await voidTokensOf(tx, user.id, ["email_change_current", "email_change_new"]);
  if (!sendsMail(context)) {
    // Nobody could ever confirm it.
    await applyEmail(tx, context, { user, client: call.client, session_id: call.session.id });
    return;
  }
  await note(edit, "user_email_change_requested");
  const details = { redirect_to: call.redirectTo, ...challenge };
  const message = { channel: "mail", userId: user.id, details } as const;
  await queueMessage(tx, context, { ...message, kind: "email_change_new", recipient: address });
  if (context.config.email_change === "both" && user.email !== null) {
    await queueMessage(tx, context, { ...message, kind: "email_change_current", recipient: user.email });
  }
}

async function askForPhone(edit: Edit, phone: string, channel: Change["smsChannel"]): Promise<void> {
  const { tx, context, call } = edit;
  const now = isoMoment(context.clock());
  await tx
    .updateTable("auth.users")
    .set({ new_phone: phone, phone_change_sent_at: now, updated_at: now })
    .where("id", "=", call.user.id)
    .execute();
  await voidTokensOf(tx, call.user.id, ["phone_change"]);
  await note(edit, "user_phone_change_requested");
  const details = channel === "" ? {} : { sms_channel: channel };
  const message = { channel: "sms", kind: "phone_change", recipient: phone } as const;
  await queueMessage(tx, context, { ...message, userId: call.user.id, details });
}

function note({ tx, context, call: { user, session, client } }: Edit, action: AuditAction): Promise<void> {
  return audit(tx, context, { action, user_id: user.id, session_id: session.id, client });
}
