import { decodeJwt, importJWK, type JWK, SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { goodPassword, type SessionBody, startService } from "../testing/service.ts";

const service = await startService();
afterAll(() => service.close());

/** The same user in `count` browsers. */
async function browsers(count: number): Promise<SessionBody[]> {
  const first = await service.register();
  const sessions = [first];
  while (sessions.length < count) {
    const body = { email: first.user.email, password: goodPassword };
    sessions.push((await service.ask("/token?grant_type=password", { body })).body as SessionBody);
  }
  return sessions;
}

/** Which of the sessions are valid, by access token, by refresh token and for the rest of the product. */
async function alive(sessions: SessionBody[]): Promise<boolean[]> {
  return Promise.all(
    sessions.map(async ({ access_token, refresh_token }) => {
      const user = await service.ask("/user", { bearer: access_token });
      const other = await service.auth.authenticate(`Bearer ${access_token}`);
      const refreshed = await service.ask("/token?grant_type=refresh_token", { body: { refresh_token } });
      const answers = [user.status === 200, other.ok, refreshed.status === 200];
      expect(new Set(answers).size).toBe(1);
      if (!other.ok) expect([user.body.code, other.reason]).toEqual(["session_not_found", "session_ended"]);
      return other.ok;
    }),
  );
}

describe("POST /logout", () => {
  const scopes: [string, boolean[]][] = [
    ["", [false, false, false]],
    ["?scope=", [false, false, false]],
    ["?scope=global", [false, false, false]],
    ["?scope=local", [false, true, true]],
    ["?scope=others", [true, false, false]],
  ];
  test.each(scopes)("%s", async (query, expected) => {
    const sessions = await browsers(3);
    const stranger = await service.register();
    const reply = await service.ask(`/logout${query}`, {
      method: "POST",
      bearer: sessions[0]?.access_token ?? "",
    });
    expect([reply.status, reply.text]).toEqual([204, ""]);
    expect(await alive(sessions)).toEqual(expected);
    const refreshed = await Promise.all(
      sessions.map(({ refresh_token }) =>
        service.ask("/token?grant_type=refresh_token", { body: { refresh_token } }),
      ),
    );
    expect(refreshed.map(({ status }) => status === 200)).toEqual(expected);
    expect(await alive([stranger])).toEqual([true]);
  });

  test("the client library signs out, on one device and everywhere", async () => {
    const [here, there] = [service.client(), service.client()];
    const credentials = { email: "library@example.com", password: goodPassword };
    await here.signUp(credentials);
    await there.signInWithPassword(credentials);
    expect((await here.signOut({ scope: "others" })).error).toBeNull();
    expect((await there.getUser()).error?.name).toBe("AuthSessionMissingError");
    expect((await here.getUser()).data.user?.email).toBe("library@example.com");
    expect((await here.signOut()).error).toBeNull();
    expect((await here.getSession()).data.session).toBeNull();
    // Signing out of an ended session is not an error either.
    expect((await there.signOut()).error).toBeNull();
  });

  test("an unknown scope", async () => {
    const { access_token } = await service.register();
    const { status, body } = await service.ask("/logout?scope=x", { method: "POST", bearer: access_token });
    expect([status, body]).toEqual([
      400,
      { code: "validation_failed", message: 'Unsupported logout scope "x"' },
    ]);
    for (const scope of ["?scope=__proto__", "?scope=local&scope=global"]) {
      const refused = await service.ask(`/logout${scope}`, { method: "POST", bearer: access_token });
      expect([scope, refused.status]).toEqual([scope, 400]);
    }
  });

  test("accepts an empty body with a JSON type, and refuses a second sign-out", async () => {
    const { access_token } = await service.register();
    const out = () => service.ask("/logout", { method: "POST", raw: "", bearer: access_token });
    expect((await out()).status).toBe(204);
    expect((await out()).body.code).toBe("session_not_found");
  });

  test("is in the audit log", async () => {
    const { access_token, user } = await service.register();
    await service.ask("/logout?scope=local", { method: "POST", bearer: access_token });
    const { db } = service.database;
    const rows = await db
      .selectFrom("auth.audit_log")
      .selectAll()
      .where("user_id", "=", user.id)
      .orderBy("id")
      .execute();
    expect(rows[1]).toMatchObject({
      action: "logout",
      traits: { scope: "local" },
      session_id: decodeJwt(access_token).session_id,
    });
  });
});

describe("the bearer guard", () => {
  let mine: SessionBody;
  let key: Awaited<ReturnType<typeof importJWK>>;
  let jwk: JWK & { kid: string };
  beforeAll(async () => {
    mine = await service.register();
    const row = await service.database.db
      .selectFrom("auth.signing_keys")
      .selectAll()
      .executeTakeFirstOrThrow();
    jwk = { ...(row.private_jwk as JWK), kid: row.kid };
    key = await importJWK(jwk, "ES256");
  });

  const header = () => ({ alg: "ES256", typ: "JWT", kid: jwk.kid });
  /** The claims of a valid token with some replaced (`undefined` removes one), signed with the service's own key. */
  const signed = (changes: Record<string, unknown>) =>
    new SignJWT({ ...decodeJwt(mine.access_token), ...changes }).setProtectedHeader(header()).sign(key);
  const refused = async (bearer: string) => {
    const { status, body } = await service.ask("/user", { bearer });
    const other = await service.auth.authenticate(`Bearer ${bearer}`);
    return [status, body.code, body.message, other.ok || other.reason];
  };
  const badJwt = [
    403,
    "bad_jwt",
    "invalid JWT: unable to parse or verify signature, token is malformed",
    "invalid",
  ];

  test("accepts a valid token, with the scheme in any case", async () => {
    expect(
      (await service.ask("/user", { headers: { authorization: `bearer ${mine.access_token}` } })).status,
    ).toBe(200);
    expect(await service.auth.authenticate(`Bearer ${mine.access_token}`)).toEqual({
      ok: true,
      user: { id: mine.user.id, email: mine.user.email, denied: [] },
      session_id: decodeJwt(mine.access_token).session_id,
    });
  });

  test("no token", async () => {
    for (const authorization of ["", "Bearer", "Bearer ", "Basic YTpi", "Bearer a b"]) {
      const { status, body } = await service.ask("/user", { headers: { authorization } });
      const message = "This endpoint requires a valid Bearer token";
      expect([authorization, status, body]).toEqual([
        authorization,
        401,
        { code: "no_authorization", message },
      ]);
      expect(await service.auth.authenticate(authorization)).toEqual({ ok: false, reason: "missing" });
    }
    expect(await service.auth.authenticate(undefined)).toEqual({ ok: false, reason: "missing" });
    expect((await service.ask("/user")).status).toBe(401);
  });

  test("wrong claims", async () => {
    expect(await refused(await signed({ sub: undefined }))).toEqual([
      403,
      "bad_jwt",
      "invalid claim: missing sub claim",
      "invalid",
    ]);
    expect(await refused(await signed({ sub: "me" }))).toEqual([
      400,
      "bad_jwt",
      "invalid claim: sub claim must be a UUID",
      "invalid",
    ]);
    expect(await refused(await signed({ sub: "00000000-0000-4000-8000-000000000000" }))).toEqual([
      403,
      "user_not_found",
      "User from sub claim in JWT does not exist",
      "session_ended",
    ]);
    const noSession = [
      403,
      "session_not_found",
      "Session from session_id claim in JWT does not exist",
      "session_ended",
    ];
    const others = await service.register();
    for (const session_id of [
      undefined,
      "x",
      7,
      "00000000-0000-4000-8000-000000000000",
      decodeJwt(others.access_token).session_id,
    ]) {
      expect(await refused(await signed({ session_id }))).toEqual(noSession);
    }
    expect(await refused(await signed({ exp: undefined }))).toEqual(badJwt);
    expect(await refused(await signed({ exp: "never" }))).toEqual(badJwt);
    expect(await refused(await signed({ aud: "anon" }))).toEqual([
      403,
      "bad_jwt",
      "invalid JWT: unable to parse or verify signature, token has invalid claims: token has invalid audience",
      "invalid",
    ]);
  });

  test("an access token ends after an hour", async () => {
    const { access_token } = await service.register();
    service.pass(3590);
    expect((await service.auth.authenticate(`Bearer ${access_token}`)).ok).toBe(true);
    service.pass(20);
    expect(await refused(access_token)).toEqual([
      403,
      "bad_jwt",
      "invalid JWT: unable to parse or verify signature, token has invalid claims: token is expired",
      "invalid",
    ]);
  });

  test("refuses a banned and a deleted user at once", async () => {
    const { access_token, user } = await service.register();
    const set = (values: { banned_until?: string | null; deleted_at?: string }) =>
      service.database.db.updateTable("auth.users").set(values).where("id", "=", user.id).execute();
    await set({ banned_until: "2999-01-01T00:00:00.000Z" });
    expect(await refused(access_token)).toEqual([403, "user_banned", "User is banned", "session_ended"]);
    await set({ banned_until: null });
    expect((await service.ask("/user", { bearer: access_token })).status).toBe(200);
    await set({ deleted_at: "2025-01-01T00:00:00.000Z" });
    expect((await refused(access_token))[1]).toBe("user_not_found");
  });

  test("public paths ignore the bearer, whether a stranger's key or nonsense", async () => {
    for (const bearer of ["sb_publishable_key", "a.b.c"]) {
      const body = { email: mine.user.email, password: goodPassword };
      expect((await service.ask("/token?grant_type=password", { bearer, body })).status).toBe(200);
      expect((await service.ask("/settings", { bearer, headers: { apikey: "x" } })).status).toBe(200);
    }
  });

  test("authenticate takes one query", async () => {
    const { access_token } = await service.register();
    const { query } = service.database.pool;
    let queries = 0;
    const connect = service.database.pool.connect.bind(service.database.pool);
    service.database.pool.connect = (async () => {
      queries++;
      return connect();
    }) as typeof connect;
    await service.auth.authenticate(`Bearer ${access_token}`);
    service.database.pool.connect = connect;
    expect([queries, query === service.database.pool.query]).toEqual([1, true]);
  });
});
