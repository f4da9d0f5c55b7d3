import { useSyncExternalStore } from "react";
import { paths } from "../paths.ts";

/** What the link of a mail brought along in the page's address. */
export type LinkAnswer =
  /** A session, which the auth client takes over; `type` says what the mail was for. */
  | { kind: "session"; type: string }
  /** The link did not work. */
  | { kind: "failed"; code: string; message: string }
  /** Something else to tell, such as that the other half of a change of address must be confirmed yet. */
  | { kind: "message"; text: string };

const failureParts = ["error", "error_code", "error_description", "sb"];
/** Mails after which the person chooses a password, wherever their link led. */
const passwordTypes = ["recovery", "invite"];

let answer = readAnswer();
const listeners = new Set<() => void>();

function set(next: LinkAnswer | undefined) {
  answer = next;
  for (const listener of listeners) listener();
}

/** Reads the address once, before any screen does. What is only to be told is removed from it. */
function readAnswer(): LinkAnswer | undefined {
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
  for (const name of failureParts) url.searchParams.delete(name);
  url.hash = "";
  show(url);
  return found;
}

function show(url: URL) {
  history.replaceState(history.state, "", url);
}

/**
 * Takes a session's tokens out of the address, so that neither a bookmark nor the way back holds them. Gives the
 * function that says how it went: a link that could not be opened for want of a connection may be tried again.
 */
export function takeLinkSession(): (problem: { message: string; retryable: boolean } | null) => void {
  const whole = new URL(location.href);
  const bare = new URL(whole);
  bare.hash = "";
  show(bare);
  return (problem) => {
    if (!problem) return;
    if (problem.retryable) show(whole);
    const code = problem.retryable ? "unreachable" : "otp_expired";
    set({ kind: "failed", code, message: problem.message });
  };
}

/** What the link of a mail brought along, until it was dropped. */
export function useLinkAnswer(): LinkAnswer | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => answer,
  );
}

/** Forgets what the link brought along: it was read, or something newer has happened. */
export function dropLinkAnswer(): void {
  if (answer) set(undefined);
}
