import { decodeJwt } from "jose";
import { afterAll, describe, expect, test } from "vitest";
import { codeAt, expectRefusal, ownerOf, wrongCode } from "../testing/authenticator.ts";
import { untilLocked } from "../testing/locks.ts";
import { goodPassword, type SessionBody, startService } from "../testing/service.ts";

const service = await startService();
const owner = ownerOf(service);
afterAll(() => service.close());

const now = (secret: string) => codeAt(secret, service.now());
const userOf = ({ access_token }: SessionBody) => service.ask("/user", { bearer: access_token });
const sessionId = ({ access_token }: SessionBody) => decodeJwt(access_token).session_id as string;

const invalid: [number, string, string] = [422, "mfa_verification_failed", "Invalid TOTP code entered"];
const mismatch: [number, string, string] = [
  422,
  "mfa_ip_address_mismatch",
  "Challenge and verify IP addresses mismatch.",
];
const notThere: [number, string, string] = [
  422,
  "mfa_factor_not_found",
  "MFA factor with the provided challenge ID not found",
];
const tokenGone = {
  code: "refresh_token_not_found",
  message: "Invalid Refresh Token: Refresh Token Not Found",
};

describe("POST /factors/{id}/verify", () => {
  test("the client library raises its session, and keeps it raised", async () => {
    const client = service.client();
    await client.signUp({ email: "library@example.com", password: goodPassword });
    const before = (await client.getSession()).data.session;
    const { data: enrolled } = await client.mfa.enroll({ factorType: "totp", friendlyName: "Phone" });
    if (!enrolled) throw new Error("not enrolled");
    expect((await client.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: "aal1",
      nextLevel: "aal1",
    });
    const code = now(enrolled.totp.secret);
    const { data, error } = await client.mfa.challengeAndVerify({ factorId: enrolled.id, code });
    expect(error).toBeNull();
    expect(data).toMatchObject({ token_type: "bearer", expires_in: 3600, user: { id: before?.user.id } });
    const [old, raised] = [before?.access_token, data?.access_token].map((token) => decodeJwt(token ?? ""));
    expect(raised).toMatchObject({ session_id: old?.session_id, aal: "aal2", sub: before?.user.id });
    expect(raised?.amr).toEqual([
      { method: "totp", timestamp: expect.any(Number) },
      { method: "password", timestamp: expect.any(Number) },
    ]);
    const level = async () => (await client.mfa.getAuthenticatorAssuranceLevel()).data;
    expect(await level()).toMatchObject({ currentLevel: "aal2", nextLevel: "aal2" });
    const { data: listed } = await client.mfa.listFactors();
    expect(listed?.totp).toMatchObject([{ id: enrolled.id, status: "verified", friendly_name: "Phone" }]);

    expect((await client.refreshSession()).error).toBeNull();
    expect(await level()).toMatchObject({ currentLevel: "aal2", nextLevel: "aal2" });

    await client.signOut();
    await client.signInWithPassword({ email: "library@example.com", password: goodPassword });
    expect(await level()).toMatchObject({ currentLevel: "aal1", nextLevel: "aal2" });
    service.pass(60);
    const { data: challenge } = await client.mfa.challenge({ factorId: enrolled.id });
    const again = await client.mfa.verify({
      factorId: enrolled.id,
      challengeId: challenge?.id ?? "",
      code: now(enrolled.totp.secret),
    });
    expect(again.error).toBeNull();
    expect(await level()).toMatchObject({ currentLevel: "aal2", nextLevel: "aal2" });
  });

  test("a code at aal2 is recorded once, as the newest proof", async () => {
    const session = await service.register();
    const factor = await owner.enroll(session);
    const first = decodeJwt((await owner.raise(session, factor)).access_token);
    const second = decodeJwt((await owner.raise(session, factor)).access_token);
    const [totp, password] = second.amr as { method: string; timestamp: number }[];
    expect([totp?.method, password?.method]).toEqual(["totp", "password"]);
    expect(second.amr).toHaveLength(2);
    expect(totp?.timestamp).toBeGreaterThan((first.amr as { timestamp: number }[])[0]?.timestamp ?? Infinity);
  });

  test("older refresh tokens are refused from then on, and don't affect the new one", async () => {
    const first = await service.register();
    const second = (await owner.refresh(first.refresh_token)).body as SessionBody;
    const raised = await owner.raise(second, await owner.enroll(second));
    // Even within the reuse interval, where a used token would otherwise give a new one.
    for (const token of [first, second]) {
      const { status, body } = await owner.refresh(token.refresh_token);
      expect([status, body]).toEqual([400, tokenGone]);
    }
    const refreshed = await owner.refresh(raised.refresh_token);
    expect(refreshed.status).toBe(200);
    const { access_token, refresh_token } = refreshed.body as SessionBody;
    expect(decodeJwt(access_token)).toMatchObject({ aal: "aal2", session_id: sessionId(first) });
    service.pass(60);
    for (const token of [first, second]) expect((await owner.refresh(token.refresh_token)).status).toBe(400);
    expect((await owner.refresh(refresh_token)).status).toBe(200);
    // The earlier access token belongs to the same session, which has been raised.
    expect((await userOf(first)).status).toBe(200);
  });

  test("a refresh that waits while the session is raised is refused", async () => {
    const session = await service.register();
    const id = sessionId(session);
    let reply: ReturnType<typeof owner.refresh> | undefined;
    await service.database.db.transaction().execute(async (tx) => {
      await tx.selectFrom("auth.sessions").select("id").where("id", "=", id).forUpdate().execute();
      reply = owner.refresh(session.refresh_token);
      await untilLocked(tx, 1);
      await tx.deleteFrom("auth.refresh_tokens").where("session_id", "=", id).execute();
    });
    expect((await reply)?.body).toEqual(tokenGone);
  });

  test("the user's other sessions below aal2 end, and nobody else's", async () => {
    const first = await service.register();
    const stranger = await service.register();
    const factor = await owner.enroll(first);
    const raised = await owner.raise(first, factor);
    const second = await owner.signIn(first.user.email);
    const third = await owner.signIn(first.user.email);
    await owner.raise(second, factor);
    expectRefusal(await userOf(third), [
      403,
      "session_not_found",
      "Session from session_id claim in JWT does not exist",
    ]);
    expect((await owner.refresh(third.refresh_token)).body).toEqual(tokenGone);
    for (const session of [raised, second, stranger]) expect((await userOf(session)).status).toBe(200);
  });

  test("drops other unfinished enrollments of the kind", async () => {
    const session = await service.register();
    const [left, taken] = [await owner.enroll(session, "Left"), await owner.enroll(session, "Taken")];
    const { db } = service.database;
    const stamp = "2026-01-01T00:00:00.000Z";
    const phone = {
      id: crypto.randomUUID(),
      factor_type: "phone",
      phone: "919812345678",
      friendly_name: "P",
    } as const;
    await db
      .insertInto("auth.factors")
      .values({
        ...phone,
        user_id: session.user.id,
        status: "unverified",
        created_at: stamp,
        updated_at: stamp,
      })
      .execute();
    const raised = await owner.raise(session, taken);
    expect(raised.user).toMatchObject({
      factors: [
        { id: phone.id, factor_type: "phone", status: "unverified" },
        { id: taken.id, factor_type: "totp", status: "verified" },
      ],
    });
    const gone = await owner.answer(raised, left.id, crypto.randomUUID(), "123456");
    expectRefusal(gone, [404, "mfa_factor_not_found", "Factor not found"]);
  });

  test("accepts codes of one step before and after, but not of two", async () => {
    const session = await service.register();
    const { id, secret } = await owner.enroll(session);
    const cases = [
      [-60, 422],
      [60, 422],
      [-30, 200],
      [30, 200],
    ] as const;
    for (const [seconds, status] of cases) {
      service.pass(120);
      // A second into a step: otherwise the step could end between creating and checking the code.
      service.pass(31 - ((service.now() / 1000) % 30));
      const code = codeAt(secret, service.now() + seconds * 1000);
      const reply = await owner.answer(session, id, await owner.challenge(session, id), code);
      expect([seconds, reply.status]).toEqual([seconds, status]);
      if (status === 422) expectRefusal(reply, invalid);
    }
  });

  test("a code works once, and earlier codes no longer", async () => {
    const session = await service.register();
    const { id, secret } = await owner.enroll(session);
    const [earlier, code] = [codeAt(secret, service.now() - 30_000), now(secret)];
    const first = await owner.answer(session, id, await owner.challenge(session, id), code);
    expect(first.status).toBe(200);
    const second = await owner.signIn(session.user.email);
    for (const spent of [code, earlier]) {
      const reply = await owner.answer(second, id, await owner.challenge(second, id), spent);
      expectRefusal(reply, invalid);
    }
    expect((await userOf(second)).status).toBe(200);
    expect(
      decodeJwt(((await owner.refresh(second.refresh_token)).body as SessionBody).access_token).aal,
    ).toBe("aal1");
  });

  test("wrong codes change nothing, and the challenge can still be answered", async () => {
    const session = await service.register();
    const { id, secret } = await owner.enroll(session);
    const challenge = await owner.challenge(session, id);
    const wrong = wrongCode(secret, service.now());
    for (const code of [wrong, "12345", "1234567", "abcdef", "١٢٣٤٥٦", " ".repeat(6), "x".repeat(5000)]) {
      expectRefusal(await owner.answer(session, id, challenge, code), invalid);
    }
    expect((await userOf(session)).body).toMatchObject({ factors: [{ status: "unverified" }] });
    expect((await owner.refresh(session.refresh_token)).status).toBe(200);
    expect((await owner.answer(session, id, challenge, now(secret))).status).toBe(200);
  });

  test("an empty code", async () => {
    const session = await service.register();
    const { id } = await owner.enroll(session);
    const challenge_id = await owner.challenge(session, id);
    for (const code of ["", null, undefined]) {
      const body = { challenge_id, code };
      expectRefusal(await service.ask(`/factors/${id}/verify`, { bearer: session.access_token, body }), [
        400,
        "validation_failed",
        "Code needs to be non-empty",
      ]);
    }
  });

  test("a challenge can be answered once", async () => {
    const session = await service.register();
    const { id, secret } = await owner.enroll(session);
    const challenge = await owner.challenge(session, id);
    expect((await owner.answer(session, id, challenge, now(secret))).status).toBe(200);
    service.pass(60);
    expectRefusal(await owner.answer(session, id, challenge, now(secret)), mismatch);
  });

  test("a challenge must be answered from the address that asked for it, however that is written", async () => {
    const session = await service.register();
    const { id, secret } = await owner.enroll(session);
    const bearer = session.access_token;
    const asked = await service.ask(`/factors/${id}/challenge`, {
      method: "POST",
      bearer,
      headers: { "x-forwarded-for": "2001:db8::1" },
    });
    const body = { challenge_id: asked.body.id, code: now(secret) };
    const answerFrom = (address: string) =>
      service.ask(`/factors/${id}/verify`, { bearer, body, headers: { "x-forwarded-for": address } });
    expectRefusal(await answerFrom("2001:db8::2"), mismatch);
    expectRefusal(await answerFrom("no address"), mismatch);
    expect((await answerFrom("2001:DB8:0:0::1")).status).toBe(200);
  });

  test("a challenge lives five minutes", async () => {
    const session = await service.register();
    const { id, secret } = await owner.enroll(session);
    const challenge = await owner.challenge(session, id);
    service.pass(301);
    const reply = await owner.answer(session, id, challenge, now(secret));
    expect([reply.status, reply.body.code]).toEqual([422, "mfa_challenge_expired"]);
    const next = await owner.challenge(session, id);
    service.pass(295);
    expect((await owner.answer(session, id, next, now(secret))).status).toBe(200);
  });

  test("a challenge of no factor, or of another one", async () => {
    const session = await service.register();
    const [one, other] = [await owner.enroll(session, "One"), await owner.enroll(session, "Other")];
    const others = await owner.challenge(session, other.id);
    for (const challenge of [others, crypto.randomUUID(), "not an id", ""]) {
      expectRefusal(await owner.answer(session, one.id, challenge, now(one.secret)), notThere);
    }
  });

  test("a missing factor, or somebody else's", async () => {
    const [session, stranger] = [await service.register(), await service.register()];
    const { id, secret } = await owner.enroll(session);
    const challenge = await owner.challenge(session, id);
    for (const unknown of [id, crypto.randomUUID()]) {
      const reply = await owner.answer(stranger, unknown, challenge, now(secret));
      expectRefusal(reply, [404, "mfa_factor_not_found", "Factor not found"]);
    }
    const reply = await owner.answer(session, "1", challenge, now(secret));
    expectRefusal(reply, [404, "validation_failed", "factor_id must be an UUID"]);
  });

  test("a factor enrolled before the first was verified can't replace that one", async () => {
    const session = await service.register();
    const [first, second] = [await owner.enroll(session, "First"), await owner.enroll(session, "Second")];
    await owner.raise(session, first);
    // As if it were of another kind, which is not dropped.
    const { db } = service.database;
    const stamp = "2026-01-01T00:00:00.000Z";
    const secret = Buffer.alloc(20, 7);
    await db
      .insertInto("auth.factors")
      .values({
        ...{ id: second.id, user_id: session.user.id, factor_type: "totp", status: "unverified", secret },
        ...{ friendly_name: "Second", created_at: stamp, updated_at: stamp },
      })
      .execute();
    const lower = await owner.signIn(session.user.email);
    const challenge = await owner.challenge(lower, second.id);
    expectRefusal(await owner.answer(lower, second.id, challenge, "123456"), [
      403,
      "insufficient_aal",
      "AAL2 required to enroll a new factor",
    ]);
  });

  test("audit entries and notifications", async () => {
    const session = await service.register();
    const factor = await owner.enroll(session);
    const challenge = await owner.challenge(session, factor.id);
    await owner.answer(session, factor.id, challenge, wrongCode(factor.secret, service.now()));
    const notifications = [
      { channel: "mail", kind: "factor_added", recipient: session.user.email, details: {} },
    ];
    expect(await owner.messages(session.user.id)).toEqual([]);
    await owner.answer(session, factor.id, challenge, now(factor.secret));
    await owner.raise(session, factor);
    expect(await owner.messages(session.user.id)).toEqual(notifications);
    expect(await owner.log(session.user.id)).toEqual([
      "user_signedup",
      "factor_added",
      "challenge_created",
      "verification_attempted",
      "factor_verified",
      "challenge_created",
      "factor_verified",
    ]);
    const { db } = service.database;
    const row = await db
      .selectFrom("auth.audit_log")
      .select(["session_id", "traits"])
      .where("user_id", "=", session.user.id)
      .where("action", "=", "verification_attempted")
      .executeTakeFirstOrThrow();
    const traits = { factor_id: factor.id, factor_type: "totp" };
    expect(row).toEqual({ session_id: sessionId(session), traits });
  });
});
