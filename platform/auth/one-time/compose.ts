import type { MessageRow, TokenKind, UserRow } from "@rounds/database/auth-tables.ts";
import type { Database } from "@rounds/database/connect.ts";
import { transaction } from "@rounds/database/transaction.ts";
import { personName } from "@rounds/domain/account/person-name.ts";
import { isoMoment } from "@rounds/http/clock.ts";
import { audit } from "../base/audit.ts";
import type { AuthContext } from "../base/context.ts";
import type { Compose, Composed, Template } from "../messages/composed.ts";
import { oneLine } from "../messages/html.ts";
import type { MessageDetails, MessageKind } from "../messages/queue.ts";
import { createUser, findUser } from "../users/create-user.ts";
import { maySignUp } from "../users/email.ts";
import { issueChallengeCode } from "./challenge-code.ts";
import type { Challenge } from "./pkce.ts";
import { issueToken } from "./tokens.ts";

/** The `type` of GET and POST /verify for each kind of token that a mail brings as a link. */
const linkTypes = {
  confirmation: "signup",
  recovery: "recovery",
  magiclink: "magiclink",
  invite: "invite",
  email_change_current: "email_change",
  email_change_new: "email_change",
} as const;
type LinkKind = keyof typeof linkTypes;
type LinkType = (typeof linkTypes)[LinkKind];

/**
 * Composes a queued message. Its code and link are created here, when it is sent, and only if it still makes sense: an
 * unknown address, or one that was confirmed in the meantime, gets nothing.
 */
export const compose: Compose = (db, context, message) =>
  transaction(db, (tx) => composers[kindOf(message)]({ tx, context, message }));

// Only `queueMessage` writes messages, and it takes no other kinds and details.
const kindOf = ({ kind }: MessageRow) => kind as MessageKind;
const detailsOf = ({ details }: MessageRow) => details as MessageDetails;

/** A message under way, in the transaction that composes it. */
type Composing = { tx: Database; context: AuthContext; message: MessageRow };
type Composer = (composing: Composing) => ReturnType<Compose>;

const composers: Record<MessageKind, Composer> = {
  async confirmation(composing) {
    const user = await addressee(composing);
    if (!user || isConfirmed(user, composing.message)) return undefined;
    return confirmation(composing, user);
  },

  async recovery(composing) {
    const user = await addressee(composing);
    if (!user) return undefined;
    await noteSent(composing, user, "recovery_sent_at");
    return mailWithLink(composing, user, "recovery");
  },

  async otp(composing) {
    const { context, message } = composing;
    const details = detailsOf(message);
    const user = await addressee(composing);
    if (!user) {
      if (!details.create_user || !maySignUp(context.config.signup, message)) return undefined;
      return confirmation(composing, await signUpByCode(composing, details));
    }
    // An account with a password may be a stranger's sign-up: that code confirms the address, but not the password.
    const isOwnSignUp = user.password_hash === null || user.confirmed_at !== null;
    if (!isConfirmed(user, message) && isOwnSignUp) return confirmation(composing, user);
    if (message.channel === "sms") return messageWithCode(composing, user, "phone_login");
    await noteSent(composing, user, "recovery_sent_at");
    return mailWithLink(composing, user, "magiclink");
  },

  async invite(composing) {
    const { tx, context, message } = composing;
    const user = await addressee(composing);
    if (!user || user.confirmed_at !== null) return undefined;
    return {
      ...(await mailWithLink(composing, user, "invite")),
      code_page: `${context.config.public_url}/login/invitation`,
      ...(await inviter(tx, detailsOf(message))),
    };
  },

  async email_change_current(composing) {
    const user = await addressee(composing);
    if (user?.email !== composing.message.recipient || user.new_email === null) return undefined;
    return mailWithLink(composing, user, "email_change_current");
  },

  async email_change_new(composing) {
    const user = await addressee(composing);
    if (user?.new_email !== composing.message.recipient) return undefined;
    return mailWithLink(composing, user, "email_change_new");
  },

  async phone_change(composing) {
    const user = await addressee(composing);
    if (user?.new_phone !== composing.message.recipient) return undefined;
    return messageWithCode(composing, user, "phone_change");
  },

  async reauthentication(composing) {
    const user = await addressee(composing);
    if (!user) return undefined;
    const coded = await messageWithCode(composing, user, "reauthentication");
    return composing.message.channel === "sms" ? coded : { ...coded, template: "reauthentication" };
  },

  async mfa_code({ tx, context, message }) {
    const { challenge_id = "" } = detailsOf(message);
    const code = await issueChallengeCode(tx, context, challenge_id);
    return code === undefined ? undefined : { template: "phone_code", recipient: message.recipient, code };
  },

  password_changed: note("password_changed"),
  email_changed: note("email_changed"),
  factor_added: note("factor_added"),
  factor_removed: note("factor_removed"),
  recovery_code_used: note("recovery_code_used"),
};

/** How the mail names the inviting person. */
async function inviter(tx: Database, { invited_by }: MessageDetails): Promise<Pick<Composed, "invited_by">> {
  if (invited_by === undefined) return {};
  const user = await tx
    .selectFrom("auth.users")
    .select(["email", "user_metadata"])
    .where("id", "=", invited_by)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  const name = oneLine(personName(user?.user_metadata ?? {}) ?? "");
  const called = name !== "" && user?.email ? `${name} (${user.email})` : name || user?.email;
  return called ? { invited_by: called } : {};
}

/** Messages are composed separately from the request for them. */
const unknownClient = { ip: null, user_agent: null };

/** A notification without a code is sent to its address whatever has happened to the account since. */
function note(template: Template): Composer {
  return async ({ message: { recipient } }) => ({ template, recipient });
}

/** The user of a message: known when it was queued, or the current owner of the address. */
async function addressee({ tx, message }: Composing): Promise<UserRow | undefined> {
  if (message.user_id === null) return findUser(tx, addressOf(message));
  const user = tx.selectFrom("auth.users").selectAll().where("id", "=", message.user_id);
  return user.where("deleted_at", "is", null).executeTakeFirst();
}

function addressOf({ channel, recipient }: MessageRow): { email: string } | { phone: string } {
  return channel === "mail" ? { email: recipient } : { phone: recipient };
}

function isConfirmed(user: UserRow, { channel }: MessageRow): boolean {
  return (channel === "mail" ? user.email_confirmed_at : user.phone_confirmed_at) !== null;
}

/** An account without a password: its owner is the person who reads the code. */
async function signUpByCode(
  { tx, context, message }: Composing,
  { data = {} }: MessageDetails,
): Promise<UserRow> {
  const user = await createUser(tx, context, { ...addressOf(message), data });
  const traits = { provider: message.channel === "mail" ? "email" : "phone" };
  await audit(tx, context, { action: "user_signedup", user_id: user.id, client: unknownClient, traits });
  return user;
}

async function confirmation(composing: Composing, user: UserRow): Promise<Composed> {
  await noteSent(composing, user, "confirmation_sent_at");
  if (composing.message.channel === "sms") return messageWithCode(composing, user, "phone_confirmation");
  return mailWithLink(composing, user, "confirmation");
}

async function messageWithCode(
  { tx, context, message: { recipient } }: Composing,
  user: UserRow,
  kind: TokenKind,
): Promise<Composed> {
  const { code } = await issueToken(tx, context, { userId: user.id, kind, sentTo: recipient });
  return { template: "phone_code", recipient, code };
}

async function mailWithLink(
  { tx, context, message }: Composing,
  user: UserRow,
  kind: LinkKind,
): Promise<Composed> {
  const { recipient } = message;
  const { redirect_to, code_challenge, code_challenge_method } = detailsOf(message);
  const challenge: Challenge | undefined =
    code_challenge !== undefined && code_challenge_method !== undefined
      ? { code_challenge, code_challenge_method }
      : undefined;
  const given = { userId: user.id, kind, sentTo: recipient, challenge };
  const { code, linkToken } = await issueToken(tx, context, given);
  const link = verifyLink(context, linkToken, linkTypes[kind], redirect_to);
  const change = user.new_email === null ? {} : { old_email: user.email ?? "", new_email: user.new_email };
  return { template: kind, recipient, code, link, ...change };
}

/** The link in a mail (docs/auth.md#codes-links-and-redirects). */
export function verifyLink(
  { config }: Pick<AuthContext, "config">,
  linkToken: string,
  type: LinkType,
  redirectTo: string | undefined,
): string {
  const query = new URLSearchParams({ token: linkToken, type, redirect_to: redirectTo ?? config.public_url });
  return `${config.public_url}/auth/v1/verify?${query}`;
}

async function noteSent(
  { tx, context }: Composing,
  user: UserRow,
  column: "confirmation_sent_at" | "recovery_sent_at",
): Promise<void> {
  await tx
    .updateTable("auth.users")
    .set({ [column]: isoMoment(context.clock()) })
    .where("id", "=", user.id)
    .execute();
  const action = column === "recovery_sent_at" ? "user_recovery_requested" : "user_confirmation_requested";
  await audit(tx, context, { action, user_id: user.id, client: unknownClient });
}
