import { Secret, TOTP } from "otpauth";
import { renderSVG } from "uqr";

// The parameters that every authenticator supports (RFC 6238 with its defaults).
const algorithm = "SHA1";
const digits = 6;
const period = 30;
/** Tolerance for clocks that run fast or slow: this many steps before and after count as now. */
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

/** A path may contain @ unescaped, and authenticators show it unescaped. */
function labelPart(text: string): string {
  return encodeURIComponent(text).replaceAll("%40", "@");
}

/** A QR code of a text, as SVG. No colour is written with #, because clients put the text into a data URL. */
export function qrCode(text: string): string {
  // The standard (ISO/IEC 18004) requires four modules of margin.
  return renderSVG(text, { border: 4, whiteColor: "white", blackColor: "black" });
}

/**
 * The time step of a code, if it is right for about `now` (milliseconds since 1970) and later than `lastStep`, the
 * newest step used before: a code works once (RFC 6238, section 5.2).
 */
export function stepOfCode(
  secret: Buffer,
  code: string,
  { now, lastStep }: { now: number; lastStep: number | null },
): number | undefined {
  // The library compares bytes and requires equal lengths.
  if (!/^[0-9]{6}$/.test(code)) return undefined;
  const totp = new TOTP({ secret: secretOf(secret), algorithm, digits, period });
  const delta = totp.validate({ token: code, timestamp: now, window: skew });
  if (delta === null) return undefined;
  const step = totp.counter({ timestamp: now }) + delta;
  return lastStep !== null && step <= lastStep ? undefined : step;
}
