import { transaction } from "@rounds/database/transaction.ts";
import { isoMoment } from "@rounds/http/clock.ts";
import { z } from "zod";
import { audit } from "../base/audit.ts";
import { readFields } from "../base/body.ts";
import type { Answer, AuthContext, Call } from "../base/context.ts";
import { AuthError, invalidCredentials, validationFailed } from "../base/errors.ts";
import type { KnownPlace } from "../base/known-places.ts";
import { forgetRequests } from "../base/limits.ts";
import { isBanned } from "../users/banned.ts";
import { findUser } from "../users/create-user.ts";
import { normalEmail, requireEmailSignIns } from "../users/email.ts";
import { weaknessOf } from "../users/password.ts";
import { normalPhone, phoneIsOn } from "../users/phone.ts";
import { type OpenSession, startSession, viewSession } from "./sessions.ts";

const fields = z.object({
  email: z.string().default(""),
  phone: z.string().default(""),
  password: z.string().default(""),
});

/** The account named in a request, whether it exists or not. */
export type Account = { email: string } | { phone: string };

/** The account that the body of a request names. */
export function accountOf({ email, phone }: Record<string, unknown>): Account | undefined {
  if (typeof email === "string" && email !== "") return { email: normalEmail(email) };
  return typeof phone === "string" && phone !== "" ? { phone: normalPhone(phone) } : undefined;
}

/** The key by which attempts at an account are counted: separately from known places, together from all others. */
export function accountKey(account: Account, place: KnownPlace | undefined): string {
  const name = "email" in account ? account.email : `+${account.phone}`;
  return place ? `${name} ${place.kind}:${place.key_hash.toString("hex")}` : name;
}

/**
 * POST /token?grant_type=password. Unknown address, account without a password and wrong password give the same answer
 * after the same work; only somebody who knows the password learns more.
 */
export async function signInWithPassword(context: AuthContext, call: Call): Promise<Answer> {
  const { email, phone, password } = readFields(fields, call.body);
  if (email !== "" && phone !== "") {
    throw validationFailed("Only an email address or phone number should be provided on login.");
  }
  if (phone !== "" && !phoneIsOn(context)) {
    throw new AuthError(422, "phone_provider_disabled", "Phone logins are disabled");
  }
  if (email === "" && phone === "") throw validationFailed("missing email or phone");
  if (email !== "") requireEmailSignIns(context);

  const by = email === "" ? { phone: normalPhone(phone) } : { email: normalEmail(email) };
  // Another first sign-in at the same moment may have rehashed an imported password: then try once more.
  const open =
    (await signInOnce(context, call, by, password)) ?? (await signInOnce(context, call, by, password));
  if (!open) throw invalidCredentials();
  await forgetRequests(context, "sign_in_account", call.countedBy.get("sign_in_account") ?? "");
  const weakness = weaknessOf(password, context.config);
  return { body: { ...(await viewSession(context, open)), ...(weakness && { weak_password: weakness }) } };
}

/** Undefined if an imported password was changed, or rehashed, while it was being checked. */
async function signInOnce(
  context: AuthContext,
  call: Call,
  by: Account,
  password: string,
): Promise<OpenSession | undefined> {
  const found = await findUser(context.db, by);
  const right = await context.passwords.matches(found?.password_hash ?? null, password);
  if (!found || !right) throw invalidCredentials();
  const outdated = found.password_hash !== null && context.passwords.isOutdated(found.password_hash);
  const newHash = outdated ? await context.passwords.hash(password) : found.password_hash;
  return await transaction(context.db, async (tx) => {
    const user = await tx
      .updateTable("auth.users")
      .set({ last_sign_in_at: isoMoment(context.clock()), password_hash: newHash })
      .where("id", "=", found.id)
      // The password may have been changed while it was being checked.
      .where("password_hash", "=", found.password_hash)
      .returningAll()
      .executeTakeFirst();
    if (!user && outdated) return undefined;
    if (!user) throw invalidCredentials();
    if (isBanned(user, context.clock())) throw new AuthError(400, "user_banned", "User is banned");
    if ("email" in by && user.email_confirmed_at === null) {
      throw new AuthError(400, "email_not_confirmed", "Email not confirmed");
    }
    if ("phone" in by && user.phone_confirmed_at === null) {
      throw new AuthError(400, "phone_not_confirmed", "Phone not confirmed");
    }
    const session = await startSession(tx, context, user, "password", call.client);
    const entry = { user_id: user.id, session_id: session.session.id, client: call.client };
    await audit(tx, context, {
      ...entry,
      action: "login",
      traits: { provider: "email" in by ? "email" : "phone" },
    });
    return session;
  });
}
