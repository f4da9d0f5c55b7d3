import { paths } from "../paths.ts";

/** What the link of a mail, or the way back from a provider outside, brought along in the page's address. */
export type LinkAnswer =
  /** A session, which the auth client takes over; `type` says what the mail was for. */
  | { kind: "session"; type: string }
  /** The code of a provider outside, to be exchanged for a session. */
  | { kind: "code"; code: string; provider: string }
  /**
   * The link, or signing in with the provider, did not work; `retry` opens a link once more, where only the connection
   * was missing.
   */
  | { kind: "failed"; code: string; message: string; provider?: string; retry?: () => void }
  /** Something else to tell, such as that the other half of a change of address must be confirmed yet. */
  | { kind: "message"; text: string };

const failureParts = ["error", "error_code", "error_description", "sb"];
/** Names the provider in an address to which it sends people back. */
export const providerPart = "provider";
/** Mails after which the person chooses a password, wherever their link led. */
const passwordTypes = ["recovery", "invite"];

/**
 * Reads the page's address. What is only to be told is removed from it; a session stays for the auth client, at the
 * screen that it is for.
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
 * Takes a session's tokens out of the address, so that neither a bookmark nor the way back holds them. What it gives
 * loads the page anew with them, for a session that could not be opened yet.
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
