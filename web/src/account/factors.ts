import type { Factor } from "@supabase/auth-js";
import { AuthRefusal, askAuth, codeOf } from "./auth-call.ts";
import { accountChanged, readAccount } from "./queries.ts";

/** What an authenticator app needs, shown once. */
export type NewAuthenticator = {
  id: string;
  /** The QR code, as the URL of an image. */
  picture: string;
  secret: string;
  /** Opens an authenticator app on this device. */
  uri: string;
};

/** Removes what was started and never finished, here or elsewhere: it would block its name. */
async function clearUnfinished(): Promise<void> {
  const { unfinished } = await readAccount();
  for (const factor of unfinished) await dropUnfinished(factor.id);
}

/** Starts to set up an authenticator app. */
export async function beginAuthenticator(name: string): Promise<NewAuthenticator> {
  await clearUnfinished();
  const { id, totp } = await askAuth((auth) => auth.mfa.enroll({ factorType: "totp", friendlyName: name }));
  return { id, picture: totp.qr_code, secret: totp.secret, uri: totp.uri };
}

/** Starts to set up text messages as a second step. */
export async function beginPhone(name: string, phone: string): Promise<string> {
  await clearUnfinished();
  const { id } = await askAuth((auth) => auth.mfa.enroll({ factorType: "phone", friendlyName: name, phone }));
  return id;
}

/** Removes an unfinished second step; if it is gone already, that is fine. */
export async function dropUnfinished(id: string): Promise<void> {
  try {
    await askAuth((auth) => auth.mfa.unenroll({ factorId: id }));
  } catch (error) {
    if (!(error instanceof AuthRefusal)) throw error;
  }
}

/** Sends a code to the phone of a second step; returns the challenge's id, which the answer must name. */
export async function textCode(factorId: string): Promise<string> {
  const { id } = await askAuth((auth) => auth.mfa.challenge({ factorId, channel: "sms" }));
  return id;
}

/**
 * Verifies a code of a second step. The factor is active from then on, this session has passed its second step, and
 * the user's sessions that have not are ended. `challengeId` is that of the text message; an authenticator needs none.
 */
export async function showCode(factorId: string, code: string, challengeId?: string): Promise<void> {
  await askAuth((auth) =>
    challengeId === undefined
      ? auth.mfa.challengeAndVerify({ factorId, code })
      : auth.mfa.verify({ factorId, challengeId, code }),
  );
  await accountChanged();
}

/** Removes an active second step; if it is gone already, that is fine. */
export async function removeFactor(factor: Factor): Promise<void> {
  try {
    await askAuth((auth) => auth.mfa.unenroll({ factorId: factor.id }));
  } catch (error) {
    if (codeOf(error) !== "mfa_factor_not_found") throw error;
  }
  // The token still says that a second step was done; the next one may be required now. It is removed even if this fails.
  await askAuth((auth) => auth.refreshSession()).catch(() => {});
  await accountChanged();
}

/** A default name for a new second step that no other has yet: "Authenticator app", "Authenticator app 2". */
export function freeName(name: string, taken: readonly Pick<Factor, "friendly_name">[]): string {
  const names = new Set(taken.map(({ friendly_name }) => friendly_name));
  if (!names.has(name)) return name;
  for (let number = 2; ; number++) {
    if (!names.has(`${name} ${number}`)) return `${name} ${number}`;
  }
}

/** The shown name of a second step. */
export function nameOf(factor: Factor): string {
  return factor.friendly_name || (factor.factor_type === "phone" ? "Text message" : "Authenticator app");
}

/** A secret in groups of four, as people read and type it. */
export function inFours(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(" ") ?? "";
}
