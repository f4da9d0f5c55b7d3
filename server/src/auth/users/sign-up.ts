import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { z } from "zod";
import type { Database } from "../../database/connect.ts";
import { sqlState, transaction } from "../../database/transaction.ts";
import { isoMoment } from "../../http/clock.ts";
import { audit } from "../audit.ts";
import { readFields } from "../body.ts";
import type { Answer, AuthContext, Call } from "../context.ts";
import { AuthError, validationFailed } from "../errors.ts";
import { startSession, viewSession } from "../sessions/sessions.ts";
import type { UserRow } from "../tables.ts";
import { requireAllowedDomain, requireEmail, signupDisabled } from "./email.ts";
import { type Metadata, metadata, requireSmallMetadata } from "./metadata.ts";
import { requireGoodPassword } from "./password.ts";

const fields = z.object({
  email: z.string().default(""),
  phone: z.string().default(""),
  password: z.string().default(""),
  data: metadata.default({}),
});

/**
 * POST /signup: makes the account and signs in. The service sends no mail yet, so an address counts as confirmed
 * at once (`mailer_autoconfirm` of GET /settings).
 */
export async function signUp(context: AuthContext, call: Call): Promise<Answer> {
  const { email, phone, password, data } = readFields(fields, call.body);
  if (email === "" && phone === "") {
    throw new AuthError(422, "anonymous_provider_disabled", "Anonymous sign-ins are disabled");
  }
  if (context.config.signup === "closed") throw signupDisabled();
  if (password === "") throw validationFailed("Signup requires a valid password");
  requireGoodPassword(password, context.config);
  if (email !== "" && phone !== "") {
    throw validationFailed("Only an email address or phone number should be provided on signup.");
  }
  if (phone !== "") throw new AuthError(400, "phone_provider_disabled", "Phone signups are disabled");
  const address = requireEmail(email);
  requireAllowedDomain(context.config.signup, address);
  const userMetadata = { ...data, email_verified: true };
  requireSmallMetadata(userMetadata);
  if (await isRegistered(context.db, address)) throw alreadyRegistered();

  const passwordHash = await context.passwords.hash(password);
  const open = await transaction(context.db, async (tx) => {
    const user = await createUser(tx, context, { address, passwordHash, userMetadata, data });
    const session = await startSession(tx, context, user, "password", call.client);
    const entry = { user_id: user.id, session_id: session.session.id, client: call.client };
    await audit(tx, context, { ...entry, action: "user_signedup", traits: { provider: "email" } });
    return session;
  }).catch((error: unknown) => {
    // Two sign-ups with one address at the same time: the second finds out here.
    if (sqlState(error) === "23505") throw alreadyRegistered();
    throw error;
  });
  return { body: await viewSession(context, open) };
}

async function isRegistered(db: Database, address: string): Promise<boolean> {
  const user = await db.selectFrom("auth.users").select("id").where("email", "=", address).executeTakeFirst();
  return user !== undefined;
}

function alreadyRegistered(): AuthError {
  return new AuthError(422, "user_already_exists", "User already registered");
}

type NewUser = { address: string; passwordHash: string; userMetadata: Metadata; data: Metadata };

async function createUser(tx: Database, context: AuthContext, given: NewUser): Promise<UserRow> {
  const id = randomUUID();
  const now = isoMoment(context.clock());
  const role = (await isFirstUser(tx)) ? { role: "admin" } : {};
  const user = await tx
    .insertInto("auth.users")
    .values({
      id,
      email: given.address,
      password_hash: given.passwordHash,
      email_confirmed_at: now,
      last_sign_in_at: now,
      app_metadata: JSON.stringify({ provider: "email", providers: ["email"], ...role }),
      user_metadata: JSON.stringify(given.userMetadata),
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const claims = { sub: id, email: given.address, email_verified: true, phone_verified: false };
  await tx
    .insertInto("auth.identities")
    .values({
      id: randomUUID(),
      user_id: id,
      provider: "email",
      provider_id: id,
      identity_data: JSON.stringify({ ...given.data, ...claims }),
      last_sign_in_at: now,
      created_at: now,
      updated_at: now,
    })
    .execute();
  return user;
}

/** Whether nobody has signed up yet. The lock, until the transaction's end, makes that true for one sign-up only. */
async function isFirstUser(tx: Database): Promise<boolean> {
  if (await hasUsers(tx)) return false;
  await sql`select pg_advisory_xact_lock(hashtextextended('auth.first_user', 0))`.execute(tx);
  return !(await hasUsers(tx));
}

async function hasUsers(tx: Database): Promise<boolean> {
  return (await tx.selectFrom("auth.users").select("id").limit(1).executeTakeFirst()) !== undefined;
}
