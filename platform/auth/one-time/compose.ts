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

/** The purpose of a link: the `type` of GET and POST /verify. */
type LinkType = "signup" | "recovery" | "magiclink" | "invite" | "email_change";

/**
 * Composes a queued message. Its code and link are created here, when it is sent, and only if it still makes sense: an
 * unknown address, or one that was confirmed in the meantime, gets nothing.
 */
export const compose: Compose = (db, context, message) =>
  transaction(db, (tx) => composers[kindOf(message)](tx, context, message));

// Only `queueMessage` writes messages, and it takes no other kinds and details.
const kindOf = ({ kind }: MessageRow) => kind as MessageKind;
const detailsOf = ({ details }: MessageRow) => details as MessageDetails;

type Composer = Compose;

const composers: Record<MessageKind, Composer> = {
  async confirmation(tx, context, message) {
    const user = await addressee(tx, message);
    if (!user || isConfirmed(user, message)) return undefined;
    return confirmation(tx, context, message, user);
  },

  async recovery(tx, context, message) {
    const user = await addressee(tx, message);
    if (!user) return undefined;
    await noteSent(tx, context, user, "recovery_sent_at");
    return mailWithLink(tx, context, message, {
      user,
      kind: "recovery",
      type: "recovery",
      template: "recovery",
    });
  },

  async otp(tx, context, message) {
    const details = detailsOf(message);
    const user = await addressee(tx, message);
    if (!user) {
      if (!details.create_user || !maySignUp(context.config.signup, message)) return undefined;
      return confirmation(tx, context, message, await signUpByCode(tx, context, message, details));
    }
    // An account with a password may be a stranger's sign-up: that code confirms the address, but not the password.
    const isOwnSignUp = user.password_hash === null || user.confirmed_at !== null;
    if (!isConfirmed(user, message) && isOwnSignUp) return confirmation(tx, context, message, user);
    if (message.channel === "sms") return textWithCode(tx, context, message, user, "phone_login");
    await noteSent(tx, context, user, "recovery_sent_at");
    return mailWithLink(tx, context, message, {
      user,
      kind: "magiclink",
      type: "magiclink",
      template: "magiclink",
    });
  },

  async invite(tx, context, message) {
    const user = await addressee(tx, message);
    if (!user || user.confirmed_at !== null) return undefined;
    const given = { user, kind: "invite", type: "invite", template: "invite" } as const;
    return {
      ...(await mailWithLink(tx, context, message, given)),
      code_page: `${context.config.public_url}/login/invitation`,
      ...(await inviter(tx, detailsOf(message))),
    };
  },

  async email_change_current(tx, context, message) {
    const user = await addressee(tx, message);
    if (user?.email !== message.recipient || user.new_email === null) return undefined;
    const kind = "email_change_current";
    return mailWithLink(tx, context, message, { user, kind, type: "email_change", template: kind });
  },

  async email_change_new(tx, context, message) {
    const user = await addressee(tx, message);
    if (user?.new_email !== message.recipient) return undefined;
    const kind = "email_change_new";
    return mailWithLink(tx, context, message, { user, kind, type: "email_change", template: kind });
  },

  async phone_change(tx, context, message) {
    const user = await addressee(tx, message);
    if (user?.new_phone !== message.recipient) return undefined;
    return textWithCode(tx, context, message, user, "phone_change");
  },

  async reauthentication(tx, context, message) {
    const user = await addressee(tx, message);
    if (!user) return undefined;
    if (message.channel === "sms") return textWithCode(tx, context, message, user, "reauthentication");
    const { recipient } = message;
    const given = { userId: user.id, kind: "reauthentication", sentTo: recipient } as const;
    const { code } = await issueToken(tx, context, given);
    return { template: "reauthentication", recipient, code };
  },

  async mfa_code(tx, context, message) {
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
  return async (_, __, { recipient }) => ({ template, recipient });
}

/** The user of a message: known when it was queued, or the current owner of the address. */
async function addressee(tx: Database, message: MessageRow): Promise<UserRow | undefined> {
  if (message.user_id === null) {
    return findUser(
      tx,
      message.channel === "mail" ? { email: message.recipient } : { phone: message.recipient },
    );
  }
  const user = tx.selectFrom("auth.users").selectAll().where("id", "=", message.user_id);
  return user.where("deleted_at", "is", null).executeTakeFirst();
}

function isConfirmed(user: UserRow, { channel }: MessageRow): boolean {
  return (channel === "mail" ? user.email_confirmed_at : user.phone_confirmed_at) !== null;
}

/** An account without a password: its owner is the person who reads the code. */
async function signUpByCode(
  tx: Database,
  context: AuthContext,
  { channel, recipient }: MessageRow,
  { data = {} }: MessageDetails,
): Promise<UserRow> {
  const reached = channel === "mail" ? { email: recipient } : { phone: recipient };
  const user = await createUser(tx, context, { ...reached, data });
  const provider = channel === "mail" ? "email" : "phone";
  await audit(tx, context, {
    action: "user_signedup",
    user_id: user.id,
    client: unknownClient,
    traits: { provider },
  });
  return user;
}

async function confirmation(
  tx: Database,
  context: AuthContext,
  message: MessageRow,
  user: UserRow,
): Promise<Composed> {
  await noteSent(tx, context, user, "confirmation_sent_at");
  if (message.channel === "sms") return textWithCode(tx, context, message, user, "phone_confirmation");
  const kind = "confirmation";
  return mailWithLink(tx, context, message, { user, kind, type: "signup", template: kind });
}

async function textWithCode(
  tx: Database,
  context: AuthContext,
  { recipient }: MessageRow,
  user: UserRow,
  kind: TokenKind,
): Promise<Composed> {
  const { code } = await issueToken(tx, context, { userId: user.id, kind, sentTo: recipient });
  return { template: "phone_code", recipient, code };
}

async function mailWithLink(
  tx: Database,
  context: AuthContext,
  message: MessageRow,
  { user, kind, type, template }: { user: UserRow; kind: TokenKind; type: LinkType; template: Template },
): Promise<Composed> {
  const { recipient } = message;
  const { redirect_to, code_challenge, code_challenge_method } = detailsOf(message);
  const challenge: Challenge | undefined =
    code_challenge !== undefined && code_challenge_method !== undefined
      ? { code_challenge, code_challenge_method }
      : undefined;
  const { code, linkToken } = await issueToken(tx, context, {
    userId: user.id,
    kind,
    sentTo: recipient,
    challenge,
  });
  const change = user.new_email === null ? {} : { old_email: user.email ?? "", new_email: user.new_email };
  return { template, recipient, code, link: verifyLink(context, linkToken, type, redirect_to), ...change };
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
  tx: Database,
  context: AuthContext,
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
