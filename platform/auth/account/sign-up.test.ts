import { decodeJwt, decodeProtectedHeader } from "jose";
import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import { untilLocked } from "../testing/locks.ts";
import { goodPassword, type SessionBody, startService } from "../testing/service.ts";
import { recommendedCost } from "../users/hashing.ts";

const service = await startService();
afterAll(() => service.close());

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

describe("POST /signup", () => {
  test("the client library signs up and holds a session", async () => {
    const client = service.client();
    const { data, error } = await client.signUp({
      email: "  Asha.Rao@Example.COM ",
      password: goodPassword,
      options: { data: { full_name: "Asha Rao" } },
    });
    expect(error).toBeNull();
    expect(data.session?.token_type).toBe("bearer");
    expect(data.user?.email).toBe("asha.rao@example.com");
    expect(data.user?.user_metadata).toEqual({ full_name: "Asha Rao", email_verified: true });
    const { data: got } = await client.getUser();
    expect(got.user).toEqual(data.user);
    const { data: claims } = await client.getClaims();
    expect(claims?.claims.sub).toBe(data.user?.id);
  });

  test("session, user, identity and claims have exactly the documented fields", async () => {
    const { body } = await service.ask("/signup", {
      body: { email: "shape@example.com", password: goodPassword, data: { team: "north" } },
    });
    const session = body as SessionBody & Record<string, unknown>;
    expect(session).toEqual({
      access_token: expect.any(String),
      token_type: "bearer",
      expires_in: 3600,
      expires_at: expect.any(Number),
      refresh_token: expect.stringMatching(/^[\w-]{43}$/),
      user: {
        id: expect.stringMatching(uuid),
        aud: "authenticated",
        role: "authenticated",
        email: "shape@example.com",
        phone: "",
        email_confirmed_at: expect.stringMatching(moment),
        confirmed_at: expect.stringMatching(moment),
        last_sign_in_at: expect.stringMatching(moment),
        app_metadata: { provider: "email", providers: ["email"] },
        user_metadata: { team: "north", email_verified: true },
        identities: [
          {
            identity_id: expect.stringMatching(uuid),
            id: session.user.id,
            user_id: session.user.id,
            provider: "email",
            identity_data: {
              sub: session.user.id,
              email: "shape@example.com",
              email_verified: true,
              phone_verified: false,
              team: "north",
            },
            email: "shape@example.com",
            last_sign_in_at: expect.stringMatching(moment),
            created_at: expect.stringMatching(moment),
            updated_at: expect.stringMatching(moment),
          },
        ],
        created_at: expect.stringMatching(moment),
        updated_at: expect.stringMatching(moment),
        is_anonymous: false,
      },
    });
    const claims = decodeJwt(session.access_token);
    expect(claims).toEqual({
      iss: "http://rounds.test/auth/v1",
      sub: session.user.id,
      aud: "authenticated",
      iat: session.expires_at - 3600,
      exp: session.expires_at,
      email: "shape@example.com",
      phone: "",
      app_metadata: { provider: "email", providers: ["email"] },
      user_metadata: { team: "north", email_verified: true },
      role: "authenticated",
      aal: "aal1",
      amr: [{ method: "password", timestamp: claims.iat }],
      session_id: expect.stringMatching(uuid),
      is_anonymous: false,
    });
    expect(decodeProtectedHeader(session.access_token)).toEqual({
      alg: "ES256",
      typ: "JWT",
      kid: expect.any(String),
    });
  });

  const long = "x".repeat(73);
  const refusals: [string, Record<string, unknown>, number, string, string][] = [
    ["nothing at all", {}, 422, "anonymous_provider_disabled", "Anonymous sign-ins are disabled"],
    [
      "only a password",
      { password: goodPassword },
      422,
      "anonymous_provider_disabled",
      "Anonymous sign-ins are disabled",
    ],
    ["no password", { email: "a@b.co" }, 400, "validation_failed", "Signup requires a valid password"],
    [
      "null for a password",
      { email: "a@b.co", password: null },
      400,
      "validation_failed",
      "Signup requires a valid password",
    ],
    [
      "a short password",
      { email: "a@b.co", password: "12345" },
      422,
      "weak_password",
      "Password should be at least 6 characters.",
    ],
    [
      "a long password",
      { email: "a@b.co", password: long },
      400,
      "validation_failed",
      "Password cannot be longer than 72 characters",
    ],
    [
      "72 characters, 73 bytes",
      { email: "a@b.co", password: `${"x".repeat(71)}é` },
      400,
      "validation_failed",
      "Password cannot be longer than 72 characters",
    ],
    [
      "no address",
      { email: "asha", password: goodPassword },
      400,
      "validation_failed",
      "Unable to validate email address: invalid format",
    ],
    [
      "two addresses",
      { email: "a@b.co,c@d.co", password: goodPassword },
      400,
      "validation_failed",
      "Unable to validate email address: invalid format",
    ],
    [
      "a very long address",
      { email: `a@${"b".repeat(60)}.${`${"c".repeat(60)}.`.repeat(4)}co`, password: goodPassword },
      400,
      "validation_failed",
      "Unable to validate email address: invalid format",
    ],
    [
      "a phone",
      { phone: "919812345678", password: goodPassword },
      400,
      "phone_provider_disabled",
      "Phone signups are disabled",
    ],
    [
      "both",
      { email: "a@b.co", phone: "919812345678", password: goodPassword },
      400,
      "validation_failed",
      "Only an email address or phone number should be provided on signup.",
    ],
    [
      "metadata as a list",
      { email: "a@b.co", password: goodPassword, data: [1] },
      400,
      "bad_json",
      "Could not parse request body as JSON: the field data is of the wrong type",
    ],
    [
      "metadata too large for a token",
      { email: "a@b.co", password: goodPassword, data: { x: "y".repeat(9000) } },
      422,
      "validation_failed",
      "User metadata can't be larger than 8192 bytes",
    ],
  ];
  test.each(refusals)("refuses %s", async (_, body, status, code, message) => {
    const reply = await service.ask("/signup", { body });
    expect([reply.status, reply.body.code, reply.body.message]).toEqual([status, code, message]);
  });

  test("weak_password reaches the client library with its reasons", async () => {
    const { error } = await service.client().signUp({ email: "weak@example.com", password: "12345" });
    expect(error).toMatchObject({ name: "AuthWeakPasswordError", status: 422, reasons: ["length"] });
  });

  test("refuses a registered address however it is written", async () => {
    await service.register("taken@example.com");
    const { error } = await service.client().signUp({ email: " TAKEN@example.com", password: goodPassword });
    expect(error).toMatchObject({
      code: "user_already_exists",
      status: 422,
      message: "User already registered",
    });
  });

  test("of two sign-ups with one address at once, one wins and the other gets the error", async () => {
    const both = { body: { email: "twice@example.com", password: goodPassword } };
    const replies = await Promise.all([service.ask("/signup", both), service.ask("/signup", both)]);
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 422]);
    expect(replies.find((reply) => reply.status === 422)?.body.code).toBe("user_already_exists");
  });

  test("no field of the request reaches the server's own fields", async () => {
    const { body } = await service.ask("/signup", {
      raw: `{"email":"mass@example.com","password":"${goodPassword}","role":"service_role","id":"1","is_anonymous":true,
        "app_metadata":{"role":"admin"},"email_confirmed_at":null,"__proto__":{"role":"admin"},
        "data":{"role":"admin","__proto__":{"polluted":true}},"gotrue_meta_security":{"captcha_token":"x"}}`,
    });
    const { user } = body as SessionBody & { user: { role: string } };
    expect(user.role).toBe("authenticated");
    expect(user.app_metadata).toEqual({ provider: "email", providers: ["email"] });
    expect(user.user_metadata).toEqual({ role: "admin", email_verified: true });
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test("the password is stored as Argon2id with the parameters of RFC 9106", async () => {
    const { database } = service;
    const shipped = await startService({ database, settings: { hashing_cost: recommendedCost } });
    const { user } = await shipped.register("stored@example.com");
    await shipped.close();
    const row = await service.database.db
      .selectFrom("auth.users")
      .select("password_hash")
      .where("id", "=", user.id)
      .executeTakeFirstOrThrow();
    expect(row.password_hash).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  });

  test("the audit log records the sign-up, and can't be changed", async () => {
    const { user } = await service.register("audited@example.com");
    const { db } = service.database;
    const rows = await db.selectFrom("auth.audit_log").selectAll().where("user_id", "=", user.id).execute();
    expect(rows).toMatchObject([{ action: "user_signedup", actor_id: user.id, ip: "127.0.0.1" }]);
    await expect(db.updateTable("auth.audit_log").set({ action: "login" }).execute()).rejects.toThrow(
      /append-only/,
    );
    await expect(db.deleteFrom("auth.audit_log").execute()).rejects.toThrow(/append-only/);
  });
});

describe("SIGNUP", () => {
  test("closed refuses everybody, and GET /settings says so", async () => {
    const closed = await startService({ signup: "closed", database: service.database });
    const { status, body } = await closed.ask("/signup", {
      body: { email: "a@b.co", password: goodPassword },
    });
    expect([status, body.code, body.message]).toEqual([
      422,
      "signup_disabled",
      "Signups not allowed for this instance",
    ]);
    expect((await closed.ask("/settings")).body.disable_signup).toBe(true);
    await closed.close();
  });

  test("domain:… accepts only addresses of that domain, also when an address is changed", async () => {
    const limited = await startService({ signup: "domain:Example.org", database: service.database });
    for (const email of ["a@example.com", "a@example.org.evil.com", "a@sub.example.org", "a@xexample.org"]) {
      const { body } = await limited.ask("/signup", { body: { email, password: goodPassword } });
      expect([email, body.code]).toEqual([email, "signup_disabled"]);
    }
    const { access_token } = await limited.register("Inside@EXAMPLE.org");
    const away = { method: "PUT", bearer: access_token, body: { email: "outside@example.com" } };
    expect((await limited.ask("/user", away)).body.code).toBe("signup_disabled");
    await limited.close();
  });
});

test("of five first sign-ups at once, exactly one becomes admin", async () => {
  const fresh = await startService();
  const { db } = fresh.database;
  let signUps: Promise<SessionBody[]> | undefined;
  await db.transaction().execute(async (tx) => {
    // Everybody may check whether there are users, but nobody can add one yet.
    await sql`lock table auth.users in share row exclusive mode`.execute(tx);
    const emails = Array.from({ length: 5 }, (_, index) => `first${index}@example.com`);
    signUps = Promise.all(emails.map((email) => fresh.register(email)));
    await untilLocked(tx, 5);
  });
  const sessions = (await signUps) ?? [];
  const admins = sessions.filter(({ user }) => user.app_metadata.role === "admin");
  expect([sessions.length, admins.length]).toEqual([5, 1]);
  expect(await fresh.auth.authenticate(`Bearer ${admins[0]?.access_token}`)).toMatchObject({
    user: { role: "admin" },
  });
  const later = await fresh.register("later@example.com");
  expect(later.user.app_metadata.role).toBeUndefined();
  await fresh.close();
});
