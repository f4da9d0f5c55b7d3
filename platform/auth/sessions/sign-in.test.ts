import { Worker } from "node:worker_threads";
import { decodeJwt, SignJWT } from "jose";
import { afterAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { untilLocked } from "../testing/locks.ts";
import { goodPassword, startService } from "../testing/service.ts";
import { createQueue } from "../users/password.ts";

const service = await startService();
afterAll(() => service.close());

const signIn = (body: Record<string, unknown>) => service.ask("/token?grant_type=password", { body });
const wrong = { code: "invalid_credentials", message: "Invalid login credentials" };

describe("POST /token?grant_type=password", () => {
  test("the client library signs in, however the address is written", async () => {
    await service.register("asha@example.com");
    const client = service.client();
    const { data, error } = await client.signInWithPassword({
      email: " ASHA@example.com ",
      password: goodPassword,
    });
    expect(error).toBeNull();
    expect(data.user?.email).toBe("asha@example.com");
    expect(data.session?.expires_in).toBe(3600);
    expect(data.weakPassword).toBeUndefined();
    expect((await client.getUser()).data.user?.id).toBe(data.user?.id);
  });

  test("each sign-in is a separate session and updates last_sign_in_at", async () => {
    const first = await service.register("again@example.com");
    service.pass(60);
    const { body } = await signIn({ email: "again@example.com", password: goodPassword });
    const second = body as typeof first & { user: { last_sign_in_at: string } };
    expect(decodeJwt(second.access_token).session_id).not.toBe(decodeJwt(first.access_token).session_id);
    expect(Math.abs(Date.parse(second.user.last_sign_in_at) - service.now())).toBeLessThan(5000);
  });

  test("unknown, wrong and passwordless get the same answer, byte for byte", async () => {
    await service.register("known@example.com");
    const { user } = await service.register("passwordless@example.com");
    const { db } = service.database;
    await db.updateTable("auth.users").set({ password_hash: null }).where("id", "=", user.id).execute();
    const attempts = [
      { email: "unknown@example.com", password: goodPassword },
      { email: "no address", password: goodPassword },
      { email: "known@example.com", password: "not this one" },
      { email: "known@example.com", password: `${goodPassword} ` },
      { email: "known@example.com", password: "x".repeat(5000) },
      { email: "known@example.com" },
      { email: "passwordless@example.com", password: goodPassword },
    ];
    for (const attempt of attempts) {
      const { status, text } = await signIn(attempt);
      expect([status, text]).toEqual([400, JSON.stringify(wrong)]);
    }
  });

  // How long both take is measured in attacks/enumeration-by-time.slow.test.ts.
  test("unknown and known addresses cost one comparison with a hash of the same cost", async () => {
    await service.register("timed@example.com");
    const given = vi.spyOn(Worker.prototype, "postMessage");
    onTestFinished(() => given.mockRestore());
    const costs = [];
    for (const email of ["timed@example.com", "nobody@example.com"]) {
      given.mockClear();
      await signIn({ email, password: "wrong password" });
      // Without salt and tag.
      costs.push(given.mock.calls.map(([{ work, hash }]) => [work, ...hash.split("$").slice(1, 4)]));
    }
    expect(costs[0]).toEqual([["verify", "argon2id", "v=19", expect.stringMatching(/^m=\d+,t=\d+,p=1$/)]]);
    expect(costs[1]).toEqual(costs[0]);
  });

  const refusals: [string, Record<string, unknown>, number, string, string][] = [
    ["no account", { password: goodPassword }, 400, "validation_failed", "missing email or phone"],
    [
      "null for an account",
      { email: null, password: goodPassword },
      400,
      "validation_failed",
      "missing email or phone",
    ],
    [
      "a phone",
      { phone: "919812345678", password: "x" },
      422,
      "phone_provider_disabled",
      "Phone logins are disabled",
    ],
    [
      "both",
      { email: "a@b.co", phone: "91", password: "x" },
      400,
      "validation_failed",
      "Only an email address or phone number should be provided on login.",
    ],
  ];
  test.each(refusals)("refuses %s", async (_, body, status, code, message) => {
    const reply = await signIn(body);
    expect([reply.status, reply.body.code, reply.body.message]).toEqual([status, code, message]);
  });

  test("only somebody who knows the password can tell unconfirmed, banned and deleted apart", async () => {
    const cases = [
      {
        email: "unconfirmed@example.com",
        set: { email_confirmed_at: null },
        code: "email_not_confirmed",
        message: "Email not confirmed",
      },
      {
        email: "banned@example.com",
        set: { banned_until: "2999-01-01T00:00:00.000Z" },
        code: "user_banned",
        message: "User is banned",
      },
      { email: "deleted@example.com", set: { deleted_at: "2025-01-01T00:00:00.000Z" }, ...wrong },
    ];
    for (const { email, set, code, message } of cases) {
      const { user } = await service.register(email);
      await service.database.db.updateTable("auth.users").set(set).where("id", "=", user.id).execute();
      expect((await signIn({ email, password: "wrong password" })).body).toEqual(wrong);
      const { status, body } = await signIn({ email, password: goodPassword });
      expect([email, status, body.code, body.message]).toEqual([email, 400, code, message]);
    }
  });

  test("an expired ban keeps nobody out", async () => {
    const { user } = await service.register("once-banned@example.com");
    const { db } = service.database;
    const past = { banned_until: "2020-01-01T00:00:00.000Z" };
    await db.updateTable("auth.users").set(past).where("id", "=", user.id).execute();
    expect((await signIn({ email: "once-banned@example.com", password: goodPassword })).status).toBe(200);
  });

  test("a password that has become too weak signs in, with a warning", async () => {
    const { user } = await service.register("old@example.com");
    const { hash } = await import("@node-rs/argon2");
    await service.database.db
      .updateTable("auth.users")
      .set({ password_hash: await hash("tiny", { memoryCost: 1024 }) })
      .where("id", "=", user.id)
      .execute();
    const { data } = await service
      .client()
      .signInWithPassword({ email: "old@example.com", password: "tiny" });
    expect(data.session?.user.id).toBe(user.id);
    expect(data.weakPassword).toEqual({
      message: "Password should be at least 6 characters.",
      reasons: ["length"],
    });
  });

  test("a password changed while it was being checked does not sign in", async () => {
    const { user } = await service.register("race@example.com");
    const { db } = service.database;
    let attempt: ReturnType<typeof signIn> | undefined;
    await db.transaction().execute(async (tx) => {
      const changed = { password_hash: "$argon2id$v=19$changed" };
      await tx.updateTable("auth.users").set(changed).where("id", "=", user.id).execute();
      // It reads and checks the old hash, then waits.
      attempt = signIn({ email: "race@example.com", password: goodPassword });
      await untilLocked(tx, 1);
    });
    expect((await attempt)?.body).toEqual(wrong);
    const sessions = await db
      .selectFrom("auth.sessions")
      .select("id")
      .where("user_id", "=", user.id)
      .execute();
    expect(sessions).toHaveLength(1);
  });
});

describe("POST /token with other grants", () => {
  test("an unknown grant", async () => {
    for (const query of [
      "",
      "?grant_type=",
      "?grant_type=client_credentials",
      "?grant_type=__proto__",
      "?grant_type=password&grant_type=password",
    ]) {
      const { status, body } = await service.ask(`/token${query}`, { body: {} });
      expect([query, status, body]).toEqual([
        query,
        400,
        { code: "invalid_credentials", message: "unsupported_grant_type" },
      ]);
    }
  });

  test("id_token is off, and keeps the OAuth shape for a bad token", async () => {
    const token = await new SignJWT({})
      .setProtectedHeader({ alg: "HS256" })
      .setIssuer("https://idp.example")
      .sign(Buffer.alloc(32));
    const { error } = await service.client().signInWithIdToken({ provider: "google", token });
    expect(error).toMatchObject({
      status: 400,
      code: "provider_disabled",
      message: 'Provider (issuer "https://idp.example") is not enabled',
    });
    const bad = await service.ask("/token?grant_type=id_token", {
      body: { provider: "google", id_token: "x.y" },
    });
    expect([bad.status, bad.body]).toEqual([
      400,
      { error: "invalid request", error_description: "Bad ID token" },
    ]);
    const none = await service.ask("/token?grant_type=id_token", { body: {} });
    expect(none.body).toEqual({ error: "invalid request", error_description: "id_token required" });
  });

  test("web3 is off", async () => {
    const { status, body } = await service.ask("/token?grant_type=web3", {
      body: { chain: "solana", message: "x" },
    });
    expect([status, body]).toEqual([
      422,
      { code: "web3_provider_disabled", message: "Web3 provider is disabled" },
    ]);
  });

  test("pkce has no such code", async () => {
    const body = { auth_code: "c", code_verifier: "v" };
    const unknown = await service.ask("/token?grant_type=pkce", { body });
    expect([unknown.status, unknown.body.code, unknown.body.message]).toEqual([
      404,
      "flow_state_not_found",
      "invalid flow state, no valid flow state found",
    ]);
    const empty = await service.ask("/token?grant_type=pkce", { body: { ...body, code_verifier: "" } });
    expect([empty.status, empty.body.code]).toEqual([400, "validation_failed"]);
  });
});

test("few passwords are hashed at once, in order, and the queue is limited", async () => {
  const run = createQueue(2, 3);
  let active = 0;
  let most = 0;
  const done: number[] = [];
  const task = (index: number) => async () => {
    most = Math.max(most, ++active);
    await new Promise((resolve) => setTimeout(resolve, 5));
    active--;
    done.push(index);
    if (index === 1) throw new Error("a task that fails");
  };
  const results = await Promise.allSettled(Array.from({ length: 7 }, (_, index) => run(task(index))));
  expect(most).toBe(2);
  expect(done).toEqual([0, 1, 2, 3, 4]);
  expect(results.map(({ status }) => status)).toEqual([
    "fulfilled",
    "rejected",
    "fulfilled",
    "fulfilled",
    "fulfilled",
    "rejected",
    "rejected",
  ]);
  expect(results[6]).toMatchObject({ reason: { status: 429, code: "over_request_rate_limit" } });
  await expect(run(async () => "free again")).resolves.toBe("free again");
});

test("if addresses are disabled, nobody signs up or in with one", async () => {
  const own = await startService({ settings: { email_sign_ins: false } });
  try {
    const body = { email: "a@example.com", password: goodPassword };
    const replies = [
      await own.ask("/signup", { body }),
      await own.ask("/token?grant_type=password", { body }),
      await own.ask("/otp", { body }),
    ];
    expect(replies.map((reply) => [reply.status, reply.body])).toEqual([
      [400, { code: "email_provider_disabled", message: "Email signups are disabled" }],
      [422, { code: "email_provider_disabled", message: "Email logins are disabled" }],
      [422, { code: "email_provider_disabled", message: "Email logins are disabled" }],
    ]);
    expect((await own.ask("/settings")).body.external).toMatchObject({ email: false });
  } finally {
    await own.close();
  }
});
