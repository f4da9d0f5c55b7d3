import type { Session } from "@supabase/auth-js";
import { now } from "./clock.ts";

/** Where the auth client keeps the session in the browser's storage. */
export const sessionKey = `sb-${location.hostname}-auth-token`;

/** How much longer a token must be good, in milliseconds; the auth client renews it 90 seconds before its end. */
const margin = 120_000;

/** What an address holds when the auth service sends somebody back to the product, which only its client reads. */
const callbackParts = ["access_token", "error", "error_description", "error_code", "code", "message"];

/**
 * The session in the browser's storage as it can be told without the auth client: one that is good for a while yet,
 * "nobody" when there is none, or "unsure" for all that only the auth client may decide: a token that is about to
 * expire or has expired, a session that is damaged, an answer of the auth service in the address, no storage.
 */
export function readStoredSession(): Session | "nobody" | "unsure" {
  if (hasCallback(location)) return "unsure";
  try {
    const text = localStorage.getItem(sessionKey);
    if (text === null) return "nobody";
    const session: unknown = JSON.parse(text);
    return isWhole(session) && session.expires_at * 1000 - now() > margin ? session : "unsure";
  } catch {
    return "unsure";
  }
}

function isWhole(value: unknown): value is Session & { expires_at: number } {
  const session = value as Partial<Session> | null;
  return (
    typeof session?.access_token === "string" &&
    session.access_token !== "" &&
    typeof session.refresh_token === "string" &&
    typeof session.expires_at === "number" &&
    typeof session.user?.id === "string"
  );
}

function hasCallback({ hash, search }: Location): boolean {
  const parts = [new URLSearchParams(hash.slice(1)), new URLSearchParams(search)];
  return callbackParts.some((name) => parts.some((part) => part.has(name)));
}
