import type { Session, User } from "@supabase/auth-js";
import { useSyncExternalStore } from "react";
import { unreachableError } from "./api-error.ts";
import type { LinkAnswer } from "./link-answer.ts";
import { queryClient } from "./query-client.ts";
import { needsSecondStep } from "./second-step.ts";
import { forgetSessionEnd } from "./session-end.ts";
import { readStoredSession } from "./stored-session.ts";
import { dropDrafts, hasUnsavedWork, keepOnlyDraftsOf } from "./unsaved-work.ts";

/** The session. `loading` while only the auth client can tell. */
export type SessionState = {
  user: User | null;
  loading: boolean;
  /** The session ended while something was typed but not saved: the page stays, and asks to sign in again. */
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
const listeners = new Set<() => void>();
/** Calls that wait for the person to sign in again on this page. */
let waiting: ((signedIn: boolean) => void)[] = [];
let leaving = false;
/** The access token that the API refused without the second step, whatever the session says about its factors. */
let lowToken = "";
let link: LinkAnswer | null = null;

function set(next: SessionState) {
  state = next;
  for (const listener of listeners) listener();
}

function settle(signedIn: boolean) {
  const settled = waiting;
  waiting = [];
  for (const resolve of settled) resolve(signedIn);
}

function onChange(session: Session | null) {
  if (session) {
    forgetSessionEnd();
    // Data and drafts of one person are not for the next.
    if (state.user?.id !== session.user.id) {
      if (state.user) queryClient.clear();
      keepOnlyDraftsOf(session.user.id);
    }
    const secondStep = session.access_token === lowToken || needsSecondStep(session);
    const kept = state.user?.id === session.user.id && (state.ended || hasUnsavedWork());
    set({ ...nobody, user: session.user, ended: secondStep && kept, secondStep, link });
    if (!secondStep) settle(true);
  } else if (state.user && !leaving && hasUnsavedWork()) {
    set({ ...state, ended: true, secondStep: false });
  } else {
    set({ ...nobody, left: leaving, link });
    settle(false);
  }
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
      module.auth.onAuthStateChange((_, session) => onChange(session));
      return module;
    },
    () => {
      coming = undefined;
      addEventListener("online", loadAgain, { once: true });
      throw unreachableError();
    },
  );
  return coming;
}
/** The page must not stay without the client, which refreshes the session, once there is a connection again. */
function loadAgain() {
  authClient().catch(() => {});
}
// A person who is certainly signed in sees the first screen first.
if (typeof stored === "string") void authClient().catch(() => {});

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The current state of the session. */
export function sessionState(): SessionState {
  return state;
}

/** The state of the session, kept up to date. */
export function useSession(): SessionState {
  return useSyncExternalStore(subscribe, sessionState);
}

/** The access token for a call, refreshed if it is about to expire; empty if nobody is signed in. */
export async function accessToken(): Promise<string> {
  if (!client) {
    const session = readStoredSession();
    if (typeof session === "object") return session.access_token;
  }
  const { auth, isAuthRetryableFetchError } = await authClient();
  const { data, error } = await auth.getSession();
  if (error && isAuthRetryableFetchError(error)) throw unreachableError();
  return data.session?.access_token ?? "";
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
      if (error && isAuthRetryableFetchError(error)) throw unreachableError();
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

/** Signs this browser out. Throws an `ApiError` if the server could not be reached; then the session stays. */
export async function signOut(): Promise<void> {
  leaving = true;
  try {
    const { auth } = await authClient();
    const { error } = await auth.signOut({ scope: "local" });
    if (error) throw unreachableError();
    forgetSessionEnd();
    dropDrafts();
    queryClient.clear();
  } finally {
    leaving = false;
  }
}

/** Forgets the content of a link: it was shown, or something newer has happened. */
export function dropLink(): void {
  link = null;
  if (state.link) set({ ...state, link });
}

/** Leaves the page of an ended session for the sign-in page; drafts stay for when the same person returns. */
export function leaveEndedSession(): void {
  if (!state.ended) return;
  set(nobody);
  settle(false);
}
