import type { Database } from "@rounds/database/connect.ts";
import { transaction } from "@rounds/database/transaction.ts";
import { isoMoment } from "@rounds/http/clock.ts";
import { z } from "zod";
import { audit } from "../base/audit.ts";
import { readFields } from "../base/body.ts";
import type { Answer, AuthContext, Call, SignedInCall } from "../base/context.ts";
import { AuthError, userNotFound, validationFailed } from "../base/errors.ts";
import { countMail, countText } from "../messages/message-limits.ts";
import { type NewMessage, queueMessage } from "../messages/queue.ts";
import { findUser } from "../users/create-user.ts";
import { requireEmail, requireEmailSignIns } from "../users/email.ts";
import { metadata, requireSmallMetadata } from "../users/metadata.ts";
import { phoneIsOn, requirePhone } from "../users/phone.ts";
import { type Challenge, pkceFields, requireChallenge } from "./pkce.ts";

/** How text messages may be sent; the hook gets this and decides. */
const channels = z.enum(["", "sms", "whatsapp"]).default("");
const address = { email: z.string().default(""), phone: z.string().default("") };

/** What a message with a link needs of its request. */
function linkDetails(call: Call, challenge: Challenge | undefined): NonNullable<NewMessage["details"]> {
  return { redirect_to: call.redirectTo, ...challenge };
}

/** Queues one message and triggers sending; returns its id. */
async function send(context: AuthContext, message: NewMessage): Promise<string> {
  const id = await queueMessage(context.db, context, message);
  context.messageQueued();
  return id;
}

const otpFields = z.object({
  ...address,
  ...pkceFields,
  create_user: z.boolean().default(true),
  data: metadata.default({}),
  channel: channels,
});

/**
 * POST /otp: sends a code (and by mail a link) to sign in with. Whether the address is known is looked up only when
 * the message is composed, so neither the answer nor its duration reveals it; only `create_user: false` leads to a
 * refusal.
 */
export async function requestOtp(context: AuthContext, call: Call): Promise<Answer> {
  const { email, phone, create_user, data, channel, ...rest } = readFields(otpFields, call.body);
  const challenge = requireChallenge(rest);
  if (email === "" && phone === "") throw validationFailed("One of email or phone must be set");
  if (email !== "" && phone !== "") {
    throw validationFailed("Only an email address or phone number should be provided");
  }
  requireSmallMetadata({ ...data, email_verified: true });
  if (email !== "") {
    requireEmailSignIns(context);
    const recipient = requireEmail(email);
    if (!create_user) await requireKnown(context.db, { email: recipient });
    await countMail(context, "otp", recipient, call);
    const details = { ...linkDetails(call, challenge), create_user, data };
    await send(context, { channel: "mail", kind: "otp", recipient, details });
    return { body: {} };
  }
  if (!phoneIsOn(context)) {
    throw new AuthError(400, "phone_provider_disabled", "Unsupported phone provider");
  }
  const recipient = requirePhone(phone);
  if (!create_user) await requireKnown(context.db, { phone: recipient });
  await countText(context, "otp", recipient, call);
  const details = { create_user, data, ...(channel !== "" && { sms_channel: channel }) };
  return { body: { message_id: await send(context, { channel: "sms", kind: "otp", recipient, details }) } };
}

async function requireKnown(db: Database, by: { email: string } | { phone: string }): Promise<void> {
  if (await findUser(db, by)) return;
  throw new AuthError(422, "otp_disabled", "Signups not allowed for otp");
}

const recoverFields = z.object({ email: z.string().default(""), ...pkceFields });

/** POST /recover: sends a code and link to choose a new password. */
export async function requestRecovery(context: AuthContext, call: Call): Promise<Answer> {
  const { email, ...rest } = readFields(recoverFields, call.body);
  if (email === "") throw validationFailed("Password recovery requires an email");
  const challenge = requireChallenge(rest);
  const recipient = requireEmail(email);
  await countMail(context, "recovery", recipient, call);
  const details = linkDetails(call, challenge);
  await send(context, { channel: "mail", kind: "recovery", recipient, details });
  return { body: {} };
}

const resendFields = z.object({ type: z.string().default(""), ...address, ...pkceFields });

/** POST /resend: sends the message of a sign-up or of a change again, if one is pending. */
export async function resend(context: AuthContext, call: Call): Promise<Answer> {
  const { type, email, phone, ...rest } = readFields(resendFields, call.body);
  const details = linkDetails(call, requireChallenge(rest));
  switch (type) {
    case "signup": {
      const recipient = requireEmail(requireGiven(email, "an email address"));
      await countMail(context, "confirmation", recipient, call);
      await send(context, { channel: "mail", kind: "confirmation", recipient, details });
      return { body: {} };
    }
    case "email_change": {
      const recipient = requireEmail(requireGiven(email, "an email address"));
      await countMail(context, "email_change", recipient, call);
      await resendEmailChange(context, recipient, details);
      return { body: {} };
    }
    case "sms":
    case "phone_change": {
      const given = requireGiven(phone, "a phone number");
      if (!phoneIsOn(context)) {
        throw new AuthError(400, "phone_provider_disabled", "Unsupported phone provider");
      }
      const recipient = requirePhone(given);
      await countText(context, type === "sms" ? "confirmation" : "phone_change", recipient, call);
      const kind = type === "sms" ? "confirmation" : "phone_change";
      const userId = kind === "confirmation" ? undefined : await changingUser(context.db, recipient);
      return { body: { message_id: await send(context, { channel: "sms", kind, recipient, userId }) } };
    }
    default:
      throw validationFailed("Missing one of these types: signup, email_change, sms, phone_change");
  }
}

function requireGiven(value: string, what: string): string {
  if (value === "") throw validationFailed(`Type provided requires ${what}`);
  return value;
}

/** Both addresses of a change get their mail again, whichever was named. */
async function resendEmailChange(
  context: AuthContext,
  recipient: string,
  details: NewMessage["details"],
): Promise<void> {
  const user = await context.db
    .selectFrom("auth.users")
    .select(["id", "email", "new_email", "email_change_confirmed_by"])
    .where((row) => row.or([row("email", "=", recipient), row("new_email", "=", recipient)]))
    .where("new_email", "is not", null)
    .where("deleted_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  const given = { channel: "mail", userId: user?.id, ...(details && { details }) } as const;
  const both = context.config.email_change === "both";
  if (user?.email_change_confirmed_by !== "new") {
    await send(context, { ...given, kind: "email_change_new", recipient: user?.new_email ?? recipient });
  }
  if (both && user?.email_change_confirmed_by !== "current") {
    await send(context, { ...given, kind: "email_change_current", recipient: user?.email ?? recipient });
  }
}

async function changingUser(db: Database, newPhone: string): Promise<string | undefined> {
  const user = db
    .selectFrom("auth.users")
    .select("id")
    .where("new_phone", "=", newPhone)
    .where("deleted_at", "is", null);
  return (await user.limit(1).executeTakeFirst())?.id;
}

/** GET /reauthenticate: sends the code that a change of password may require. */
export async function reauthenticate(context: AuthContext, call: SignedInCall): Promise<Answer> {
  const user = await context.db
    .selectFrom("auth.users")
    .select(["id", "email", "phone"])
    .where("id", "=", call.user.id)
    .executeTakeFirst();
  // Removed since the token was checked.
  if (!user) throw userNotFound();
  const recipient = user.email ?? user.phone;
  if (recipient === null) {
    throw validationFailed("Reauthentication requires the user to have an email or a phone number");
  }
  const channel = user.email === null ? "sms" : "mail";
  if (channel === "mail") await countMail(context, "reauthentication", recipient, call);
  else await countText(context, "reauthentication", recipient, call);
  const id = await transaction(context.db, async (tx) => {
    await tx
      .updateTable("auth.users")
      .set({ reauthentication_sent_at: isoMoment(context.clock()) })
      .where("id", "=", user.id)
      .execute();
    const entry = { user_id: user.id, session_id: call.session.id, client: call.client };
    await audit(tx, context, { ...entry, action: "user_reauthenticate_requested" });
    return queueMessage(tx, context, { channel, kind: "reauthentication", recipient, userId: user.id });
  });
  context.messageQueued();
  return { body: channel === "mail" ? {} : { message_id: id } };
}
