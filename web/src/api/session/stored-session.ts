import type { Session } from "@supabase/auth-js";
import { now } from "../clock.ts";
import { jsonFields } from "../json.ts";

/** The key of the auth client's session in the browser's storage. */
export const sessionKey = `sb-${location.hostname}-auth-token`;

/** How much longer a token must be valid, in milliseconds; the auth client refreshes it 90 seconds before its end. */
const margin = 120_000;

/** The parameters of an address to which the auth service sent somebody back; only its client reads them. */
const callbackParts = ["access_token", "error", "error_description", "error_code", "code", "message"];

/**
 * The stored session as far as it is certain without the auth client: a session that is valid for a while, "nobody" if
 * there is none, or "unsure" if only the auth client can decide: a token that has expired or soon will, a damaged
 * session, an answer of the auth service in the address, no storage.
 */
export function readStoredSession(): Session | "nobody" | "unsure" {
  const session = readKnownSession();
  if (session === null) return "nobody";
  return session && session.expires_at * 1000 - now() > margin ? session : "unsure";
}

/**
 * The stored session of a known person, although its token may have expired: enough to open what is kept on this
 * device. Null if there is none; undefined if it is damaged, or an answer of the auth service may bring another one.
 */
export function readKnownSession(): (Session & { expires_at: number }) | null | undefined {
  if (hasCallback(location)) return undefined;
  try {
    const text = localStorage.getItem(sessionKey);
    if (text === null) return null;
    const session: unknown = JSON.parse(text);
    return isWhole(session) ? session : undefined;
  } catch {
    return undefined;
  }
}

function isWhole(value: unknown): value is Session & { expires_at: number } {
  const { access_token, refresh_token, expires_at, user } = jsonFields(value);
  return (
    typeof access_token === "string" &&
    access_token !== "" &&
    typeof refresh_token === "string" &&
    typeof expires_at === "number" &&
    typeof jsonFields(user).id === "string"
  );
}

function hasCallback({ hash, search }: Location): boolean {
  const parts = [new URLSearchParams(hash.slice(1)), new URLSearchParams(search)];
  return callbackParts.some((name) => parts.some((part) => part.has(name)));
}
