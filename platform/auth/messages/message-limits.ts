import type { AuthContext, Call, SignedInCall } from "../base/context.ts";
import { AuthError } from "../base/errors.ts";
import { knownPlace } from "../base/known-places.ts";
import { addressKey, type LimitName, tryRequest } from "../base/limits.ts";

/** The kinds that can be requested once a minute each. */
type Kind =
  | "confirmation"
  | "recovery"
  | "otp"
  | "email_change"
  | "phone_change"
  | "reauthentication"
  | "invite"
  | "mfa_code";

type Code = "over_email_send_rate_limit" | "over_sms_send_rate_limit";

/**
 * Counts a requested mail, to a known or unknown address; throws `over_email_send_rate_limit`. How many mails are sent
 * in an hour in total is counted when one is sent, so a mail without a recipient takes nothing from the others.
 * Without `call` an administrator asks, for whom only the recipient's limits apply.
 */
export async function countMail(
  context: AuthContext,
  kind: Kind,
  address: string,
  call?: Call | SignedInCall,
): Promise<void> {
  if (context.config.mail.by === "nothing") {
    throw new AuthError(
      422,
      "email_provider_disabled",
      "This server can't send mail: ask your administrator",
    );
  }
  const code = "over_email_send_rate_limit";
  await takeInterval(context, code, `mail:${kind}:${address}`);
  const asker = call && (await askerOf(context, call, { email: address }));
  if (asker !== undefined) await takeHourly(context, code, "mails_asker", asker);
  await takeHourly(context, code, "message_recipient", `mail:${address}`);
}

/** Counts a requested text message, to a known or unknown number; throws `over_sms_send_rate_limit`. */
export async function countText(
  context: AuthContext,
  kind: Kind,
  phone: string,
  call: Call | SignedInCall,
): Promise<void> {
  const code = "over_sms_send_rate_limit";
  await takeInterval(context, code, `sms:${kind}:${phone}`);
  const asker = await askerOf(context, call, { phone });
  if (asker !== undefined) await takeHourly(context, code, "texts_asker", asker);
  await takeHourly(context, code, "message_recipient", `sms:${phone}`);
  // People wait for a text message only for minutes, so this is reported at once.
  await takeHourly(context, code, "texts", "all");
}

/**
 * Who asks: the signed-in person, otherwise the people behind an address. Requests from a device that the account
 * knows are not counted, so that others behind the same address can't use up the owner's limit.
 */
async function askerOf(
  context: AuthContext,
  call: Call | SignedInCall,
  account: { email: string } | { phone: string },
): Promise<string | undefined> {
  if ("user" in call) return `user:${call.user.id}`;
  const place = await knownPlace(context, call.client, account);
  return place?.kind === "device" ? undefined : addressKey(call.client.ip ?? "");
}

async function takeHourly(context: AuthContext, code: Code, name: LimitName, key: string): Promise<void> {
  const wait = await tryRequest(context, name, key);
  if (wait === 0) return;
  const what = code === "over_email_send_rate_limit" ? "email" : "sms";
  throw new AuthError(429, code, `${what} rate limit exceeded`, { retryAfterSeconds: wait });
}

async function takeInterval(context: AuthContext, code: Code, key: string): Promise<void> {
  const wait = await tryRequest(context, "message_interval", key);
  if (wait === 0) return;
  const message = `For security purposes, you can only request this after ${wait} seconds.`;
  throw new AuthError(429, code, message, { retryAfterSeconds: wait });
}
