import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { issuedSession } from "../../testing/session.ts";
import { endLater, endLeftSessions } from "./left-session.ts";

const network = vi.fn<(url: string) => Promise<Response>>();
const ended = () => Promise.resolve(new Response(null, { status: 204 }));
const answered = (status: number) => () => Promise.resolve(Response.json({}, { status }));

/** How many requests to end a session were sent. */
const requests = () => network.mock.calls.filter(([url]) => url.includes("/logout")).length;

/** The connection is back. Returns how often that begins to end what was left. */
function online() {
  network.mockClear();
  dispatchEvent(new Event("online"));
  return requests();
}

/** Nothing is left, and nothing waits for the connection. */
async function endAll() {
  network.mockReset().mockImplementation(ended);
  await endLeftSessions();
  online();
}

beforeEach(async () => {
  vi.stubGlobal("fetch", network);
  await endAll();
});
afterEach(async () => {
  await endAll();
  vi.unstubAllGlobals();
});

test("what was left is ended once when the connection is back, however often that failed", async () => {
  network.mockRejectedValue(new TypeError("Failed to fetch"));
  await endLater(issuedSession(1));
  await endLater(issuedSession(2));
  for (let tries = 1; tries <= 3; tries++) {
    expect(online()).toBe(1);
    await endLeftSessions();
  }
  await endAll();
  network.mockClear();
  await endLeftSessions();
  expect(requests()).toBe(0);
});

test.each([408, 425, 429, 503])("a session whose end is answered with %i is ended later", async (status) => {
  network.mockImplementation(answered(status));
  await endLater(issuedSession(1));
  expect(online()).toBe(1);
  // Its token has expired, and renewing it is answered like that.
  network.mockImplementationOnce(answered(401));
  await endLeftSessions();
  expect(online()).toBe(1);
});

test("a session that the server does not know any more is ended", async () => {
  network.mockImplementation(answered(400)).mockImplementationOnce(answered(401));
  await endLater(issuedSession(1));
  expect(online()).toBe(0);
});
