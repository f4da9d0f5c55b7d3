import { createHash, randomBytes } from "node:crypto";
import { lettersTo, open, readMail } from "@rounds/auth/testing/mailbox.ts";
import { startIssuer, type TestIssuer } from "@rounds/auth/testing/oidc-issuer.ts";
import type { SessionBody } from "@rounds/auth/testing/service.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Server, startTwoServers, type TwoServers } from "./testing/servers.ts";

// Flows that start with one request and end with another, which a load balancer may send to the other server.

let both: TwoServers;
let one: Server;
let two: Server;
let issuer: TestIssuer;
beforeAll(async () => {
  issuer = await startIssuer();
  both = await startTwoServers({ settings: { oidc_providers: [issuer.settings] } });
  ({ one, two } = both);
  await one.register("first@example.com");
});
afterAll(async () => {
  await both.close();
  await issuer.close();
});

let people = 0;
const newEmail = () => `person${++people}@example.com`;
const verifier = randomBytes(48).toString("base64url");
const pkce = {
  code_challenge: createHash("sha256").update(verifier).digest("base64url"),
  code_challenge_method: "s256",
};
const exchange = (server: Server, auth_code: unknown) =>
  server.ask("/token?grant_type=pkce", { body: { auth_code, code_verifier: verifier } });
const follow = async (address: string) =>
  new URL((await fetch(address, { redirect: "manual" })).headers.get("location") ?? "about:blank");

test("a code requested at one and mailed by the other is accepted at either, once", async () => {
  const email = newEmail();
  await one.register(email);
  expect((await one.ask("/otp", { body: { email } })).status).toBe(200);
  const { code } = await readMail(two, email);
  const verify = (server: Server) => server.ask("/verify", { body: { type: "email", email, token: code } });
  const { status, body } = await verify(two);
  expect([status, (body as SessionBody).user.email]).toEqual([200, email]);
  expect((await verify(one)).status).toBe(403);
});

test("a second message to somebody is refused by the other server too", async () => {
  const email = newEmail();
  await one.register(email);
  expect((await one.ask("/recover", { body: { email } })).status).toBe(200);
  expect((await two.ask("/recover", { body: { email } })).body.code).toBe("over_email_send_rate_limit");
  expect(await lettersTo(two, email)).toHaveLength(1);
});

test("a mailed link with PKCE: requested at one, opened at the other, exchanged at the first", async () => {
  const email = newEmail();
  await one.register(email);
  expect((await one.ask("/otp", { body: { email, ...pkce } })).status).toBe(200);
  const { link } = await readMail(one, email);
  const { to } = await open({ url: two.authUrl }, link);
  const { status, body } = await exchange(one, to.searchParams.get("code"));
  expect([status, (body as SessionBody).user.email]).toEqual([200, email]);
  expect((await exchange(two, to.searchParams.get("code"))).status).toBe(404);
});

test("a sign-in with a provider: started at one, answered at the other, exchanged at the first", async () => {
  const email = newEmail();
  issuer.people.set("corp-person", { email, email_verified: true });
  const query = new URLSearchParams({ provider: "corp", ...pkce });
  const callback = await issuer.walk((await follow(`${one.authUrl}/authorize?${query}`)).href, "corp-person");
  const landed = await follow(`${two.authUrl}/callback${callback.search}`);
  // The state worked once, on either server.
  const again = await follow(`${one.authUrl}/callback${callback.search}`);
  expect([landed.searchParams.has("code"), again.searchParams.has("code")]).toEqual([true, false]);
  const { status, body } = await exchange(one, landed.searchParams.get("code"));
  expect([status, (body as SessionBody).user.email]).toEqual([200, email]);
});
