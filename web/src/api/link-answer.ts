import { paths } from "../paths.ts";

/** What the link of a mail brought along in the page's address. */
export type LinkAnswer =
  /** A session, which the auth client takes over; `type` says what the mail was for. */
  | { kind: "session"; type: string }
  /** The link did not work; `retry` opens it once more, where only the connection was missing. */
  | { kind: "failed"; code: string; message: string; retry?: () => void }
  /** Something else to tell, such as that the other half of a change of address must be confirmed yet. */
  | { kind: "message"; text: string };

const failureParts = ["error", "error_code", "error_description", "sb"];
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
  const failure = [parts, url.searchParams].find((some) => some.has("error") && some.has("error_code"));
  const message = parts.get("message");
  if (!failure && !message) return undefined;
  const found: LinkAnswer = failure
    ? {
        kind: "failed",
        code: failure.get("error_code") ?? "",
        message: failure.get("error_description") ?? "",
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
