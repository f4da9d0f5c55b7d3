import { decodeJwt } from "jose";
import { afterAll, expect, test } from "vitest";
import { defaultLimits } from "../base/limits.ts";
import { startService } from "../testing/service.ts";

const service = await startService({ settings: { anonymous_sign_ins: true } });
afterAll(() => service.close());

test("the client library signs in without any address, each time as a new user", async () => {
  const [first, second] = [service.client(), service.client()];
  const { data, error } = await first.signInAnonymously({ options: { data: { colour: "blue" } } });
  expect(error).toBeNull();
  expect(data.user).toMatchObject({
    is_anonymous: true,
    email: "",
    phone: "",
    app_metadata: {},
    user_metadata: { colour: "blue" },
    identities: [],
  });
  expect(decodeJwt(data.session?.access_token ?? "")).toMatchObject({
    is_anonymous: true,
    amr: [{ method: "anonymous" }],
    aal: "aal1",
  });
  expect((await first.refreshSession()).error).toBeNull();
  expect((await first.getUser()).data.user?.is_anonymous).toBe(true);
  const other = await second.signInAnonymously();
  expect(other.data.user?.id).not.toBe(data.user?.id);
  const rows = await service.database.db
    .selectFrom("auth.audit_log")
    .select(["action", "traits"])
    .where("user_id", "=", data.user?.id ?? "")
    .orderBy("id")
    .execute();
  expect(rows[0]).toEqual({ action: "user_signedup", traits: { provider: "anonymous" } });
});

test("refuses metadata that no access token can carry", async () => {
  const { status, body } = await service.ask("/signup", { body: { data: { text: "x".repeat(9000) } } });
  expect([status, body.code]).toEqual([422, "validation_failed"]);
});

test.each(["closed", "domain:example.com"])("is refused with SIGNUP=%s", async (signup) => {
  const held = await startService({
    signup,
    settings: { anonymous_sign_ins: true },
    database: service.database,
  });
  try {
    const { error } = await held.client().signInAnonymously();
    expect(error).toMatchObject({ status: 422, code: "signup_disabled" });
  } finally {
    await held.close();
  }
});

test("is off by default", async () => {
  const off = await startService({ database: service.database });
  try {
    const { error } = await off.client().signInAnonymously();
    expect(error).toMatchObject({
      status: 422,
      code: "anonymous_provider_disabled",
      message: "Anonymous sign-ins are disabled",
    });
  } finally {
    await off.close();
  }
});

test("allows thirty an hour from one address, not counting sign-ups by mail", async () => {
  const limited = await startService({
    settings: { anonymous_sign_ins: true },
    limits: { anonymous: defaultLimits.anonymous },
  });
  try {
    const from = (ip: string) => limited.ask("/signup", { body: {}, headers: { "x-forwarded-for": ip } });
    const replies = [];
    for (let turn = 0; turn < 31; turn++) replies.push((await from("192.0.2.1")).status);
    expect(replies).toEqual([...Array(30).fill(200), 429]);
    expect((await from("192.0.2.2")).status).toBe(200);
    await limited.register("by-mail@example.com");
    limited.pass(120);
    expect((await from("192.0.2.1")).status).toBe(200);
    expect((await from("192.0.2.1")).body.code).toBe("over_request_rate_limit");
  } finally {
    await limited.close();
  }
});

test("GET /settings says which ways to sign in are available", async () => {
  const every = await startService({
    signup: "closed",
    settings: {
      anonymous_sign_ins: true,
      confirm_email: true,
      sms_hook: { url: "http://127.0.0.1:9/sms", secret: undefined },
      oidc_providers: [{ name: "corp", issuer: "https://id.corp.example", client_id: "rounds" }],
      web3_chains: ["solana"],
    },
    database: service.database,
  });
  try {
    expect((await every.ask("/settings")).body).toMatchObject({
      external: {
        anonymous_users: true,
        email: true,
        phone: true,
        corp: true,
        web3_ethereum: false,
        web3_solana: true,
      },
      disable_signup: true,
      mailer_autoconfirm: false,
      phone_autoconfirm: false,
      saml_enabled: false,
    });
  } finally {
    await every.close();
  }
});
