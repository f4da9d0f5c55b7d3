import type { Factor } from "@supabase/auth-js";
import { AuthRefusal, askAuth } from "./auth-call.ts";
import { accountChanged, readAccount } from "./queries.ts";

/** What an authenticator needs to know, shown once. */
export type NewAuthenticator = {
  id: string;
  /** The picture to scan, as an address of an image. */
  picture: string;
  secret: string;
  /** Opens an authenticator on this very device. */
  uri: string;
};

/** Takes away what was begun before and never finished, on this page or another: it would hold its name. */
async function clearUnfinished(): Promise<void> {
  const { unfinished } = await readAccount();
  for (const factor of unfinished) await dropUnfinished(factor.id);
}

/** Begins to set up an authenticator app. */
export async function beginAuthenticator(name: string): Promise<NewAuthenticator> {
  await clearUnfinished();
  const { id, totp } = await askAuth((auth) => auth.mfa.enroll({ factorType: "totp", friendlyName: name }));
  return { id, picture: totp.qr_code, secret: totp.secret, uri: totp.uri };
}

/** Begins to set up text messages as a second step. */
export async function beginPhone(name: string, phone: string): Promise<string> {
  await clearUnfinished();
  const { id } = await askAuth((auth) => auth.mfa.enroll({ factorType: "phone", friendlyName: name, phone }));
  return id;
}

/** Takes away what was begun and is not to be finished; that it is gone already is just as well. */
export async function dropUnfinished(id: string): Promise<void> {
  try {
    await askAuth((auth) => auth.mfa.unenroll({ factorId: id }));
  } catch (error) {
    if (!(error instanceof AuthRefusal)) throw error;
  }
}

/** Has a code sent to the phone of a second step; gives what the answer must name. */
export async function textCode(factorId: string): Promise<string> {
  const { id } = await askAuth((auth) => auth.mfa.challenge({ factorId, channel: "sms" }));
  return id;
}

/**
 * Shows a code of a second step: it is in force from then on, this session is proven, and sessions that are not are
 * ended. `challengeId` is that of the text message; an authenticator needs none.
 */
export async function showCode(factorId: string, code: string, challengeId?: string): Promise<void> {
  await askAuth((auth) =>
    challengeId === undefined
      ? auth.mfa.challengeAndVerify({ factorId, code })
      : auth.mfa.verify({ factorId, challengeId, code }),
  );
  await accountChanged();
}

/** Removes a second step that is in force. */
export async function removeFactor(factor: Factor): Promise<void> {
  await askAuth((auth) => auth.mfa.unenroll({ factorId: factor.id }));
  // The token still says that a second step was shown; another one may have to be shown from here on.
  await askAuth((auth) => auth.refreshSession());
  void accountChanged();
}

/** A name for a new second step that none of the account's has yet: "Authenticator app", "Authenticator app 2". */
export function freeName(name: string, taken: readonly Pick<Factor, "friendly_name">[]): string {
  const names = new Set(taken.map(({ friendly_name }) => friendly_name));
  if (!names.has(name)) return name;
  for (let number = 2; ; number++) {
    if (!names.has(`${name} ${number}`)) return `${name} ${number}`;
  }
}

/** What a second step is called. */
export function nameOf(factor: Factor): string {
  return factor.friendly_name || (factor.factor_type === "phone" ? "Text message" : "Authenticator app");
}

/** A secret as people read and type it: in groups of four. */
export function inFours(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(" ") ?? "";
}
