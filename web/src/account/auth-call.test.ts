import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../api/api-error.ts";
import { authClient, sessionState } from "../api/session/session.ts";
import { holdUnsavedWork } from "../api/unsaved-work.ts";
import { issuedSession } from "../testing/session.ts";
import { AuthRefusal, askAuth, codeOf, wordsOf } from "./auth-call.ts";

/** How the auth service answers a change of the user; signing in always works. */
const service = { refusal: null as { status: number; code: string; message: string } | null, down: false };
let issued = 0;
let valid = "";
let changes: unknown[] = [];

async function answer(url: string, init: RequestInit = {}): Promise<Response> {
  if (service.down) throw new TypeError("Failed to fetch");
  if (url.includes("/logout")) return new Response(null, { status: 204 });
  if (url.includes("grant_type=password")) {
    issued += 1;
    const session = issuedSession(issued);
    valid = session.access_token;
    return Response.json(session);
  }
  const headers = { "x-supabase-api-version": "2024-01-01", "retry-after": "42" };
  const refuse = (status: number, code: string, message: string) =>
    Response.json({ code, message }, { status, headers });
  if (url.includes("grant_type=refresh_token")) return refuse(400, "refresh_token_not_found", "Not Found");
  if (new Headers(init.headers).get("authorization") !== `Bearer ${valid}`) {
    return refuse(403, "session_not_found", "Session from session_id claim in JWT does not exist");
  }
  if (service.refusal) return refuse(service.refusal.status, service.refusal.code, service.refusal.message);
  changes.push(JSON.parse(String(init.body)));
  return Response.json({ ...issuedSession(issued).user, email: "new@example.com" });
}

async function signIn() {
  const { auth } = await authClient();
  await auth.signInWithPassword({ email: "asha@example.com", password: "right" });
}

const change = () => askAuth((auth) => auth.updateUser({ password: "another horse" }));

beforeEach(async () => {
  service.refusal = null;
  service.down = false;
  changes = [];
  vi.stubGlobal("fetch", vi.fn(answer));
  await signIn();
});
afterEach(() => vi.unstubAllGlobals());

test("gives what the service answers", async () => {
  expect((await change()).user.email).toBe("new@example.com");
});

test("an error has the service's code and words, and how long to wait", async () => {
  service.refusal = { status: 422, code: "same_password", message: "New password should be different." };
  const refused = await change().catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(AuthRefusal);
  expect([codeOf(refused), wordsOf(refused)]).toEqual(["same_password", "New password should be different."]);
  expect(refused).toMatchObject({ wait: 0 });
  service.refusal = { status: 429, code: "over_request_rate_limit", message: "Request rate limit reached" };
  await expect(change()).rejects.toMatchObject({ code: "over_request_rate_limit", wait: 42 });
  expect(sessionState().user).not.toBeNull();
});

test("no answer and a failing service are distinguished from a refusal", async () => {
  service.down = true;
  await expect(change()).rejects.toMatchObject({ code: "unreachable", retryable: true });
  service.down = false;
  service.refusal = { status: 503, code: "unexpected_failure", message: "" };
  const failed = await change().catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(ApiError);
  expect(failed).toMatchObject({ code: "unavailable" });
});

test("an ended session leaves the page, unless something is typed: then the page waits for signing in again", async () => {
  const release = holdUnsavedWork();
  valid = "ended";
  const waiting = change();
  await vi.waitFor(() => expect(sessionState().ended).toBe(true));
  expect(changes).toEqual([]);
  await signIn();
  expect((await waiting).user.email).toBe("new@example.com");
  expect(changes).toHaveLength(1);
  release();
  valid = "ended";
  await expect(change()).rejects.toMatchObject({ code: "session_ended", status: 401 });
  expect(sessionState()).toMatchObject({ user: null, ended: false });
});

test("asks for the second step if the service requires it, then continues", async () => {
  service.refusal = { status: 401, code: "insufficient_aal", message: "AAL2 session is required" };
  const waiting = change();
  await vi.waitFor(() => expect(sessionState().secondStep).toBe(true));
  service.refusal = null;
  // The session after the code of the second step.
  await signIn();
  expect((await waiting).user.email).toBe("new@example.com");
});
