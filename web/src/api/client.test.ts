import { route } from "@rounds/domain/contract/route.ts";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { issuedSession } from "../testing/session.ts";
import { call, download } from "./client.ts";
import { startFirstRead } from "./first-read.ts";
import { queryClient } from "./query-client.ts";
import { accessToken, authClient, sessionState } from "./session/session.ts";
import { sessionKey } from "./session/stored-session.ts";
import { holdUnsavedWork } from "./unsaved-work.ts";
import { urlOf } from "./url.ts";

const readDoctor = route<{ params: { id: string }; query: { page?: number }; response: { name: string } }>(
  "GET",
  "/api/doctors/:id",
);
const input = { params: { id: "d1" }, query: {} };
const exportDoctors = route<{ query: { city?: string }; response: string }>("GET", "/api/doctors/export");

/** The network's answers: the API knows one valid token, the auth service one password and one refresh token. */
const network = {
  valid: "",
  refreshTokens: new Set<string>(),
  /** Who signs in. */
  person: "u1",
  calls: [] as string[],
  down: false,
  refusesAll: false,
  breaksOff: false,
};
let issued = 0;

function newSession() {
  issued += 1;
  const session = issuedSession(issued, network.person);
  network.valid = session.access_token;
  network.refreshTokens = new Set([session.refresh_token]);
  return session;
}

async function answer(url: string, init: RequestInit = {}): Promise<Response> {
  const path = url.replace(location.origin, "");
  network.calls.push(path);
  if (network.down) throw new TypeError("Failed to fetch");
  if (path.startsWith("/auth/v1/logout")) return new Response(null, { status: 204 });
  if (path.startsWith("/auth/v1/token")) {
    const body = JSON.parse(String(init.body)) as { refresh_token?: string; password?: string };
    const allowed = body.password === "right" || network.refreshTokens.has(body.refresh_token ?? "");
    return allowed
      ? Response.json(newSession())
      : Response.json({ code: "refresh_token_not_found", message: "Not Found" }, { status: 400 });
  }
  const given = new Headers(init.headers).get("authorization");
  const allowed = !network.refusesAll && given === `Bearer ${network.valid}`;
  if (allowed && path.startsWith("/api/doctors/export")) return new Response(file());
  return allowed
    ? Response.json({ name: "Dr. Asha Rao" })
    : Response.json({ code: "session_ended", message: "Your session has ended." }, { status: 401 });
}

function file(): ReadableStream {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode("Name\r\nDr. Asha Rao\r\n"));
      if (network.breaksOff) controller.error(new TypeError("network error"));
      else controller.close();
    },
  });
}

async function signIn() {
  const { auth } = await authClient();
  await auth.signInWithPassword({ email: "asha@example.com", password: "right" });
}

beforeEach(async () => {
  network.person = "u1";
  network.down = false;
  network.refusesAll = false;
  network.breaksOff = false;
  vi.stubGlobal("fetch", vi.fn(answer));
  await signIn();
  network.calls = [];
});
afterEach(() => vi.unstubAllGlobals());

test("fills in addresses, and leaves out empty query values", () => {
  expect(urlOf("/api/doctors/:id/visits", { id: "a/b" }, { page: 2, search: "", city: undefined })).toBe(
    "/api/doctors/a%2Fb/visits?page=2",
  );
});

test("sends the session's token and returns the answer", async () => {
  expect(await call(readDoctor, input)).toEqual({ name: "Dr. Asha Rao" });
  expect(network.calls).toEqual(["/api/doctors/d1"]);
});

test("uses the early script's answer once", async () => {
  startFirstRead("/api/doctors/d1");
  expect(await call(readDoctor, input)).toEqual({ name: "Dr. Asha Rao" });
  expect(network.calls).toEqual(["/api/doctors/d1"]);
  await call(readDoctor, input);
  expect(network.calls).toEqual(["/api/doctors/d1", "/api/doctors/d1"]);
});

test("an early answer that refuses the token leads to a refresh like any other", async () => {
  network.valid = "";
  startFirstRead("/api/doctors/d1");
  expect(await call(readDoctor, input)).toEqual({ name: "Dr. Asha Rao" });
  expect(network.calls).toEqual([
    "/api/doctors/d1",
    "/auth/v1/token?grant_type=refresh_token",
    "/api/doctors/d1",
  ]);
});

test("refreshes a refused token and continues", async () => {
  network.valid = "";
  expect(await call(readDoctor, input)).toEqual({ name: "Dr. Asha Rao" });
  expect(network.calls).toEqual([
    "/api/doctors/d1",
    "/auth/v1/token?grant_type=refresh_token",
    "/api/doctors/d1",
  ]);
});

test("if the session has ended and nothing is typed, the call fails and nobody is signed in", async () => {
  network.valid = "";
  network.refreshTokens.clear();
  await expect(call(readDoctor, input)).rejects.toMatchObject({ code: "session_ended", status: 401 });
  expect(sessionState()).toMatchObject({ user: null, ended: false, left: false });
});

test("if the session has ended and something is typed, the call waits until the person has signed in again", async () => {
  const release = holdUnsavedWork();
  network.valid = "";
  network.refreshTokens.clear();
  const waiting = call(readDoctor, input);
  await vi.waitFor(() => expect(sessionState()).toMatchObject({ ended: true, user: { id: "u1" } }));
  await signIn();
  expect(await waiting).toEqual({ name: "Dr. Asha Rao" });
  expect(sessionState().ended).toBe(false);
  release();
});

describe("when somebody else signs in", () => {
  test("what waits is not done in their name, and they see nothing of what was shown", async () => {
    const release = holdUnsavedWork();
    queryClient.setQueryData(["today"], "of u1");
    network.valid = "";
    network.refreshTokens.clear();
    const waiting = call(readDoctor, input);
    const failed = expect(waiting).rejects.toMatchObject({ status: 401 });
    await vi.waitFor(() => expect(sessionState().ended).toBe(true));
    network.calls = [];
    network.person = "u2";
    await signIn();
    await failed;
    expect(sessionState()).toMatchObject({ ended: false, user: { id: "u2" } });
    expect(queryClient.getQueryData(["today"])).toBeUndefined();
    expect(network.calls.filter((path) => path.startsWith("/api"))).toEqual([]);
    release();
  });

  test("in another tab, a call that was begun here is not sent with their token", async () => {
    await expect(accessToken("u1")).resolves.toBe(network.valid);
    localStorage.setItem(sessionKey, JSON.stringify(issuedSession(900, "u2")));
    await expect(accessToken("u1")).rejects.toMatchObject({ status: 401 });
    await expect(call(readDoctor, input)).rejects.toMatchObject({ status: 401 });
    expect(network.calls).toEqual([]);
    expect(localStorage.getItem(sessionKey)).not.toBeNull();
  });

  test("after the session of the one before has ended, they see nothing of it, who sees it again", async () => {
    queryClient.setQueryData(["today"], "of u1");
    const end = async () => (await authClient()).auth.signOut({ scope: "local" });
    await end();
    await signIn();
    expect(queryClient.getQueryData(["today"])).toBe("of u1");
    await end();
    network.person = "u2";
    await signIn();
    expect(queryClient.getQueryData(["today"])).toBeUndefined();
  });

  test("while a call is under way, it is not repeated in their name", async () => {
    const refused = vi.fn(answer).mockImplementationOnce(async (url, init) => {
      network.person = "u2";
      await signIn();
      return await answer(url, init);
    });
    vi.stubGlobal("fetch", refused);
    await expect(call(readDoctor, input)).rejects.toMatchObject({ status: 401 });
    expect(network.calls.filter((path) => path.startsWith("/api"))).toHaveLength(1);
  });
});

test("does not ask for ever if the server refuses every token", async () => {
  network.refusesAll = true;
  await expect(call(readDoctor, input)).rejects.toMatchObject({ status: 401 });
  expect(network.calls.filter((path) => path.startsWith("/api"))).toHaveLength(4);
});

test("a session that was removed from the browser's storage has ended", async () => {
  localStorage.clear();
  await expect(call(readDoctor, input)).rejects.toMatchObject({ code: "session_ended" });
  expect(sessionState().user).toBeNull();
});

test("distinguishes no answer from a refusal", async () => {
  network.down = true;
  await expect(call(readDoctor, input)).rejects.toMatchObject({
    code: "unreachable",
    status: 0,
    retryable: true,
  });
  expect(sessionState().user).not.toBeNull();
});

test.each([
  ["a device that says that it has no connection sent nothing", false],
  ["a device that may have one may have sent it", true],
])("%s", async (_, onLine) => {
  network.down = true;
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(onLine);
  await expect(call(readDoctor, input)).rejects.toMatchObject({ isUnsent: !onLine });
});

test("a call that the page aborted is not reported as a network failure", async () => {
  const controller = new AbortController();
  controller.abort(new DOMException("gone", "AbortError"));
  network.down = true;
  await expect(call(readDoctor, input, controller.signal)).rejects.not.toMatchObject({ code: "unreachable" });
});

test("reads a file with the session's token, refreshed if it was refused", async () => {
  network.valid = "";
  const blob = await download(exportDoctors, { query: { city: "Pune" } });
  expect(await blob.text()).toBe("Name\r\nDr. Asha Rao\r\n");
  expect(network.calls.at(-1)).toBe("/api/doctors/export?city=Pune");
});

test("a file that is refused or incomplete is an error", async () => {
  network.breaksOff = true;
  await expect(download(exportDoctors, { query: {} })).rejects.toMatchObject({ code: "unreachable" });
  network.refusesAll = true;
  await expect(download(exportDoctors, { query: {} })).rejects.toMatchObject({ code: "session_ended" });
});
