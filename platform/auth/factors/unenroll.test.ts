import { decodeJwt } from "jose";
import { afterAll, describe, expect, test } from "vitest";
import { codeAt, expectRefusal, ownerOf } from "../testing/authenticator.ts";
import { goodPassword, type SessionBody, startService } from "../testing/service.ts";
import { hasVerifiedFactor } from "../users/second-factors.ts";

const service = await startService();
const owner = ownerOf(service);
afterAll(() => service.close());

const userOf = ({ access_token }: SessionBody) => service.ask("/user", { bearer: access_token });
const claimsAfterRefresh = async ({ refresh_token }: SessionBody) =>
  decodeJwt(((await owner.refresh(refresh_token)).body as SessionBody).access_token);
const methods = (amr: unknown) => (amr as { method: string }[]).map(({ method }) => method);

describe("DELETE /factors/{id}", () => {
  test("the client library removes a factor; its session continues at aal1", async () => {
    const client = service.client();
    await client.signUp({ email: "library@example.com", password: goodPassword });
    const { data: factor } = await client.mfa.enroll({ factorType: "totp" });
    if (!factor) throw new Error("not enrolled");
    const code = codeAt(factor.totp.secret, service.now());
    await client.mfa.challengeAndVerify({ factorId: factor.id, code });
    const { data, error } = await client.mfa.unenroll({ factorId: factor.id });
    expect([error, data]).toEqual([null, { id: factor.id }]);
    expect((await client.mfa.listFactors()).data?.all).toEqual([]);
    expect((await client.getUser()).data.user).not.toHaveProperty("factors");
    expect((await client.refreshSession()).error).toBeNull();
    const level = await client.mfa.getAuthenticatorAssuranceLevel();
    expect(level.data).toEqual({
      currentLevel: "aal1",
      nextLevel: "aal1",
      currentAuthenticationMethods: [{ method: "password", timestamp: expect.any(Number) }],
    });
  });

  test("all sessions that it raised are lowered at once, and continue like the others", async () => {
    const first = await service.register();
    const one = await owner.enroll(first, "One");
    const raised = await owner.raise(first, one);
    let second = await owner.raise(await owner.signIn(first.user.email), one);
    const other = await owner.enroll(second, "Other");
    await owner.raise(second, other);
    // The newest of two counts.
    second = await owner.raise(second, one);
    const third = await owner.raise(await owner.signIn(first.user.email), other);
    expect((await owner.remove(third, one.id)).status).toBe(200);
    // Lowered although their access tokens say aal2.
    const body = { factor_type: "totp", friendly_name: "New" };
    for (const session of [raised, second]) {
      expectRefusal(await service.ask("/factors", { bearer: session.access_token, body }), [
        403,
        "insufficient_aal",
        "AAL2 required to enroll a new factor",
      ]);
      const claims = await claimsAfterRefresh(session);
      expect([claims.aal, methods(claims.amr)]).toEqual(["aal1", ["password"]]);
    }
    const claims = await claimsAfterRefresh(third);
    expect([claims.aal, methods(claims.amr)]).toEqual(["aal2", ["totp", "password"]]);
  });

  test("an active factor can be removed only in a session that has used one", async () => {
    const session = await service.register();
    const factor = await owner.enroll(session, "Phone");
    await owner.raise(session, factor);
    const lower = await owner.signIn(session.user.email);
    expectRefusal(await owner.remove(lower, factor.id), [
      422,
      "insufficient_aal",
      "AAL2 required to unenroll verified factor",
    ]);
    expect((await userOf(lower)).body).toMatchObject({ factors: [{ id: factor.id, status: "verified" }] });
  });

  test("an enrollment can be dropped without a code, and nobody is notified", async () => {
    const session = await service.register();
    const { id } = await owner.enroll(session);
    const reply = await owner.remove(session, id);
    expect([reply.status, reply.body]).toEqual([200, { id }]);
    expect((await userOf(session)).body).not.toHaveProperty("factors");
    expect(await owner.messages(session.user.id)).toEqual([]);
    expect(await owner.log(session.user.id)).toEqual(["user_signedup", "factor_added", "factor_removed"]);
    await owner.enroll(session);
  });

  test("notifications", async () => {
    const session = await service.register();
    const factor = await owner.enroll(session);
    const raised = await owner.raise(session, factor);
    expect(await hasVerifiedFactor(service.database.db, session.user.id)).toBe(true);
    await owner.remove(raised, factor.id);
    expect(await hasVerifiedFactor(service.database.db, session.user.id)).toBe(false);
    const messages = await owner.messages(session.user.id);
    expect(messages.map(({ kind, recipient }) => [kind, recipient])).toEqual([
      ["factor_added", session.user.email],
      ["factor_removed", session.user.email],
    ]);
    expect((await owner.log(session.user.id)).at(-1)).toBe("factor_removed");
  });

  test("an account that has only a number gets no mail", async () => {
    const session = await service.register();
    const { db } = service.database;
    const number = { email: null, phone: "919800000001" };
    await db.updateTable("auth.users").set(number).where("id", "=", session.user.id).execute();
    const reply = await service.ask("/factors", {
      bearer: session.access_token,
      body: { factor_type: "totp" },
    });
    const { id, totp } = reply.body as { id: string; totp: { secret: string; uri: string } };
    expect(totp.uri).toContain("otpauth://totp/rounds.test:919800000001?");
    const raised = await owner.raise(session, { id, secret: totp.secret });
    expect((await owner.remove(raised, id)).status).toBe(200);
    expect(await owner.messages(session.user.id)).toEqual([]);
  });

  test("a missing factor, somebody else's, or the same one twice", async () => {
    const [session, stranger] = [await service.register(), await service.register()];
    const { id } = await owner.enroll(session);
    const notFound: [number, string, string] = [404, "mfa_factor_not_found", "Factor not found"];
    expectRefusal(await owner.remove(stranger, id), notFound);
    expectRefusal(await owner.remove(stranger, crypto.randomUUID()), notFound);
    expectRefusal(await owner.remove(session, "abc"), [
      404,
      "validation_failed",
      "factor_id must be an UUID",
    ]);
    const replies = await Promise.all(Array.from({ length: 6 }, () => owner.remove(session, id)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404, 404]);
  });
});
