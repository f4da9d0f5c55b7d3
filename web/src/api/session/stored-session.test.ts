import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { issuedSession } from "../../testing/session.ts";
import { readStoredSession, sessionKey } from "./stored-session.ts";

const session = issuedSession(1);
const seconds = 1_700_000_000;
const store = (value: unknown) => localStorage.setItem(sessionKey, JSON.stringify(value));

beforeEach(() => {
  vi.useFakeTimers({ now: seconds * 1000 });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
  history.replaceState(null, "", "/");
});

test("returns a session that is valid for a while", () => {
  store({ ...session, expires_at: seconds + 121 });
  expect(readStoredSession()).toMatchObject({ access_token: session.access_token, user: { id: "u1" } });
});

test("nobody is signed in if nothing is stored", () => {
  expect(readStoredSession()).toBe("nobody");
});

test.each([
  ["a token that is about to expire", { ...session, expires_at: seconds + 120 }],
  ["a token that has expired", { ...session, expires_at: seconds - 1 }],
  ["an end that is no number", { ...session, expires_at: "4000000000" }],
  ["no token", { ...session, access_token: undefined }],
  ["an empty token", { ...session, access_token: "" }],
  ["no token to renew it with", { ...session, refresh_token: undefined }],
  ["no user", { ...session, user: undefined }],
  ["null", null],
  ["a text", "session"],
])("the auth client decides about a session with %s", (_, value) => {
  store(value);
  expect(readStoredSession()).toBe("unsure");
});

test("the auth client decides about text that is not JSON", () => {
  localStorage.setItem(sessionKey, "{");
  expect(readStoredSession()).toBe("unsure");
});

test.each([
  "/doctors#access_token=a&refresh_token=b",
  "/doctors?code=1",
  "/#error=access_denied&error_code=x",
  "/account#message=Confirmation+link+accepted&sb=",
])("the auth client decides if the auth service has sent somebody back: %s", (address) => {
  store(session);
  history.replaceState(null, "", address);
  expect(readStoredSession()).toBe("unsure");
});

test("the auth client decides if storage is forbidden", () => {
  vi.stubGlobal("localStorage", {
    getItem: () => {
      throw new DOMException("forbidden", "SecurityError");
    },
    clear: () => {},
  });
  expect(readStoredSession()).toBe("unsure");
});
