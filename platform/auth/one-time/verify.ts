import type { TokenKind, UserRow } from "@rounds/database/auth-tables.ts";
import type { Database } from "@rounds/database/connect.ts";
import { transaction } from "@rounds/database/transaction.ts";
import { sql } from "kysely";
import { z } from "zod";
import { audit } from "../base/audit.ts";
import { readFields } from "../base/body.ts";
import type { Answer, AuthContext, Call } from "../base/context.ts";
import { AuthError, validationFailed } from "../base/errors.ts";
import { type AmrMethod, type OpenSession, startSession, viewSession } from "../sessions/sessions.ts";
import { isBanned } from "../users/banned.ts";
import { applyEmail, applyPhone } from "../users/change-address.ts";
import { confirmUser, findUser } from "../users/create-user.ts";
import { isEmail, normalEmail } from "../users/email.ts";
import { requirePhone } from "../users/phone.ts";
import { failedRedirect, sessionFragment } from "./answers.ts";
import { issueAuthCode } from "./auth-codes.ts";
import { untilEvenMoment } from "./even-time.ts";
import { withFragment, withQuery } from "./redirects.ts";
import { type FoundToken, findByCode, findByLink, pkcePrefix, voidToken, voidTokens } from "./tokens.ts";

/** What each type of the protocol verifies. */
const kindsOf = new Map<string, readonly TokenKind[]>([
  ["signup", ["confirmation"]],
  ["invite", ["invite"]],
  ["recovery", ["recovery"]],
  ["magiclink", ["magiclink"]],
  ["email", ["confirmation", "magiclink"]],
  ["email_change", ["email_change_current", "email_change_new"]],
  ["sms", ["phone_confirmation", "phone_login"]],
  ["phone_change", ["phone_change"]],
]);

/** The `amr` method of a session from an exchanged code; other sessions have `otp`. */
const pkceMethods: Partial<Record<TokenKind, AmrMethod>> = {
  confirmation: "email/signup",
  invite: "invite",
  recovery: "recovery",
  magiclink: "magiclink",
  email_change_current: "email_change",
  email_change_new: "email_change",
};

/** The answer to the first of the two addresses that must confirm a change. */
const halfConfirmed = "Confirmation link accepted. Please proceed to confirm link sent to the other email";

/** The result of a code or link; refusals are results, because a wrong guess must stay counted. */
type Verified =
  | { outcome: "session"; open: OpenSession }
  | { outcome: "code"; code: string }
  | { outcome: "half" }
  | { outcome: "refused"; error: AuthError };

/** A request with a code or link, in the transaction that accepts or refuses it. */
type Attempt = { tx: Database; context: AuthContext; call: Call };

const fields = z.object({
  type: z.string().default(""),
  token: z.string().default(""),
  token_hash: z.string().default(""),
  email: z.string().default(""),
  phone: z.string().default(""),
});

/** POST /verify: exchanges a code with its address or number, or the token of a link, for a session. */
export async function verify(context: AuthContext, call: Call): Promise<Answer> {
  const given = readFields(fields, call.body);
  if (given.type === "") throw validationFailed("Verify requires a verification type");
  if (given.token === "" && given.token_hash === "") {
    throw validationFailed("Verify requires either a token or a token hash");
  }
  const kinds = kindsOf.get(given.type);
  if (!kinds) throw validationFailed("Verify requires a verification type");
  // Guesses are counted by the named account: a second name could hide whose code is being guessed.
  if (given.email !== "" && given.phone !== "") {
    throw validationFailed("Only an email address or phone number should be provided on verify");
  }
  const verified =
    given.token_hash !== ""
      ? await verifyLinkToken(context, call, { linkToken: given.token_hash, kinds, asSession: true })
      : await verifyCode(context, call, { ...given, kinds });
  switch (verified.outcome) {
    case "session":
      return { body: await viewSession(context, verified.open) };
    case "half":
      return { body: { msg: halfConfirmed, code: "200" } };
    case "refused":
      throw verified.error;
    case "code":
      throw new Error("A posted token leads to a session");
  }
}

const linkFields = z.object({ type: z.string().default(""), token: z.string().default("") });

/** GET /verify: a mailed link. Leads back to the client with a session, a code for it, or an error. */
export async function followLink(context: AuthContext, call: Call): Promise<Answer> {
  const { type, token } = readFields(linkFields, call.query);
  if (type === "") throw validationFailed("Verify requires a verification type");
  if (token === "") throw validationFailed("Verify requires a token or a token hash");
  const wantsCode = token.startsWith(pkcePrefix);
  // Links are never sent to a phone.
  const kinds = byPhone(type) ? [] : (kindsOf.get(type) ?? []);
  const verified = await verifyLinkToken(context, call, { linkToken: token, kinds, asSession: false });
  const to = async () => {
    switch (verified.outcome) {
      case "session":
        return withFragment(call.redirectTo, await sessionFragment(context, verified.open, type));
      case "code":
        return withQuery(call.redirectTo, { code: verified.code });
      case "half": {
        const values = { message: halfConfirmed };
        return withFragment(wantsCode ? withQuery(call.redirectTo, values) : call.redirectTo, {
          ...values,
          sb: "",
        });
      }
      case "refused":
        return failedRedirect(call.redirectTo, verified.error, wantsCode);
    }
  };
  return { redirect: { status: 303, to: await to() } };
}

async function verifyLinkToken(
  context: AuthContext,
  call: Call,
  { linkToken, kinds, asSession }: { linkToken: string; kinds: readonly TokenKind[]; asSession: boolean },
): Promise<Verified> {
  const expired = new AuthError(403, "otp_expired", "Email link is invalid or has expired");
  if (kinds.length === 0) return { outcome: "refused", error: expired };
  return inTransaction(context, async (tx) => {
    const found = await findByLink(tx, context, linkToken, kinds);
    if (!found || !isStillMeant(found)) return { outcome: "refused", error: expired };
    return accept({ tx, context, call }, found, asSession);
  });
}

async function verifyCode(
  context: AuthContext,
  call: Call,
  given: z.output<typeof fields> & { kinds: readonly TokenKind[] },
): Promise<Verified> {
  const { type, token, kinds } = given;
  const sentTo = byPhone(type) ? requirePhone(given.phone) : requireVerifiableEmail(given.email);
  const start = performance.now();
  const verified = await inTransaction(context, async (tx): Promise<Verified> => {
    const userId = await ownerOf(tx, type, sentTo);
    const found = await findByCode(tx, context, { userId, sentTo, kinds, code: token });
    if (found && isStillMeant(found)) return accept({ tx, context, call }, found, true);
    const error = new AuthError(403, "otp_expired", "Token has expired or is invalid");
    return { outcome: "refused", error };
  });
  if (verified.outcome === "refused") await untilEvenMoment(start);
  return verified;
}

/**
 * Whether a token was sent to the address or number that it would confirm now. The user may have requested or got
 * another one since, which the token does not prove.
 */
function isStillMeant({ token, user }: FoundToken): boolean {
  switch (token.kind) {
    case "email_change_new":
      return token.sent_to === user.new_email;
    case "email_change_current":
      return token.sent_to === user.email && user.new_email !== null;
    case "phone_change":
      return token.sent_to === user.new_phone;
    case "phone_confirmation":
    case "phone_login":
      return token.sent_to === user.phone;
    case "confirmation":
    case "invite":
    case "recovery":
    case "magiclink":
    case "reauthentication":
      return token.sent_to === user.email;
  }
}

function byPhone(type: string): boolean {
  return type === "sms" || type === "phone_change";
}

function requireVerifiableEmail(email: string): string {
  const address = normalEmail(email);
  if (!isEmail(address)) throw new AuthError(422, "validation_failed", "Invalid email format");
  return address;
}

/**
 * The user whose code was sent to an address; that of a change may have gone to an address that is not the user's yet.
 */
async function ownerOf(tx: Database, type: string, sentTo: string): Promise<string | undefined> {
  const user = await findUser(tx, byPhone(type) ? { phone: sentTo } : { email: sentTo });
  if (type !== "email_change" && type !== "phone_change") return user?.id;
  if (type === "email_change" && user?.new_email) return user.id;
  const column = type === "email_change" ? "new_email" : "new_phone";
  const changing = tx.selectFrom("auth.users").select("id").where(column, "=", sentTo);
  // Several users may want the same address: the one that was sent a code.
  const sent = changing.where((row) =>
    row.exists(
      row
        .selectFrom("auth.one_time_tokens as token")
        .whereRef("token.user_id", "=", "auth.users.id")
        .where("token.sent_to", "=", sentTo)
        .select("token.id"),
    ),
  );
  return (await sent.orderBy("updated_at", "desc").limit(1).executeTakeFirst())?.id;
}

/** A refused attempt is only counted; its commit does not wait for the disk, which hides whether there was one. */
async function inTransaction(
  context: AuthContext,
  attempt: (tx: Database) => Promise<Verified>,
): Promise<Verified> {
  return transaction(context.db, async (tx) => {
    const verified = await attempt(tx);
    if (verified.outcome === "refused") await sql`set local synchronous_commit to off`.execute(tx);
    return verified;
  }).catch((error: unknown) => {
    // For example, an address that somebody else took in the meantime: a link leads back to the client with that error
    // too.
    if (error instanceof AuthError) return { outcome: "refused", error };
    throw error;
  });
}

/** Carries out the purpose of a valid code or link. User and token are locked. */
async function accept(attempt: Attempt, found: FoundToken, asSession: boolean): Promise<Verified> {
  const { tx, context, call } = attempt;
  const { token, user } = found;
  if (isBanned(user, context.clock())) {
    return { outcome: "refused", error: new AuthError(403, "user_banned", "User is banned") };
  }
  const confirmed = await confirmAddress(attempt, found);
  if (confirmed === "half") return { outcome: "half" };
  await voidTokens(tx, user.id);
  const entry = { user_id: user.id, client: call.client };
  if (user.confirmed_at === null) await audit(tx, context, { ...entry, action: "user_confirmed" });
  const { code_challenge, code_challenge_method } = token;
  if (!asSession && code_challenge !== null && code_challenge_method !== null) {
    const challenge = { code_challenge, code_challenge_method };
    const amrMethod = pkceMethods[token.kind] ?? "otp";
    return {
      outcome: "code",
      code: await issueAuthCode(tx, context, { userId: user.id, challenge, amrMethod }),
    };
  }
  const open = await startSession(tx, context, confirmed, "otp", call.client);
  await audit(tx, context, {
    ...entry,
    action: "login",
    session_id: open.session.id,
    traits: { provider: token.kind },
  });
  return { outcome: "session", open };
}

/**
 * The user after confirming the address or number to which the token was sent; `half` if the other one must still
 * confirm.
 */
async function confirmAddress(
  { tx, context, call }: Attempt,
  { token, user }: FoundToken,
): Promise<UserRow | "half"> {
  switch (token.kind) {
    case "recovery":
    case "magiclink":
      await forgetStrangersPassword(tx, user);
      return user.email_confirmed_at === null ? confirmUser(tx, context, user.id, "email") : user;
    case "confirmation":
    case "invite":
      return user.email_confirmed_at === null ? confirmUser(tx, context, user.id, "email") : user;
    case "phone_login":
      await forgetStrangersPassword(tx, user);
      return user.phone_confirmed_at === null ? confirmUser(tx, context, user.id, "phone") : user;
    case "phone_confirmation":
      return user.phone_confirmed_at === null ? confirmUser(tx, context, user.id, "phone") : user;
    case "phone_change":
      return applyPhone(tx, context, { user, client: call.client });
    case "email_change_current":
    case "email_change_new": {
      const half = token.kind === "email_change_new" ? "new" : "current";
      const both = context.config.email_change === "both" && user.email !== null;
      if (both && (user.email_change_confirmed_by ?? half) === half) {
        await tx
          .updateTable("auth.users")
          .set({ email_change_confirmed_by: half })
          .where("id", "=", user.id)
          .execute();
        await voidToken(tx, token.id);
        const entry = { action: "user_modified", user_id: user.id, client: call.client } as const;
        await audit(tx, context, { ...entry, traits: { email_change_confirmed_by: half } });
        return "half";
      }
      return applyEmail(tx, context, { user, client: call.client });
    }
    case "reauthentication":
      throw new Error("A reauthentication code does not sign in");
  }
}

/**
 * A person who signs in by a code has not proved that the password of an unconfirmed account is theirs: a stranger may
 * have signed up with their address, waiting for them to confirm it.
 */
async function forgetStrangersPassword(tx: Database, user: UserRow): Promise<void> {
  if (user.confirmed_at !== null) return;
  await tx.updateTable("auth.users").set({ password_hash: null }).where("id", "=", user.id).execute();
}
