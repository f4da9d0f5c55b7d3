import { AuthClient, isAuthRetryableFetchError, type Provider } from "@supabase/auth-js";
import { now } from "../clock.ts";
import { jsonFields } from "../json.ts";
import { apiKey } from "../page-settings.ts";
import { hideLinkSession, type LinkAnswer, providerPart, readLinkAnswer } from "./link-answer.ts";
import { byOwnClock } from "./own-clock.ts";
import { noteSessionEnd } from "./session-end.ts";
import { sessionKey } from "./stored-session.ts";

export { isAuthRetryableFetchError };

const headers: Record<string, string> = apiKey === "" ? {} : { apikey: apiKey };

let retrySeconds = 0;

/** Seconds until a request after the service's latest refusal; 0 if it did not say. */
export function retryAfter(): number {
  return retrySeconds;
}

// Before the client reads the address too.
const found = readLinkAnswer();
let openAgain = () => {};

/**
 * The auth service's own client; it keeps the session in the browser's storage and refreshes it by itself. Only
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
    const askedAt = now();
    const answer = await fetch(input, init);
    if (answer.ok) return byOwnClock(answer, askedAt);
    // The client does not pass the header on.
    retrySeconds = Number(answer.headers.get("retry-after")) || 0;
    if (answer.status === 400 && String(input).includes("grant_type=refresh_token")) {
      const refusal: unknown = await answer
        .clone()
        .json()
        .catch(() => null);
      noteSessionEnd(jsonFields(refusal).code);
    }
    return answer;
  },
});

/** The content of the link that opened the page, if any, once the client has handled it. */
export const linkAnswer: Promise<LinkAnswer> | undefined = found && openLink(found);

async function openLink(answer: LinkAnswer): Promise<LinkAnswer> {
  if (answer.kind === "code") return await exchange(answer);
  const { error } = await auth.initialize();
  if (!error || answer.kind !== "session") return answer;
  return isAuthRetryableFetchError(error)
    ? { kind: "failed", code: "unreachable", message: error.message, retry: openAgain }
    : { kind: "failed", code: "otp_expired", message: error.message };
}

/** A client that stores nothing, for an answer whose session must not replace this browser's own. */
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

/**
 * Sign-in with another provider (OAuth's PKCE, RFC 7636). The answer works only in the tab that asked, which keeps the
 * secret. Mailed links must work everywhere, so the main client can't use PKCE.
 */
function providerClient(): InstanceType<typeof AuthClient> {
  return new AuthClient({
    url: `${location.origin}/auth/v1`,
    headers,
    storageKey: `${sessionKey}-provider`,
    storage: sessionStorage,
    flowType: "pkce",
    autoRefreshToken: false,
    detectSessionInUrl: false,
  });
}

/** Goes to a provider's sign-in page, and comes back to `returnTo`, an address of the product. */
export async function leaveForProvider(provider: string, returnTo: string): Promise<void> {
  const address = new URL(returnTo);
  address.searchParams.set(providerPart, provider);
  const options = { redirectTo: address.href };
  // The client's type lists the providers its makers know; ours have the names the settings give them.
  await providerClient().signInWithOAuth({ provider: provider as Provider, options });
}

/** Exchanges a provider's code for a session, which the main client takes over. */
async function exchange({ code, provider }: LinkAnswer & { kind: "code" }): Promise<LinkAnswer> {
  const client = providerClient();
  const { data, error } = await client.exchangeCodeForSession(code);
  sessionStorage.removeItem(`${sessionKey}-provider`);
  const failure = error ?? (await auth.setSession(data.session)).error;
  if (!failure) return { kind: "session", type: "provider" };
  const { message } = failure;
  if (isAuthRetryableFetchError(failure)) return { kind: "failed", code: "unreachable", message, provider };
  return { kind: "failed", code: failure.code ?? "", message, provider };
}
