import { readStoredSession } from "../session/stored-session.ts";

/** Whether the phone will answer the first screen's reads: there is no connection, or no valid token. */
export function isPhoneFirst(): boolean {
  return (!navigator.onLine || readStoredSession() === "unsure") && "indexedDB" in globalThis;
}
