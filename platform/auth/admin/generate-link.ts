import type { TokenKind, UserRow } from "@rounds/database/auth-tables.ts";
import type { Database } from "@rounds/database/connect.ts";
import type { Tables } from "@rounds/database/tables.ts";
import { isoMoment } from "@rounds/http/clock.ts";
import { sql, type UpdateObject } from "kysely";
import { z } from "zod";
import { readFields } from "../base/body.ts";
import type { Answer, AuthContext, ServiceCall } from "../base/context.ts";
import { AuthError, emailExists, validationFailed } from "../base/errors.ts";
import { verifyLink } from "../one-time/compose.ts";
import { allowedRedirect } from "../one-time/redirects.ts";
import { issueToken, voidToken } from "../one-time/tokens.ts";
import { createUser, findUser } from "../users/create-user.ts";
import { requireEmail } from "../users/email.ts";
import { type Metadata, metadata, requireSmallMetadata } from "../users/metadata.ts";
import { requireGoodPassword } from "../users/password.ts";
import { viewUser } from "../users/user-view.ts";
import { lockAccount, note } from "./account.ts";
import { inviteUser, makingAccount } from "./invite.ts";

const types = [
  "signup",
  "invite",
  "magiclink",
  "recovery",
  "email_change_current",
  "email_change_new",
] as const;
type Type = (typeof types)[number];

const tokenKinds = {
  signup: "confirmation",
  invite: "invite",
  magiclink: "magiclink",
  recovery: "recovery",
  email_change_current: "email_change_current",
  email_change_new: "email_change_new",
} as const satisfies Record<Type, TokenKind>;

const fields = z.object({
  type: z.string().default(""),
  email: z.string().default(""),
  new_email: z.string().default(""),
  password: z.string().default(""),
  data: metadata.default({}),
  redirect_to: z.string().default(""),
});

/** The checked purpose of a link. */
type Wanted = {
  type: Type;
  email: string;
  newEmail: string;
  passwordHash: string | undefined;
  data: Metadata;
};

/**
 * POST /admin/generate_link: gives what a mail would contain, for programs that send their own mail
 * (docs/auth.md#administration).
 */
export async function generateLink(context: AuthContext, call: ServiceCall): Promise<Answer> {
  const given = readFields(fields, call.body);
  const email = requireEmail(given.email);
  const asked = types.find((known) => known === given.type);
  if (!asked) throw validationFailed(`Invalid email action link type requested: ${given.type}`);
  const redirectTo =
    given.redirect_to === "" ? call.redirectTo : allowedRedirect(context.config, given.redirect_to);
  requireSmallMetadata({ ...given.data, email_verified: true });
  // A sign-in link creates the account of an unknown person, as the mail does.
  const unknown = asked === "magiclink" && !(await findUser(context.db, { email }));
  const type = unknown ? "signup" : asked;
  const wanted: Wanted = {
    type,
    email,
    newEmail: type.startsWith("email_change") ? requireNewEmail(context, type, given.new_email) : "",
    passwordHash: asked === "signup" ? await hashForSignUp(context, given.password) : undefined,
    data: given.data,
  };
  const { user, code, linkToken } = await makingAccount(context, (tx) => issue(tx, context, call, wanted));
  const linkType = type === "email_change_current" || type === "email_change_new" ? "email_change" : type;
  return {
    body: {
      ...(await viewUser(context.db, user)),
      action_link: verifyLink(context, linkToken, linkType, redirectTo),
      email_otp: code,
      hashed_token: linkToken,
      verification_type: type,
      redirect_to: redirectTo,
    },
  };
}

async function hashForSignUp({ config, passwords }: AuthContext, password: string): Promise<string> {
  if (password === "") throw validationFailed("Signup requires a valid password");
  requireGoodPassword(password, config);
  return await passwords.hash(password);
}

function requireNewEmail({ config }: AuthContext, type: Type, newEmail: string): string {
  if (type === "email_change_current" && config.email_change !== "both") {
    throw validationFailed("Enable secure email change to generate link for current email");
  }
  return requireEmail(newEmail);
}

async function issue(tx: Database, context: AuthContext, call: ServiceCall, wanted: Wanted) {
  const user = await prepare(tx, context, call, wanted);
  const sentTo = wanted.type === "email_change_new" ? wanted.newEmail : wanted.email;
  const kind = tokenKinds[wanted.type];
  const token = await issueToken(tx, context, { userId: user.id, kind, sentTo });
  await note(tx, context, user, call, "link_generated", { type: wanted.type });
  return { user, ...token };
}

/** The user for whom a link is, with the timestamps that its mail would set. */
async function prepare(
  tx: Database,
  context: AuthContext,
  call: ServiceCall,
  { type, email, newEmail, passwordHash, data }: Wanted,
): Promise<UserRow> {
  if (type === "invite") return await inviteUser(tx, context, { email, data }, call);
  const found = await findUser(tx, { email });
  const now = isoMoment(context.clock());
  if (type === "signup") {
    if (found && found.email_confirmed_at !== null) throw emailExists();
    if (found) await lockAccount(tx, found.id);
    const user = found ?? (await createUser(tx, context, { email, passwordHash, data }));
    if (!found) await note(tx, context, user, call, "user_created");
    const removed = Object.keys(data).filter((key) => data[key] === null);
    return await mark(tx, user, {
      confirmation_sent_at: now,
      // An unconfirmed account may be a stranger's, with the stranger's password.
      password_hash: passwordHash ?? null,
      user_metadata: sql`(user_metadata || ${JSON.stringify(data)}::jsonb) - ${removed}::text[]`,
    });
  }
  if (!found) throw new AuthError(404, "user_not_found", "User with this email not found");
  const user = await lockAccount(tx, found.id);
  if (type === "magiclink" || type === "recovery") return await mark(tx, user, { recovery_sent_at: now });
  if (await findUser(tx, { email: newEmail })) throw emailExists();
  if (user.new_email !== newEmail) await forgetChange(tx, user);
  return await mark(tx, user, {
    new_email: newEmail,
    email_change_sent_at: now,
    ...(user.new_email !== newEmail && { email_change_confirmed_by: null }),
    updated_at: now,
  });
}

async function mark(
  tx: Database,
  { id }: UserRow,
  values: UpdateObject<Tables, "auth.users">,
): Promise<UserRow> {
  const users = tx.updateTable("auth.users").set(values).where("id", "=", id);
  return await users.returningAll().executeTakeFirstOrThrow();
}

/** Confirming one new address must not confirm another. */
async function forgetChange(tx: Database, { id }: UserRow): Promise<void> {
  const pending = await tx
    .selectFrom("auth.one_time_tokens")
    .select("id")
    .where("user_id", "=", id)
    .where("kind", "in", ["email_change_current", "email_change_new"])
    .execute();
  for (const token of pending) await voidToken(tx, token.id);
}
