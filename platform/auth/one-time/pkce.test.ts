import { createHash, randomBytes } from "node:crypto";
import { afterAll, describe, expect, test } from "vitest";
import { open, readMail } from "../testing/mailbox.ts";
import { anEmail, type SessionBody, startService } from "../testing/service.ts";

const service = await startService();
afterAll(() => service.close());

const verifier = () => randomBytes(48).toString("base64url");
const s256 = (text: string) => createHash("sha256").update(text).digest("base64url");
const exchange = (auth_code: unknown, code_verifier: unknown) =>
  service.ask("/token?grant_type=pkce", { body: { auth_code, code_verifier } });

/** A code that a member's client got. */
async function withCode(path: "/otp" | "/recover" = "/otp", method = "s256") {
  const email = anEmail();
  await service.register(email);
  const secret = verifier();
  const code_challenge = method.toLowerCase() === "plain" ? secret : s256(secret);
  const asked = await service.ask(path, { body: { email, code_challenge, code_challenge_method: method } });
  expect(asked.status).toBe(200);
  const { link } = await readMail(service, email);
  expect(link.searchParams.get("token")).toMatch(/^pkce_/);
  const landing = await open(service, link);
  return { email, secret, link, landing, code: landing.to.searchParams.get("code") ?? "" };
}

const methodOf = (session: SessionBody) =>
  JSON.parse(Buffer.from(session.access_token.split(".")[1] ?? "", "base64url").toString()).amr[0].method;

describe("a client that wants a code", () => {
  test.each([
    ["/otp", "s256", "magiclink"],
    ["/otp", "PLAIN", "magiclink"],
    ["/recover", "S256", "recovery"],
  ] as const)("%s with %s", async (path, method, amr) => {
    const { email, secret, landing, code } = await withCode(path, method);
    expect([landing.status, landing.to.hash]).toEqual([303, ""]);
    expect(code).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    const { status, body } = await exchange(code, secret);
    expect([status, (body as SessionBody).user.email]).toEqual([200, email]);
    expect(methodOf(body as SessionBody)).toBe(amr);
    const again = await exchange(code, secret);
    expect([again.status, again.body]).toEqual([
      404,
      { code: "flow_state_not_found", message: "invalid flow state, no valid flow state found" },
    ]);
  });

  test("the client library does the whole flow", async () => {
    const held = new Map<string, string>();
    const { GoTrueClient } = await import("@supabase/auth-js");
    const client = new GoTrueClient({
      url: service.url,
      flowType: "pkce",
      autoRefreshToken: false,
      storage: {
        getItem: (key: string) => held.get(key) ?? null,
        setItem: (key: string, value: string) => void held.set(key, value),
        removeItem: (key: string) => void held.delete(key),
      },
    });
    const email = anEmail();
    await service.register(email);
    const { error: refused } = await client.signInWithOtp({
      email,
      options: { emailRedirectTo: "http://rounds.test/visits?sb_flow_id=7" },
    });
    expect(refused).toBeNull();
    const { link } = await readMail(service, email);
    const { to } = await open(service, link);
    expect([to.pathname, to.searchParams.get("sb_flow_id")]).toEqual(["/visits", "7"]);
    const { data, error } = await client.exchangeCodeForSession(to.searchParams.get("code") ?? "");
    expect([error, data.user?.email]).toEqual([null, email]);
  });

  test("twenty who exchange one code at once get one session", async () => {
    const { code, secret } = await withCode();
    const replies = await Promise.all(Array.from({ length: 20 }, () => exchange(code, secret)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test("another client's verifier is refused, and does not use up the code", async () => {
    const { code, secret } = await withCode();
    const wrong = await exchange(code, verifier());
    expect([wrong.status, wrong.body]).toEqual([
      400,
      {
        code: "bad_code_verifier",
        message: "code challenge does not match previously saved code verifier",
      },
    ]);
    expect((await exchange(code, secret)).status).toBe(200);
  });

  test("the code lives 300 seconds from its issue, however late the link was opened", async () => {
    const email = anEmail();
    await service.register(email);
    const secret = verifier();
    const body = { email, code_challenge: s256(secret), code_challenge_method: "s256" };
    await service.ask("/otp", { body });
    const { link } = await readMail(service, email);
    service.pass(20 * 3600);
    const code = (await open(service, link)).to.searchParams.get("code");
    service.pass(299);
    expect((await exchange(code, secret)).status).toBe(200);

    const late = await withCode();
    service.pass(301);
    const reply = await exchange(late.code, late.secret);
    expect([reply.status, reply.body.code]).toEqual([422, "flow_state_expired"]);
  });

  test("a used link says so in the query and in the fragment", async () => {
    const { link } = await withCode();
    const { to, fragment } = await open(service, link);
    expect(to.searchParams.get("error_code")).toBe("otp_expired");
    expect(fragment.get("error_code")).toBe("otp_expired");
  });

  test("the token of the link can still be posted, for a session", async () => {
    const email = anEmail();
    await service.register(email);
    const body = { email, code_challenge: s256(verifier()), code_challenge_method: "s256" };
    await service.ask("/otp", { body });
    const { link } = await readMail(service, email);
    const posted = { type: "magiclink", token_hash: link.searchParams.get("token") };
    expect((await service.ask("/verify", { body: posted })).body.access_token).toEqual(expect.any(String));
  });

  test("null is not a challenge", async () => {
    const email = anEmail();
    await service.register(email);
    await service.ask("/otp", { body: { email, code_challenge: null, code_challenge_method: null } });
    expect((await readMail(service, email)).link.searchParams.get("token")).not.toMatch(/^pkce_/);
  });
});

const both = "PKCE flow requires code_challenge_method and code_challenge";
test.each([
  [{ code_challenge: "x".repeat(43) }, both],
  [{ code_challenge_method: "s256" }, both],
  [
    { code_challenge: "x".repeat(42), code_challenge_method: "s256" },
    "code challenge has to be between 43 and 128 characters",
  ],
  [
    { code_challenge: "x".repeat(129), code_challenge_method: "s256" },
    "code challenge has to be between 43 and 128 characters",
  ],
])("%j is refused", async (fields, message) => {
  for (const path of ["/otp", "/recover", "/signup", "/resend"]) {
    const body = { email: "a@example.com", password: "a good horse", type: "signup", ...fields };
    const reply = await service.ask(path, { body });
    expect([path, reply.status, reply.body]).toEqual([path, 400, { code: "validation_failed", message }]);
  }
});

test.each([
  ["", "x"],
  ["x", ""],
  [null, null],
])("the grant with code %j and verifier %j is refused", async (code, secret) => {
  const reply = await exchange(code, secret);
  expect([reply.status, reply.body.code]).toEqual([400, "validation_failed"]);
});
