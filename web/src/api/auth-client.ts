import { AuthClient } from "@supabase/auth-js";
import { sessionKey } from "./stored-session.ts";

export { isAuthRetryableFetchError } from "@supabase/auth-js";

/**
 * The auth service's own client; it keeps the session in the browser's storage and renews it by itself. Only
 * session.ts imports this module, and only when it is needed: see docs/decisions/0007-how-the-first-screen-starts.md.
 */
export const auth = new AuthClient({
  url: `${location.origin}/auth/v1`,
  storageKey: sessionKey,
  autoRefreshToken: true,
  persistSession: true,
  detectSessionInUrl: true,
  flowType: "implicit",
});
