import { sessionKey } from "./stored-session.ts";

/** Why the server refused to continue this browser's session. */
export type SessionEnd = "disabled" | "expired" | "reused" | "ended";

const key = `${sessionKey}-end`;
/** Known from the error code of the refresh; only the holder of the refresh token gets it. */
const reasons: Record<string, SessionEnd> = {
  user_banned: "disabled",
  session_expired: "expired",
  refresh_token_already_used: "reused",
  refresh_token_not_found: "ended",
  session_not_found: "ended",
};

/** Remembers why a refresh was refused, for every tab of the browser and after a reload; other codes mean nothing. */
export function noteSessionEnd(code: unknown): void {
  const reason = typeof code === "string" ? reasons[code] : undefined;
  write(reason);
}

/** Forgets the reason: somebody has signed in, or chose to sign out. */
export function forgetSessionEnd(): void {
  write(undefined);
}

/** Why the last session of this browser ended, unless it was by signing out. */
export function sessionEnd(): SessionEnd | undefined {
  try {
    const kept = localStorage.getItem(key);
    return Object.values(reasons).find((reason) => reason === kept);
  } catch {
    return undefined;
  }
}

function write(reason: SessionEnd | undefined): void {
  try {
    if (reason) localStorage.setItem(key, reason);
    else localStorage.removeItem(key);
  } catch {
    // Without storage there is no session to end either.
  }
}
