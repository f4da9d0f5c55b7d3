import { AuthRetryableFetchError } from "@supabase/auth-js";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { issuedSession } from "../../testing/session.ts";
import { sessionKey } from "./stored-session.ts";

type AuthModule = typeof import("./auth-client.ts");

const loaded = vi.fn();
const coming: Promise<AuthModule>[] = [];
vi.mock("./auth-client.ts", (original) => {
  loaded();
  const module = original<AuthModule>();
  coming.push(module);
  return module;
});

const network = vi.fn(async (_url: string, _init?: RequestInit) => Response.json({}, { status: 400 }));
const stored = () => issuedSession(7);

/** The module as a newly opened page gets it. */
async function openPage() {
  vi.resetModules();
  return await import("./session.ts");
}

beforeEach(() => {
  loaded.mockClear();
  vi.stubGlobal("fetch", network.mockClear());
});
afterEach(async () => {
  // A page opened by one test must not refresh the next one's session.
  for (const { auth } of await Promise.all(coming.splice(0))) {
    await auth.initialize();
    await auth.stopAutoRefresh();
  }
  // Nor must its request for the end of a session that was left come during the next test.
  await import("./left-session.ts");
  vi.unstubAllGlobals();
  localStorage.clear();
});

test("a valid session is signed in at once, and calls are sent, without the auth client", async () => {
  localStorage.setItem(sessionKey, JSON.stringify(stored()));
  const { sessionState, accessToken } = await openPage();
  expect(sessionState()).toMatchObject({ user: { id: "u1" }, loading: false });
  expect(await accessToken()).toBe(stored().access_token);
  expect(loaded).not.toHaveBeenCalled();
});

test("with nothing stored, nobody is signed in at once, and the auth client is loaded", async () => {
  const { sessionState } = await openPage();
  expect(sessionState()).toMatchObject({ user: null, loading: false });
  await vi.waitFor(() => expect(loaded).toHaveBeenCalledTimes(1));
});

test("the auth client decides about an expired session, and only it refreshes", async () => {
  network.mockResolvedValueOnce(Response.json(issuedSession(8)));
  localStorage.setItem(sessionKey, JSON.stringify({ ...stored(), expires_at: 1_000 }));
  const { sessionState, accessToken } = await openPage();
  expect(sessionState()).toMatchObject({ user: null, loading: true });
  expect(await accessToken()).toBe(issuedSession(8).access_token);
  await vi.waitFor(() => expect(sessionState()).toMatchObject({ user: { id: "u1" }, loading: false }));
  expect(network.mock.calls.map(([url]) => url.replace(location.origin, ""))).toEqual([
    "/auth/v1/token?grant_type=refresh_token",
  ]);
});

test("without a connection a known person is shown at once, and nothing tries to renew the session", async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  localStorage.setItem(sessionKey, JSON.stringify({ ...stored(), expires_at: 1_000 }));
  const { sessionState, accessToken } = await openPage();
  expect(sessionState()).toMatchObject({ user: { id: "u1" }, loading: false });
  await expect(accessToken()).rejects.toMatchObject({ code: "unreachable" });
  expect(loaded).not.toHaveBeenCalled();

  // The connection is back: the next call renews it.
  vi.restoreAllMocks();
  network.mockResolvedValueOnce(Response.json(issuedSession(8)));
  expect(await accessToken()).toBe(issuedSession(8).access_token);
});

test("what a known person was shown is gone once somebody else signs in", async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  localStorage.setItem(sessionKey, JSON.stringify({ ...stored(), expires_at: 1_000 }));
  const { sessionState, authClient } = await openPage();
  const { queryClient } = await import("../query-client.ts");
  queryClient.setQueryData(["today"], "rows");
  vi.restoreAllMocks();

  // Another tab has signed in somebody else.
  localStorage.setItem(sessionKey, JSON.stringify(issuedSession(8, "u2")));
  await authClient();
  await vi.waitFor(() => expect(sessionState().user?.id).toBe("u2"));
  expect(queryClient.getQueryData(["today"])).toBeUndefined();
});

test("a call whose token can't be renewed was not sent", async () => {
  localStorage.setItem(sessionKey, JSON.stringify({ ...stored(), expires_at: 1_000 }));
  network.mockResolvedValueOnce(Response.json(issuedSession(8)));
  const { accessToken, authClient, recoverSession } = await openPage();
  const { auth } = await authClient();
  await auth.getSession();
  const failed = { data: { user: null, session: null }, error: new AuthRetryableFetchError("", 0) };
  vi.spyOn(auth, "refreshSession").mockResolvedValueOnce(failed);
  await expect(recoverSession(await accessToken())).rejects.toMatchObject({ isUnsent: true });
  localStorage.setItem(sessionKey, JSON.stringify({ ...stored(), expires_at: 1_000 }));
  vi.spyOn(auth, "getSession").mockResolvedValueOnce({ ...failed, data: { session: null } });
  await expect(accessToken()).rejects.toMatchObject({ code: "unreachable", isUnsent: true });
});

test("the auth client rejects a damaged session", async () => {
  localStorage.setItem(sessionKey, JSON.stringify({ access_token: "a" }));
  const { sessionState } = await openPage();
  expect(sessionState().loading).toBe(true);
  await vi.waitFor(() => expect(sessionState()).toMatchObject({ user: null, loading: false }));
  expect(localStorage.getItem(sessionKey)).toBeNull();
});

test("uses a token refreshed by another tab, and none once another tab has signed out", async () => {
  localStorage.setItem(sessionKey, JSON.stringify(stored()));
  const { sessionState, accessToken } = await openPage();
  localStorage.setItem(sessionKey, JSON.stringify(issuedSession(8)));
  expect(await accessToken()).toBe(issuedSession(8).access_token);
  expect(loaded).not.toHaveBeenCalled();
  localStorage.clear();
  expect(await accessToken()).toBe("");
  await vi.waitFor(() => expect(sessionState().user).toBeNull());
});

test("signing out before the phone is open opens it, and keeps what waits on it", async () => {
  localStorage.setItem(sessionKey, JSON.stringify(stored()));
  const { signOut } = await openPage();
  const { openPhoneWith, setPhone } = await import("../phone/phone-slot.ts");
  const leave = vi.fn(async (_locked: boolean) => {});
  openPhoneWith(async () => setPhone({ leave, phone: { subscribe: () => () => {} } } as never));
  await signOut();
  expect(leave.mock.calls).toEqual([[true]]);
});

test("what a device can't remove fails only after the session and what is shown are gone", async () => {
  localStorage.setItem(sessionKey, JSON.stringify(stored()));
  const { signOut, sessionState } = await openPage();
  const { setPhone } = await import("../phone/phone-slot.ts");
  const { queryClient } = await import("../query-client.ts");
  queryClient.setQueryData(["today"], "rows");
  const leave = () => Promise.reject(new Error("broken"));
  setPhone({ leave, phone: { subscribe: () => () => {} } } as never);
  await expect(signOut()).rejects.toThrow("broken");
  expect(sessionState().user).toBeNull();
  expect(queryClient.getQueryData(["today"])).toBeUndefined();
});

test("signing out at once waits for the auth client", async () => {
  network.mockResolvedValueOnce(new Response(null, { status: 204 }));
  localStorage.setItem(sessionKey, JSON.stringify(stored()));
  const { sessionState, signOut } = await openPage();
  await signOut();
  expect(sessionState()).toMatchObject({ user: null, left: true });
  expect(localStorage.getItem(sessionKey)).toBeNull();
  expect(network.mock.calls.map(([url]) => url.replace(location.origin, ""))).toEqual([
    "/auth/v1/logout?scope=local",
  ]);
});
