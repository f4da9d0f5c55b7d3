import { Secret, TOTP } from "otpauth";
import { renderSVG } from "uqr";

// What every authenticator understands (RFC 6238 with its defaults).
const algorithm = "SHA1";
const digits = 6;
const period = 30;
/** A clock that runs a little fast or slow: so many steps before and after count as now. */
const skew = 1;

export const secretBytes = 20;

/** A secret as people type it: base32. */
export function base32(secret: Buffer): string {
  return secretOf(secret).base32;
}

function secretOf(secret: Buffer): Secret {
  return Secret.fromHex(secret.toString("hex"));
}

/**
 * The secret as the URI that authenticator apps scan. The parameters are in the order in which clients of auth-js get
 * them; our TOTP library would order them differently.
 */
export function totpUri(issuer: string, account: string, secret: Buffer): string {
  const parameters = { algorithm, digits, issuer, period, secret: base32(secret) };
  const query = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `otpauth://totp/${labelPart(issuer)}:${labelPart(account)}?${query.join("&")}`;
}

/** A path may hold @ as it is, and authenticators show it as it is. */
function labelPart(text: string): string {
  return encodeURIComponent(text).replaceAll("%40", "@");
}

/** A picture of a text for cameras, as SVG. No colour is written with #: clients put the text into a data URL. */
export function qrCode(text: string): string {
  // The standard (ISO/IEC 18004) wants four modules of margin.
  return renderSVG(text, { border: 4, whiteColor: "white", blackColor: "black" });
}

/**
 * The time step that a code belongs to, if it is the right one for about `now` (milliseconds since 1970) and later
 * than `lastStep`, the newest step taken before: a code works once (RFC 6238, section 5.2).
 */
export function stepOfCode(
  secret: Buffer,
  code: string,
  { now, lastStep }: { now: number; lastStep: number | null },
): number | undefined {
  // The library compares bytes and expects as many as it has itself.
  if (!/^[0-9]{6}$/.test(code)) return undefined;
  const totp = new TOTP({ secret: secretOf(secret), algorithm, digits, period });
  const delta = totp.validate({ token: code, timestamp: now, window: skew });
  if (delta === null) return undefined;
  const step = totp.counter({ timestamp: now }) + delta;
  return lastStep !== null && step <= lastStep ? undefined : step;
}
