import { route } from "@rounds/domain/contract/route.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { issuedSession } from "../../testing/session.ts";
import { call } from "../client.ts";
import { startFirstRead } from "../first-read.ts";
import { holdUnsavedWork } from "../unsaved-work.ts";
import { authClient, sessionState, signOut } from "./session.ts";

const readDoctor = route<{ response: { name: string } }>("GET", "/api/doctors/d1");
const factorId = "11111111-1111-4111-8111-111111111111";
const factors = [{ id: factorId, status: "verified", factor_type: "totp" }];

/** The network's state: which token has done the second step, if any, and the user's factors. */
const network = { raised: "", calls: [] as string[], tells: false };
let issued = 100;

function newSession(aal: "aal1" | "aal2") {
  issued += 1;
  const session = issuedSession(issued);
  const payload = btoa(JSON.stringify({ sub: "u1", exp: 4_000_000_000, aal })).replaceAll("=", "");
  const access_token = `e30.${payload}.${issued}`;
  if (aal === "aal2") network.raised = access_token;
  return { ...session, access_token, user: { ...session.user, ...(network.tells && { factors }) } };
}

async function answer(url: string, init: RequestInit = {}): Promise<Response> {
  const path = url.replace(location.origin, "");
  network.calls.push(path);
  if (path.startsWith("/auth/v1/logout")) return new Response(null, { status: 204 });
  if (path.startsWith("/auth/v1/token")) return Response.json(newSession("aal1"));
  if (path.endsWith("/challenge"))
    return Response.json({ id: "c1", type: "totp", expires_at: 4_000_000_000 });
  if (path.endsWith("/verify")) return Response.json(newSession("aal2"));
  const given = new Headers(init.headers).get("authorization");
  return given === `Bearer ${network.raised}`
    ? Response.json({ name: "Dr. Asha Rao" })
    : Response.json(
        { code: "second_factor_needed", message: "Enter the code.", request_id: "r-1" },
        { status: 403 },
      );
}

async function signIn() {
  const { auth } = await authClient();
  await auth.signInWithPassword({ email: "asha@example.com", password: "right" });
}

async function showStep() {
  const { auth } = await authClient();
  await auth.mfa.challengeAndVerify({ factorId, code: "123456" });
}

const apiCalls = () => network.calls.filter((path) => path.startsWith("/api/")).length;

beforeEach(() => {
  vi.stubGlobal("fetch", vi.fn(answer));
  network.raised = "";
  network.calls.length = 0;
  network.tells = false;
});
afterEach(async () => {
  await signOut();
  vi.unstubAllGlobals();
  globalThis.roundsFirstRead = undefined;
});

test("a person whose session has a factor is asked for it before anything is loaded", async () => {
  network.tells = true;
  await signIn();
  expect(sessionState()).toMatchObject({ user: { id: "u1" }, secondStep: true, ended: false });
  await showStep();
  expect(sessionState()).toMatchObject({ secondStep: false, ended: false });
  expect(await call(readDoctor, {})).toEqual({ name: "Dr. Asha Rao" });
});

test("a call refused without the second step waits for it, then continues", async () => {
  await signIn();
  expect(sessionState().secondStep).toBe(false);
  const reading = call(readDoctor, {});
  await vi.waitFor(() => expect(sessionState().secondStep).toBe(true));
  await showStep();
  expect(await reading).toEqual({ name: "Dr. Asha Rao" });
  expect(apiCalls()).toBe(2);
});

test("so does a call that uses the early script's answer", async () => {
  await signIn();
  startFirstRead("/api/doctors/d1");
  const reading = call(readDoctor, {});
  await vi.waitFor(() => expect(sessionState().secondStep).toBe(true));
  await showStep();
  expect(await reading).toEqual({ name: "Dr. Asha Rao" });
  expect(apiCalls()).toBe(2);
});

test("with unsaved work the page stays, after a password too", async () => {
  await signIn();
  await showStep();
  const saved = holdUnsavedWork();
  network.raised = "";
  const saving = call(readDoctor, {});
  await vi.waitFor(() => expect(sessionState()).toMatchObject({ secondStep: true, ended: true }));
  // If the session ends altogether in the meantime, the page asks for the password, and then for the second step.
  network.tells = true;
  await signIn();
  expect(sessionState()).toMatchObject({ secondStep: true, ended: true });
  await showStep();
  expect(await saving).toEqual({ name: "Dr. Asha Rao" });
  expect(sessionState()).toMatchObject({ secondStep: false, ended: false });
  saved();
});

test("signing out instead cancels the waiting call", async () => {
  await signIn();
  const reading = call(readDoctor, {});
  const failed = expect(reading).rejects.toMatchObject({ code: "second_factor_needed" });
  await vi.waitFor(() => expect(sessionState().secondStep).toBe(true));
  await signOut();
  await failed;
  expect(sessionState()).toMatchObject({ user: null, secondStep: false, left: true });
});
