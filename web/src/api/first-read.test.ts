import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { issuedSession } from "../testing/session.ts";
import { startFirstRead, takeFirstRead } from "./first-read.ts";
import { sessionKey } from "./session/stored-session.ts";

const url = "/api/doctors?page=2";
const session = issuedSession(1);
const token = session.access_token;
const fetched = vi.fn(async (_url: string, _init?: RequestInit) => Response.json({ rows: [] }));

beforeEach(() => {
  vi.useFakeTimers({ now: 1_700_000_000_000 });
  vi.stubGlobal("fetch", fetched.mockClear());
  localStorage.setItem(sessionKey, JSON.stringify(session));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
  globalThis.roundsFirstRead = undefined;
});

test("is sent with the stored session's token, and used once", async () => {
  startFirstRead(url);
  const sent = new Headers(fetched.mock.calls[0]?.[1]?.headers);
  expect([fetched.mock.calls[0]?.[0], sent.get("authorization"), sent.get("accept")]).toEqual([
    url,
    `Bearer ${token}`,
    "application/json",
  ]);
  const answer = await takeFirstRead("GET", url, token);
  expect(await answer?.json()).toEqual({ rows: [] });
  expect(takeFirstRead("GET", url, token)).toBeUndefined();
});

test.each([
  ["another address", "GET", "/api/doctors", token],
  ["another token", "GET", url, "renewed"],
])("is used by its own call, not by one for %s", (_, method, address, bearer) => {
  startFirstRead(url);
  expect(takeFirstRead(method, address, bearer)).toBeUndefined();
  expect(takeFirstRead("GET", url, token)).toBeDefined();
});

test("is discarded after a write", () => {
  startFirstRead(url);
  expect(takeFirstRead("POST", "/api/doctors", token)).toBeUndefined();
  expect(takeFirstRead("GET", url, token)).toBeUndefined();
});

test("is discarded after half a minute", () => {
  startFirstRead(url);
  vi.advanceTimersByTime(30_000);
  expect(takeFirstRead("GET", url, token)).toBeUndefined();
});

test.each([
  ["nobody is signed in", null],
  ["the session is damaged", "{"],
  ["the token is about to expire", JSON.stringify({ ...session, expires_at: 1_700_000_100 })],
])("is not sent when %s", (_, stored) => {
  if (stored === null) localStorage.clear();
  else localStorage.setItem(sessionKey, stored);
  startFirstRead(url);
  expect(fetched).not.toHaveBeenCalled();
  expect(globalThis.roundsFirstRead).toBeUndefined();
});

test("has no effect if it fails and nobody uses it", async () => {
  fetched.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  startFirstRead(url);
  await vi.advanceTimersByTimeAsync(1);
  await expect(takeFirstRead("GET", url, token)).rejects.toThrow("Failed to fetch");
});
