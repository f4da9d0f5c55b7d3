import { now } from "../api/clock.ts";
import { jsonFields } from "../api/json.ts";
import { readDraft, writeDraft } from "../api/unsaved-work.ts";

const screens = ["forgot", "code", "confirm"] as const;
/** The screens that wait for a code from a mail. */
export type CodeScreen = (typeof screens)[number];
/** A requested mail: its address, and when it was requested (0: not by this browser just now). */
export type Sent = { email: string; at: number };

type Progress = { email: string; screen?: CodeScreen; at?: number };

const key = "sign-in";
/** How long codes are valid, in milliseconds. */
const codeLife = 24 * 3_600_000;

/** Kept for this tab: a person who reads the mail on a phone may find the page reloaded on coming back. */
function read(): Progress {
  try {
    const { email, screen, at } = jsonFields(JSON.parse(readDraft(key) ?? "{}"));
    if (typeof email !== "string") return { email: "" };
    const known = screens.find((name) => name === screen);
    return known !== undefined && typeof at === "number" ? { email, screen: known, at } : { email };
  } catch {
    return { email: "" };
  }
}

/** The address typed on one of the sign-in screens, for the next of them. */
export function typedEmail(): string {
  return read().email;
}

/** Remembers the typed address; a mail to another one is no longer waited for. */
export function noteEmail(email: string): void {
  const before = read();
  writeDraft(key, JSON.stringify(before.email === email ? before : { email }));
}

/** Remembers that a screen waits for the code of a mail; `at` is 0 for one that was sent some time ago. */
export function noteSent(screen: CodeScreen, email: string, at: number = now()): Sent {
  writeDraft(key, JSON.stringify({ email, screen, at } satisfies Progress));
  return { email, at };
}

/** The mail whose code a screen waits for, if there is one. */
export function sentFor(screen: CodeScreen): Sent | undefined {
  const { email, screen: waiting, at = 0 } = read();
  if (waiting !== screen || email === "" || (at > 0 && now() - at > codeLife)) return undefined;
  return { email, at };
}

/** Forgets the mail, but not the address. */
export function dropSent(): void {
  writeDraft(key, JSON.stringify({ email: read().email } satisfies Progress));
}

/** Forgets everything: the person is signed in. */
export function forgetProgress(): void {
  writeDraft(key, null);
}
