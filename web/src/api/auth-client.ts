import { AuthClient, isAuthRetryableFetchError } from "@supabase/auth-js";
import { hideLinkSession, type LinkAnswer, readLinkAnswer } from "./link-answer.ts";
import { apiKey } from "./page-settings.ts";
import { sessionKey } from "./stored-session.ts";

export { isAuthRetryableFetchError };

const headers: Record<string, string> = apiKey === "" ? {} : { apikey: apiKey };

let retrySeconds = 0;

/** After how many seconds the service's newest refusal may be asked again; 0 where it did not say. */
export function retryAfter(): number {
  return retrySeconds;
}

// Before the client looks at the address too.
const found = readLinkAnswer();
let openAgain = () => {};

/**
 * The auth service's own client; it keeps the session in the browser's storage and renews it by itself. Only
 * session.ts imports this module, and only when it is needed: see docs/decisions/0007-how-the-first-screen-starts.md.
 */
export const auth = new AuthClient({
  url: `${location.origin}/auth/v1`,
  headers,
  storageKey: sessionKey,
  autoRefreshToken: true,
  persistSession: true,
  detectSessionInUrl: () => {
    if (found?.kind !== "session") return false;
    openAgain = hideLinkSession();
    return true;
  },
  flowType: "implicit",
  fetch: async (input, init) => {
    const answer = await fetch(input, init);
    // The client does not hand the header on.
    if (!answer.ok) retrySeconds = Number(answer.headers.get("retry-after")) || 0;
    return answer;
  },
});

/** What the link brought along by which the page was opened, if it was, once the client has dealt with it. */
export const linkAnswer: Promise<LinkAnswer> | undefined = found && openLink(found);

async function openLink(answer: LinkAnswer): Promise<LinkAnswer> {
  const { error } = await auth.initialize();
  if (!error || answer.kind !== "session") return answer;
  return isAuthRetryableFetchError(error)
    ? { kind: "failed", code: "unreachable", message: error.message, retry: openAgain }
    : { kind: "failed", code: "otp_expired", message: error.message };
}

/** A client that remembers nothing, for an answer whose session is not to take the place of this browser's own. */
export function passingClient(): InstanceType<typeof AuthClient> {
  return new AuthClient({
    url: `${location.origin}/auth/v1`,
    headers,
    storageKey: `${sessionKey}-passing`,
    autoRefreshToken: false,
    persistSession: false,
    detectSessionInUrl: false,
  });
}
