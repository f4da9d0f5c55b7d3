import { isSame } from "@rounds/auth/base/service-key.ts";
import { administer } from "@rounds/auth/testing/administration.ts";
import { codeAt, ownerOf } from "@rounds/auth/testing/authenticator.ts";
import { untilLocked } from "@rounds/auth/testing/locks.ts";
import {
  anEmail,
  goodPassword,
  type Reply,
  type SessionBody,
  startService,
} from "@rounds/auth/testing/service.ts";
import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";

const service = await startService();
const owner = ownerOf(service);
await service.register("first@example.com");
afterAll(() => service.close());

const claimsOf = ({ access_token }: SessionBody): Record<string, unknown> =>
  JSON.parse(Buffer.from(access_token.split(".")[1] ?? "", "base64url").toString());
const live = async ({ access_token }: SessionBody) =>
  (await service.ask("/user", { bearer: access_token })).status === 200;
const sessionIn = ({ status, body, text }: Reply): SessionBody => {
  expect([status, text]).toEqual([200, expect.any(String)]);
  return body as SessionBody;
};

describe("a session", () => {
  test("never gets an id or a token that a client chose", async () => {
    const email = anEmail();
    const chosen = "11111111-1111-4111-8111-111111111111";
    const token = "A".repeat(43);
    await service.register(email);
    const wish = { session_id: chosen, refresh_token: token, access_token: "x", id: chosen, sid: chosen };
    const reply = await service.ask(`/token?grant_type=password&session_id=${chosen}&sid=${chosen}`, {
      body: { email, password: goodPassword, ...wish },
      headers: { cookie: `sb-access-token=${chosen}; session_id=${chosen}`, "x-session-id": chosen },
    });
    const session = sessionIn(reply);
    expect(claimsOf(session).session_id).not.toBe(chosen);
    expect(session.refresh_token).not.toBe(token);
    expect(reply.headers.get("set-cookie")).toBeNull();
    const next = sessionIn(await owner.refresh(session.refresh_token));
    expect(claimsOf(next).session_id).toBe(claimsOf(session).session_id);
    expect((await owner.refresh(token)).body.code).toBe("refresh_token_not_found");
  });

  test("starts anew at every sign-in, even if the former one's token is sent", async () => {
    const email = anEmail();
    const before = await service.register(email);
    const after = sessionIn(
      await service.ask("/token?grant_type=password", {
        bearer: before.access_token,
        body: { email, password: goodPassword },
      }),
    );
    expect(claimsOf(after).session_id).not.toBe(claimsOf(before).session_id);
  });

  test("is not read from a cookie, a query or a body", async () => {
    const { access_token } = await service.register();
    const asked = await Promise.all([
      service.ask("/user", {
        headers: { cookie: `sb-access-token=${access_token}; access_token=${access_token}` },
      }),
      service.ask(`/user?access_token=${access_token}&apikey=${access_token}`),
      service.ask("/user", { headers: { apikey: access_token } }),
      service.ask("/logout", { body: { access_token, authorization: `Bearer ${access_token}` } }),
    ]);
    expect(asked.map(({ body }) => body.code)).toEqual(Array(4).fill("no_authorization"));
  });

  test("of an account that is removed during a request ends with a normal error", async () => {
    const { access_token, user } = await service.register();
    let asked: Promise<Reply> | undefined;
    await service.database.db.transaction().execute(async (tx) => {
      await sql`delete from auth.users where id = ${user.id}`.execute(tx);
      asked = service.ask("/reauthenticate", { bearer: access_token });
      await untilLocked(tx, 1);
    });
    const { status, body } = (await asked) as Reply;
    expect([status, body.code]).toEqual([403, "user_not_found"]);
  });
});

describe("a session that has used the second factor", () => {
  test("does not share that with another one, before or after", async () => {
    const email = anEmail();
    const session = await service.register(email);
    const factor = await owner.enroll(session);
    const beside = await owner.signIn(email);
    const raised = await owner.raise(session, factor);
    expect(claimsOf(raised)).toMatchObject({ aal: "aal2", session_id: claimsOf(session).session_id });
    expect(await live(beside)).toBe(false);
    expect((await owner.refresh(beside.refresh_token)).status).toBe(400);
    expect((await owner.refresh(session.refresh_token)).status).toBe(400);

    const later = await owner.signIn(email);
    const refreshed = sessionIn(await owner.refresh(later.refresh_token));
    for (const lower of [later, refreshed]) {
      expect(claimsOf(lower).aal).toBe("aal1");
      const bearer = `Bearer ${lower.access_token}`;
      expect(await service.auth.authenticate(bearer)).toEqual({ ok: false, reason: "second_step_missing" });
    }
    expect(claimsOf(sessionIn(await owner.refresh(raised.refresh_token))).aal).toBe("aal2");
  });

  test("does not lend its challenge or factor to another account", async () => {
    const session = await service.register();
    const factor = await owner.enroll(session);
    const challenge = await owner.challenge(session, factor.id);
    const eve = await service.register();
    const own = await owner.enroll(eve);
    const code = codeAt(factor.secret, service.now());
    const replies = [
      await owner.answer(eve, factor.id, challenge, code),
      await owner.answer(eve, own.id, challenge, codeAt(own.secret, service.now())),
      await owner.remove(eve, factor.id),
      await service.ask(`/factors/${factor.id}/challenge`, { method: "POST", bearer: eve.access_token }),
    ];
    expect(replies.map(({ body }) => body.code)).toEqual(Array(4).fill("mfa_factor_not_found"));
  });
});

describe("the service key", () => {
  test("is not accepted if only almost right", async () => {
    const { key } = await administer(service);
    for (const near of [
      key.slice(0, -1),
      `${key}x`,
      key.toUpperCase(),
      key.slice(1),
      key.replace(/.$/, "!"),
    ]) {
      const { status } = await service.ask("/admin/users", { bearer: near });
      expect(status).toBe(403);
      expect(isSame(key, near)).toBe(false);
    }
    expect(isSame(key, key)).toBe(true);
  });

  test("is not a session, and opens no account", async () => {
    const { key } = await administer(service);
    for (const path of ["/user", "/reauthenticate", "/user/identities/authorize"]) {
      expect((await service.ask(path, { bearer: key })).body.code).toBe("bad_jwt");
    }
    expect(await service.auth.authenticate(`Bearer ${key}`)).toEqual({ ok: false, reason: "invalid" });
  });

  test("a user with the service's role, and a second factor, must have used it", async () => {
    const email = anEmail();
    const session = await service.register(email);
    await sql`update auth.users set role = 'service_role' where id = ${session.user.id}`.execute(
      service.database.db,
    );
    const list = ({ access_token }: SessionBody) => service.ask("/admin/users", { bearer: access_token });
    expect((await list(session)).status).toBe(200);
    const raised = await owner.raise(session, await owner.enroll(session));
    expect((await list(raised)).status).toBe(200);
    const { status, body } = await list(await owner.signIn(email));
    expect([status, body.code]).toEqual([403, "not_admin"]);
  });
});
