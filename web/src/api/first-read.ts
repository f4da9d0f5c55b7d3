import { now } from "./clock.ts";
import { readStoredSession } from "./stored-session.ts";

/** The first screen's own request, sent by early.ts while the page's code is still on its way. */
type FirstRead = { url: string; token: string; sent: number; answer: Promise<Response> };

declare global {
  /** Handed over from the early script to the page's own code, which are two programs. */
  var roundsFirstRead: FirstRead | undefined;
}

/** For how long the answer counts as new, in milliseconds. */
const fresh = 30_000;

/** Asks the API for what the first screen shows, if somebody is signed in without doubt. */
export function startFirstRead(url: string): void {
  const session = readStoredSession();
  if (typeof session === "string") return;
  const token = session.access_token;
  const answer = fetch(url, { headers: { accept: "application/json", authorization: `Bearer ${token}` } });
  // Nobody may ever come for it.
  answer.catch(() => {});
  globalThis.roundsFirstRead = { url, token, sent: now(), answer };
}

/**
 * The answer that is on its way already, for the one call that would send the very same request. Anything written
 * in the meantime makes it out of date.
 */
export function takeFirstRead(method: string, url: string, token: string): Promise<Response> | undefined {
  const first = globalThis.roundsFirstRead;
  if (!first) return undefined;
  const same = method === "GET" && first.url === url && first.token === token;
  if (same || method !== "GET") globalThis.roundsFirstRead = undefined;
  return same && now() - first.sent < fresh ? first.answer : undefined;
}
