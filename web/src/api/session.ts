import type { Session, User } from "@supabase/auth-js";
import { useSyncExternalStore } from "react";
import { unreachableError } from "./api-error.ts";
import type { LinkAnswer } from "./link-answer.ts";
import { queryClient } from "./query-client.ts";
import { needsSecondStep } from "./second-step.ts";
import { forgetSessionEnd } from "./session-end.ts";
import { readStoredSession } from "./stored-session.ts";
import { dropDrafts, hasUnsavedWork, keepOnlyDraftsOf } from "./unsaved-work.ts";

/** Who is signed in. `loading` while only the auth client can tell. */
export type SessionState = {
  user: User | null;
  loading: boolean;
  /** The session ended while something typed was not saved: the page stays, and asks to sign in again. */
  ended: boolean;
  /** The person chose to sign out, so there is no page to come back to. */
  left: boolean;
  /** Signed in, but nothing may be read before the second step is shown. With `ended`: asked for over the page. */
  secondStep: boolean;
  /** What the link of a mail brought along by which the page was opened, until it was told. */
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
/** Calls that wait for the person to sign in again in place. */
let waiting: ((signedIn: boolean) => void)[] = [];
let leaving = false;
/** The access token that the API refused for want of the second step, whatever the session says of its factors. */
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
    // What one person read or typed is not for the next.
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
 * The auth service's own client, and how to tell its errors apart; its code is fetched by the first who needs it.
 * Throws an `ApiError` when it can't be fetched.
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
      throw unreachableError();
    },
  );
  return coming;
}
// Somebody who is signed in without doubt sees the first screen first.
if (typeof stored === "string") void authClient().catch(() => {});

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The session's state as it is now. */
export function sessionState(): SessionState {
  return state;
}

/** The session's state, kept up to date. */
export function useSession(): SessionState {
  return useSyncExternalStore(subscribe, sessionState);
}

/** The access token for a call, renewed when it is about to expire; empty when nobody is signed in. */
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
 * After the API refused a token: renews the session, or waits until the person has signed in again on this page.
 * False when the session is over and the page is given up.
 */
export async function recoverSession(refused: string): Promise<boolean> {
  if (!state.ended) {
    const { auth, isAuthRetryableFetchError } = await authClient();
    const current = await accessToken();
    // Another call, or another tab, has renewed it meanwhile.
    if (current !== "" && current !== refused) return true;
    if (current !== "") {
      const { data, error } = await auth.refreshSession();
      if (data.session) return true;
      if (error && isAuthRetryableFetchError(error)) throw unreachableError();
    }
    // The client library keeps a session whose token looks valid, and knows nothing of one that was wiped away.
    const { user, ended } = sessionState();
    if (user && !ended) await auth.signOut({ scope: "local" });
  }
  return state.ended ? new Promise((resolve) => waiting.push(resolve)) : false;
}

/**
 * After the API refused a token for want of the second step: waits until the person has shown it. False when the
 * session is given up instead.
 */
export async function completeSecondStep(refused: string): Promise<boolean> {
  const current = await accessToken();
  // It was shown meanwhile, in this tab or another one.
  if (current !== refused) return current !== "";
  if (!state.user) return false;
  askSecondStep(current);
  return new Promise((resolve) => waiting.push(resolve));
}

function askSecondStep(token: string) {
  lowToken = token;
  if (state.user && !state.secondStep) set({ ...state, ended: hasUnsavedWork(), secondStep: true });
}

/** Asks for the second step although the session knows of none: the auth service refused a change for want of it. */
export async function requireSecondStep(): Promise<void> {
  askSecondStep(await accessToken());
}

/** Signs this browser out. Throws an `ApiError` when the server could not be told; the session then stays. */
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

/** Forgets what a link brought along: it was told, or something newer has happened. */
export function dropLink(): void {
  link = null;
  if (state.link) set({ ...state, link });
}

/** Gives up the page of an ended session: on to the sign-in page; drafts stay for when the same person returns. */
export function leaveEndedSession(): void {
  if (!state.ended) return;
  set(nobody);
  settle(false);
}
