import { randomInt, randomUUID } from "node:crypto";
import type { UserRow } from "@rounds/database/auth-tables.ts";
import type { Database } from "@rounds/database/connect.ts";
import { sqlState, transaction } from "@rounds/database/transaction.ts";
import { isoMoment } from "@rounds/http/clock.ts";
import { sql } from "kysely";
import { z } from "zod";
import { audit } from "../base/audit.ts";
import { readFields } from "../base/body.ts";
import type { Answer, AuthContext, Call } from "../base/context.ts";
import { AuthError, validationFailed } from "../base/errors.ts";
import { countMail, countText } from "../messages/message-limits.ts";
import { queueMessage } from "../messages/queue.ts";
import { type Challenge, pkceFields, requireChallenge } from "../one-time/pkce.ts";
import { startSession, viewSession } from "../sessions/sessions.ts";
import { confirmUser, createUser, findUser } from "../users/create-user.ts";
import { requireAllowedDomain, requireEmail, signupDisabled } from "../users/email.ts";
import { type Metadata, metadata, requireSmallMetadata } from "../users/metadata.ts";
import { requireGoodPassword } from "../users/password.ts";
import { phoneIsOn, requirePhone } from "../users/phone.ts";
import { viewUser } from "../users/user-view.ts";
import { signUpAnonymously } from "./anonymous.ts";

const fields = z.object({
  email: z.string().default(""),
  phone: z.string().default(""),
  password: z.string().default(""),
  data: metadata.default({}),
  channel: z.enum(["", "sms", "whatsapp"]).default(""),
  ...pkceFields,
});

/** A sign-up with an address or a number, and how to send its code. */
type SignUp = {
  context: AuthContext;
  call: Call;
  address: { email: string } | { phone: string };
  passwordHash: string;
  data: Metadata;
  challenge?: Challenge | undefined;
  channel?: "" | "sms" | "whatsapp";
};

/**
 * POST /signup: creates the account. If addresses need not be confirmed, it signs in at once; otherwise it sends the
 * code and answers in the same way whether or not the address has an account.
 */
export async function signUp(context: AuthContext, call: Call): Promise<Answer> {
  const { email, phone, password, data, channel, ...rest } = readFields(fields, call.body);
  if (email === "" && phone === "") return signUpAnonymously(context, call);
  const { config } = context;
  if (config.signup === "closed") throw signupDisabled();
  if (password === "") throw validationFailed("Signup requires a valid password");
  requireGoodPassword(password, context.config);
  if (email !== "" && phone !== "") {
    throw validationFailed("Only an email address or phone number should be provided on signup.");
  }
  requireSmallMetadata({ ...data, email_verified: true });
  const challenge = requireChallenge(rest);
  if (phone !== "") {
    if (!phoneIsOn(context))
      throw new AuthError(400, "phone_provider_disabled", "Phone signups are disabled");
    // A rule about addresses excludes people without one.
    if (config.signup !== "open") throw signupDisabled();
    const address = { phone: requirePhone(phone) };
    await countText(context, "confirmation", address.phone, call);
    const passwordHash = await context.passwords.hash(password);
    return { body: await signUpUnconfirmed({ context, call, address, passwordHash, data, channel }) };
  }
  if (!config.email_sign_ins) {
    throw new AuthError(400, "email_provider_disabled", "Email signups are disabled");
  }
  const address = { email: requireEmail(email) };
  requireAllowedDomain(config.signup, address.email);
  if (config.confirm_email) {
    await countMail(context, "confirmation", address.email, call);
    const passwordHash = await context.passwords.hash(password);
    return { body: await signUpUnconfirmed({ context, call, address, passwordHash, data, challenge }) };
  }
  if (await findUser(context.db, address)) throw alreadyRegistered();
  const passwordHash = await context.passwords.hash(password);
  return { body: await signUpConfirmed({ context, call, address, passwordHash, data }) };
}

function alreadyRegistered(): AuthError {
  return new AuthError(422, "user_already_exists", "User already registered");
}

async function signUpConfirmed({ context, call, address, passwordHash, data }: SignUp) {
  const open = await transaction(context.db, async (tx) => {
    const { id } = await createUser(tx, context, { ...address, passwordHash, data });
    const user = await confirmUser(tx, context, id, "email");
    const session = await startSession(tx, context, user, "password", call.client);
    const entry = { user_id: id, session_id: session.session.id, client: call.client };
    await audit(tx, context, { ...entry, action: "user_signedup", traits: { provider: "email" } });
    return session;
  }).catch((error: unknown) => {
    // Two sign-ups with one address at the same time: the second finds out here.
    if (sqlState(error) === "23505") throw alreadyRegistered();
    throw error;
  });
  return viewSession(context, open);
}

async function signUpUnconfirmed(signUp: SignUp): Promise<Record<string, unknown>> {
  const { context } = signUp;
  const apply = () => transaction(context.db, (tx) => applyOnce(tx, signUp));
  const user = await apply().catch((error: unknown) => {
    // Of two sign-ups with one address at the same time, the second finds the first one's account.
    if (sqlState(error) === "23505") return apply();
    throw error;
  });
  context.messageQueued();
  return user;
}

/** One attempt; whoever owns the address, the same statements run and a message is queued. */
async function applyOnce(tx: Database, signUp: SignUp): Promise<Record<string, unknown>> {
  const { context, call, address, passwordHash, data, challenge, channel = "" } = signUp;
  const { client } = call;
  const [provider, recipient] =
    "email" in address ? (["email", address.email] as const) : (["phone", address.phone] as const);
  const found = await findUser(tx, address);
  const pretended = found && (await pretendToCreate(tx, signUp));
  const user = found ?? (await createUser(tx, context, { ...address, passwordHash, data }));
  const action = found ? "user_repeated_signup" : "user_signedup";
  await audit(tx, context, { action, user_id: user.id, client, traits: { provider } });
  await queueMessage(tx, context, {
    channel: provider === "email" ? "mail" : "sms",
    kind: "confirmation",
    recipient,
    userId: user.id,
    details: {
      redirect_to: call.redirectTo,
      ...challenge,
      ...(channel !== "" && { sms_channel: channel }),
    },
  });
  if (!pretended) return viewJustMade(tx, context, user);
  const confirmed = provider === "email" ? user.email_confirmed_at : user.phone_confirmed_at;
  // An unconfirmed account is shown as a new one too: its real content was entered by its creator or an administrator.
  return confirmed === null ? pretended : { ...pretended, role: "", identities: [] };
}

function viewJustMade(tx: Database, context: AuthContext, user: UserRow): Promise<Record<string, unknown>> {
  return viewUser(tx, { ...user, confirmation_sent_at: isoMoment(context.clock()) });
}

/**
 * Creates an account and undoes it, returning its answer: without this work the response time would reveal who is
 * registered.
 */
async function pretendToCreate(
  tx: Database,
  { context, address, passwordHash, data }: SignUp,
): Promise<Record<string, unknown>> {
  const [value, standIn] =
    "email" in address
      ? [address.email, `${randomUUID()}@invalid.example`]
      : [address.phone, `9${randomInt(1e14).toString().padStart(14, "0")}`];
  const unused = "email" in address ? { email: standIn } : { phone: standIn };
  await sql`savepoint pretended`.execute(tx);
  const user = await createUser(tx, context, { ...unused, passwordHash, data });
  const shown = await viewJustMade(tx, context, user);
  await sql`rollback to savepoint pretended`.execute(tx);
  return JSON.parse(JSON.stringify(shown).replaceAll(standIn, () => value));
}
