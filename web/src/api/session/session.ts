import type { Session, User } from "@supabase/auth-js";
import { useSyncExternalStore } from "react";
import { answerError, unreachableError } from "../api-error.ts";
import { countUnsent, phoneLeaver } from "../phone/phone-slot.ts";
import { queryClient } from "../query-client.ts";
import { createSubscribers } from "../subscribers.ts";
import { dropDrafts, hasUnsavedWork, keepOnlyDraftsOf } from "../unsaved-work.ts";
import type { LinkAnswer } from "./link-answer.ts";
import { needsSecondStep } from "./second-step.ts";
import { forgetSessionEnd, sessionEnd } from "./session-end.ts";
import { readKnownSession, readStoredSession, sessionKey } from "./stored-session.ts";

/** The session. `loading` while only the auth client can tell. */
type SessionState = {
  user: User | null;
  loading: boolean;
  /** The session ended while something was typed but not saved, or not sent: the page stays, and asks to sign in again. */
  ended: boolean;
  /** The person chose to sign out, so there is no page to come back to. */
  left: boolean;
  /** Signed in, but nothing may be read before the second step. With `ended`: asked for over the page. */
  secondStep: boolean;
  /** The content of the link that opened the page, until it was shown. */
  link: LinkAnswer | null;
};

const stored = readStoredSession();
const nobody: SessionState = {
  user: null,
  loading: false,
  ended: false,
  left: false,
  secondStep: false,
  link: null,
};
let state: SessionState =
  typeof stored === "string"
    ? { ...nobody, loading: stored === "unsure" }
    : { ...nobody, user: stored.user, secondStep: needsSecondStep(stored) };
const { subscribe, notify } = createSubscribers();
/** Whose rows the cache of queries holds; it stays when a session ends, for when the same person returns. */
let shownTo = state.user?.id;

/** How long a person whose token has expired looks at the spinner while it is renewed, in milliseconds. */
const spinnerMs = 250;
const known = stored === "unsure" ? readKnownSession() : undefined;
// Whoever is known sees what is kept on this device; requests wait for the new token.
if (known && isOffline()) openKnown(known);
else if (known) setTimeout(() => state.loading && openKnown(known), spinnerMs);

function openKnown(session: Session) {
  showTo(session.user.id);
  set({ ...nobody, user: session.user, secondStep: needsSecondStep(session) });
}

/** Data of one person is not for the next. */
function showTo(id: string) {
  if (shownTo && shownTo !== id) queryClient.clear();
  shownTo = id;
}

/** Calls that wait for the person to sign in again on this page. */
let waiting: ((signedIn: boolean) => void)[] = [];
let leaving = false;
/** The access token that the API refused without the second step, whatever the session says about its factors. */
let lowToken = "";
let link: LinkAnswer | null = null;

function set(next: SessionState) {
  state = next;
  notify();
}

function settle(signedIn: boolean) {
  const settled = waiting;
  waiting = [];
  for (const resolve of settled) resolve(signedIn);
}

function onChange(session: Session | null, event?: string) {
  // The client could not renew the token, and has kept the session: the server did not answer.
  const kept = session === null && event === "INITIAL_SESSION" ? readKnownSession() : undefined;
  if (kept) {
    openKnown(kept);
  } else if (session) {
    forgetSessionEnd();
    const { id } = session.user;
    const isSame = state.user?.id === id;
    showTo(id);
    if (!isSame) keepOnlyDraftsOf(id);
    const secondStep = session.access_token === lowToken || needsSecondStep(session);
    const kept = isSame && (state.ended || hasUnsavedWork());
    set({ ...nobody, user: session.user, ended: secondStep && kept, secondStep, link });
    if (!secondStep) settle(true);
  } else if (state.user && !leaving && (hasUnsavedWork() || isSendingHeldUp())) {
    set({ ...state, ended: true, secondStep: false });
  } else {
    set({ ...nobody, left: leaving, link });
    settle(false);
  }
}

/** Whether entries wait on this phone until their person signs in again. Another tab that signs out gives no reason. */
function isSendingHeldUp(): boolean {
  const end = sessionEnd();
  return end !== undefined && end !== "disabled" && countUnsent() > 0;
}

type AuthModule = typeof import("./auth-client.ts");
let client: AuthModule | undefined;
let coming: Promise<AuthModule> | undefined;

/**
 * The auth service's own client, and its error classes; the first caller loads its code. Throws an `ApiError` if it
 * can't be loaded.
 */
export function authClient(): Promise<AuthModule> {
  coming ??= import("./auth-client.ts").then(
    async (module) => {
      client = module;
      link = (await module.linkAnswer) ?? null;
      module.auth.onAuthStateChange((event, session) => onChange(session, event));
      return module;
    },
    () => {
      coming = undefined;
      addEventListener("online", loadAgain, { once: true });
      throw unreachableError(true);
    },
  );
  return coming;
}
/** The page must not stay without the client, which refreshes the session, once there is a connection again. */
function loadAgain() {
  authClient().catch(() => {});
}
// A person who is certainly signed in sees the first screen first, and so does one without a connection: no token could
// be renewed now.
if (typeof stored === "string" && !(known && isOffline())) void authClient().catch(() => {});

/** Whether the device says that it has no connection. That it has one may be wrong. */
function isOffline(): boolean {
  return !navigator.onLine;
}

/** Calls the listener after every change of the session. */
export const onSession = subscribe;

/** The current state of the session. */
export function sessionState(): SessionState {
  return state;
}

/** The state of the session, kept up to date. */
export function useSession(): SessionState {
  return useSyncExternalStore(subscribe, sessionState);
}

/**
 * The access token for a call, refreshed if it is about to expire; empty if nobody is signed in. Throws an `ApiError` if another tab
 * has signed in somebody else than the `person` who began the call.
 */
export async function accessToken(person = state.user?.id): Promise<string> {
  const session = await currentSession();
  if (person !== undefined && session && session.user.id !== person) throw answerError(401, undefined);
  return session?.access_token ?? "";
}

async function currentSession(): Promise<Session | null> {
  // As long as it is certainly valid the auth client would give the same, only later.
  const session = readStoredSession();
  if (typeof session === "object") return session;
  // Its code would only keep the processor from showing what is on this device.
  if (!client && known && isOffline()) throw unreachableError(true);
  const { auth, isAuthRetryableFetchError } = await authClient();
  const { data, error } = await auth.getSession();
  if (error && isAuthRetryableFetchError(error)) throw unreachableError(true);
  return data.session;
}

/**
 * After the API refused a token: refreshes the session, or waits until the person has signed in again on this page.
 * False if the session has ended and the page is left.
 */
export async function recoverSession(refused: string): Promise<boolean> {
  if (!state.ended) {
    const { auth, isAuthRetryableFetchError } = await authClient();
    const current = await accessToken();
    // Another call, or another tab, has refreshed it in the meantime.
    if (current !== "" && current !== refused) return true;
    if (current !== "") {
      const { data, error } = await auth.refreshSession();
      if (data.session) return true;
      if (error && isAuthRetryableFetchError(error)) throw unreachableError(true);
    }
    // The client library keeps a session whose token looks valid, and does not notice if it was removed from the
    // storage.
    const { user, ended } = sessionState();
    if (user && !ended) await auth.signOut({ scope: "local" });
  }
  return state.ended ? new Promise((resolve) => waiting.push(resolve)) : false;
}

/**
 * After the API refused a token without the second step: waits until the person has done it. False if the session is
 * given up instead.
 */
export async function completeSecondStep(refused: string): Promise<boolean> {
  const current = await accessToken();
  // It was done in the meantime, in this tab or another one.
  if (current !== refused) return current !== "";
  if (!state.user) return false;
  askSecondStep(current);
  return new Promise((resolve) => waiting.push(resolve));
}

function askSecondStep(token: string) {
  lowToken = token;
  if (state.user && !state.secondStep) set({ ...state, ended: hasUnsavedWork(), secondStep: true });
}

/** Asks for the second step although the session has no factor: the auth service refused a change without it. */
export async function requireSecondStep(): Promise<void> {
  askSecondStep(await accessToken());
}

/** How long signing out waits for the server, in milliseconds. */
const signOutMs = 3_000;

/**
 * Signs this browser out, with or without a connection: the server ends the session at the next contact. Nothing of the
 * person stays on this device; with `locked`, what was not sent yet stays for when the same person returns. Throws what the
 * device's store throws, once the session has ended.
 */
export async function signOut(locked = true): Promise<void> {
  leaving = true;
  try {
    const session = readKnownSession();
    const leavePhone = await phoneLeaver();
    if (!(await endSession())) leaveSession(session);
    forgetSessionEnd();
    dropDrafts();
    queryClient.clear();
    await leavePhone(locked);
  } finally {
    leaving = false;
  }
}

/** Whether the server has ended the session in time. */
async function endSession(): Promise<boolean> {
  const ended = authClient().then(async ({ auth }) => !(await auth.signOut({ scope: "local" })).error);
  const late = new Promise<boolean>((resolve) => setTimeout(resolve, signOutMs, false));
  return await Promise.race([ended.catch(() => false), late]);
}

function leaveSession(session: Session | null | undefined) {
  if (session) {
    // Without its code, which is there once the page was quiet, the session runs out by itself.
    void import("./left-session.ts").then((module) => module.endLater(session)).catch(() => {});
  }
  localStorage.removeItem(sessionKey);
  onChange(null);
}

// Another tab has left the session without a connection.
addEventListener("storage", ({ key, newValue }) => {
  if (key === sessionKey && newValue === null && state.user) onChange(null);
});

/** Forgets the content of a link: it was shown, or something newer has happened. */
export function dropLink(): void {
  link = null;
  if (state.link) set({ ...state, link });
}

/** Asks over the page to sign in again, as after a session that has ended. */
export function askToSignIn(): void {
  if (state.user && !state.ended) set({ ...state, ended: true });
}

/** Leaves the page of an ended session for the sign-in page; drafts stay for when the same person returns. */
export function leaveEndedSession(): void {
  if (!state.ended) return;
  set(nobody);
  settle(false);
}
