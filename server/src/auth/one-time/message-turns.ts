import type { AuthContext } from "../context.ts";
import { AuthError } from "../errors.ts";
import { tryTurn } from "../limits.ts";

/** What may be asked for once a minute each. */
type Kind =
  | "confirmation"
  | "recovery"
  | "otp"
  | "email_change"
  | "phone_change"
  | "reauthentication"
  | "invite"
  | "mfa_code";

/** Counts a mail to an address, known or not; throws `over_email_send_rate_limit`. */
export async function takeMailTurn(context: AuthContext, kind: Kind, address: string): Promise<void> {
  if (context.config.mail.by === "nothing") {
    throw new AuthError(
      422,
      "email_provider_disabled",
      "This server can't send mail: ask your administrator",
    );
  }
  await takeInterval(context, "over_email_send_rate_limit", `mail:${kind}:${address}`);
  const wait = await tryTurn(context, "mails", "all");
  if (wait > 0) {
    throw new AuthError(429, "over_email_send_rate_limit", "email rate limit exceeded", {
      retryAfterSeconds: wait,
    });
  }
}

/** Counts a text message to a number, known or not; throws `over_sms_send_rate_limit`. */
export async function takeTextTurn(context: AuthContext, kind: Kind, phone: string): Promise<void> {
  await takeInterval(context, "over_sms_send_rate_limit", `sms:${kind}:${phone}`);
  const wait = await tryTurn(context, "texts", "all");
  if (wait > 0) {
    throw new AuthError(429, "over_sms_send_rate_limit", "sms rate limit exceeded", {
      retryAfterSeconds: wait,
    });
  }
}

async function takeInterval(
  context: AuthContext,
  code: "over_email_send_rate_limit" | "over_sms_send_rate_limit",
  key: string,
): Promise<void> {
  const wait = await tryTurn(context, "message_interval", key);
  if (wait === 0) return;
  const message = `For security purposes, you can only request this after ${wait} seconds.`;
  throw new AuthError(429, code, message, { retryAfterSeconds: wait });
}
