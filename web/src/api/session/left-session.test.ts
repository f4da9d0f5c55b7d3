import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { issuedSession } from "../../testing/session.ts";
import { endLater, endLeftSessions } from "./left-session.ts";

const network = vi.fn<() => Promise<Response>>();
const ended = () => Promise.resolve(new Response(null, { status: 204 }));
const answered = (status: number) => () => Promise.resolve(Response.json({}, { status }));

beforeEach(() => {
  vi.stubGlobal("fetch", network.mockReset());
});
afterEach(async () => {
  network.mockImplementation(ended);
  await endLeftSessions();
  vi.unstubAllGlobals();
});

/** The connection is back. Returns how many requests are sent then. */
async function online() {
  network.mockClear();
  dispatchEvent(new Event("online"));
  await vi.waitFor(() => expect(network).toHaveBeenCalled());
  await new Promise((resolve) => setTimeout(resolve));
  return network.mock.calls.length;
}

test("each session that was left is ended once when the connection is back, however often that failed", async () => {
  network.mockRejectedValue(new TypeError("Failed to fetch"));
  await endLater(issuedSession(1));
  await endLater(issuedSession(2));
  expect([await online(), await online(), await online()]).toEqual([2, 2, 2]);
  network.mockImplementation(ended);
  expect(await online()).toBe(2);
  network.mockClear();
  await endLeftSessions();
  expect(network).not.toHaveBeenCalled();
});

test.each([408, 425, 429, 503])("a session whose end is answered with %i is ended later", async (status) => {
  network.mockImplementation(answered(status));
  await endLater(issuedSession(1));
  // Its token has expired, and renewing it is answered like that.
  network.mockImplementationOnce(answered(401));
  await endLeftSessions();
  network.mockImplementation(ended);
  expect(await online()).toBe(1);
});

test("a session that the server does not know any more is ended", async () => {
  network.mockImplementation(answered(400)).mockImplementationOnce(answered(401));
  await endLater(issuedSession(1));
  network.mockClear();
  await endLeftSessions();
  expect(network).not.toHaveBeenCalled();
});
