import { paths } from "../../paths.ts";

/** What a mailed link, or the way back from a provider, put into the page's address. */
export type LinkAnswer =
  /** A session, which the auth client takes over; `type` is the purpose of the mail. */
  | { kind: "session"; type: string }
  /** A provider's code, to be exchanged for a session. */
  | { kind: "code"; code: string; provider: string }
  /**
   * The link, or the sign-in with the provider, failed; `retry` opens a link again if only the connection was missing.
   */
  | { kind: "failed"; code: string; message: string; provider?: string; retry?: () => void }
  /** Another message, such as that the other address of a change must still be confirmed. */
  | { kind: "message"; text: string };

const failureParts = ["error", "error_code", "error_description", "sb"];
/** The parameter that names the provider in the address to which it sends people back. */
export const providerPart = "provider";
/** Mails after which the person chooses a password, wherever their link led. */
const passwordTypes = ["recovery", "invite"];

/**
 * Reads the page's address. Messages are removed from it; a session stays for the auth client, on the screen that it
 * is for.
 */
export function readLinkAnswer(): LinkAnswer | undefined {
  const url = new URL(location.href);
  const parts = new URLSearchParams(url.hash.slice(1));
  if (parts.has("access_token")) {
    const type = parts.get("type") ?? "";
    if (passwordTypes.includes(type)) url.pathname = paths.newPassword().to;
    show(url);
    return { kind: "session", type };
  }
  const provider = url.searchParams.get(providerPart) ?? undefined;
  const code = url.searchParams.get("code");
  url.searchParams.delete(providerPart);
  if (provider && code) {
    url.searchParams.delete("code");
    show(url);
    return { kind: "code", code, provider };
  }
  const failure = [parts, url.searchParams].find((some) => some.has("error") && some.has("error_code"));
  const message = parts.get("message");
  if (!failure && !message) return undefined;
  const found: LinkAnswer = failure
    ? {
        kind: "failed",
        code: failure.get("error_code") ?? "",
        message: failure.get("error_description") ?? "",
        ...(provider && { provider }),
      }
    : { kind: "message", text: message ?? "" };
  if (failure) for (const name of failureParts) url.searchParams.delete(name);
  url.hash = "";
  show(url);
  return found;
}

function show(url: URL) {
  history.replaceState(history.state, "", url);
}

/**
 * Takes a session's tokens out of the address, so that neither a bookmark nor the history contains them. The returned
 * function loads the page again with them, for a session that could not be opened yet.
 */
export function hideLinkSession(): () => void {
  const whole = new URL(location.href);
  const bare = new URL(whole);
  bare.hash = "";
  show(bare);
  return () => {
    show(whole);
    location.reload();
  };
}
