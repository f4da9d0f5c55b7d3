import { AuthError, validationFailed } from "../base/errors.ts";
import type { AuthConfig } from "../base/settings.ts";

/**
 * What `<input type=email>` accepts, by the HTML standard (section 4.10.5.1.5). Only ASCII, so that lower case is the
 * same everywhere.
 */
const shape =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/;
/** RFC 5321, section 4.5.3.1: the longest path is 256 octets, two of them the angle brackets. */
const maxLength = 254;

/** The address as stored and compared: trimmed and in lower case. */
export function normalEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** Refuses to sign in by address if the settings allow only other providers, phones or wallets. */
export function requireEmailSignIns({ config }: { config: Pick<AuthConfig, "email_sign_ins"> }): void {
  if (config.email_sign_ins) return;
  throw new AuthError(422, "email_provider_disabled", "Email logins are disabled");
}

/** Whether a text in its stored form can be an address. */
export function isEmail(address: string): boolean {
  return address.length <= maxLength && shape.test(address);
}

/** The address as stored; throws `validation_failed` for other text. */
export function requireEmail(email: string): string {
  const address = normalEmail(email);
  if (!isEmail(address)) {
    throw validationFailed("Unable to validate email address: invalid format");
  }
  return address;
}

/** Whether `SIGNUP` allows an address, or a number, to become an account. */
export function maySignUp(
  signup: string,
  { channel, recipient }: { channel: "mail" | "sms"; recipient: string },
): boolean {
  if (signup === "closed") return false;
  const domain = allowedDomain(signup);
  return domain === undefined || (channel === "mail" && recipient.endsWith(`@${domain}`));
}

function allowedDomain(signup: string): string | undefined {
  return /^domain:(.+)$/.exec(signup)?.[1]?.toLowerCase();
}

/** Refuses an address that `SIGNUP` (open, closed or domain:example.com) does not allow. */
export function requireAllowedDomain(signup: string, address: string): void {
  const domain = allowedDomain(signup);
  if (domain !== undefined && !address.endsWith(`@${domain}`)) throw signupDisabled();
}

export function signupDisabled(): AuthError {
  return new AuthError(422, "signup_disabled", "Signups not allowed for this instance");
}
