import { now } from "./clock.ts";
import { readStoredSession } from "./session/stored-session.ts";

/** The first screen's first request, sent by early.ts while the page's code is still loading. */
type FirstRead = { url: string; token: string; sent: number; answer: Promise<Response> };

declare global {
  /** Passed from the early script to the page's code, which are two programs. */
  var roundsFirstRead: FirstRead | undefined;
}

/** How long the answer counts as current, in milliseconds. */
const fresh = 30_000;

/** Requests what the first screen shows, if somebody is certainly signed in. */
export function startFirstRead(url: string): void {
  const session = readStoredSession();
  if (typeof session === "string") return;
  const token = session.access_token;
  const answer = fetch(url, { headers: { accept: "application/json", authorization: `Bearer ${token}` } });
  // Perhaps nobody ever uses it.
  answer.catch(() => {});
  globalThis.roundsFirstRead = { url, token, sent: now(), answer };
}

/** The early answer, for the one call that would send the same request. A write in the meantime makes it stale. */
export function takeFirstRead(method: string, url: string, token: string): Promise<Response> | undefined {
  const first = globalThis.roundsFirstRead;
  if (!first) return undefined;
  const same = method === "GET" && first.url === url && first.token === token;
  if (same || method !== "GET") globalThis.roundsFirstRead = undefined;
  return same && now() - first.sent < fresh ? first.answer : undefined;
}
