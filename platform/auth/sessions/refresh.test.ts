import { decodeJwt } from "jose";
import { afterAll, describe, expect, test } from "vitest";
import { untilLocked } from "../testing/locks.ts";
import { goodPassword, type SessionBody, startService } from "../testing/service.ts";
import { tokenHash } from "./refresh-tokens.ts";

const service = await startService();
afterAll(() => service.close());

const ask = (refresh_token: unknown) =>
  service.ask("/token?grant_type=refresh_token", { body: { refresh_token } });

/** Uses a token that must be valid. */
async function refresh(token: string): Promise<SessionBody> {
  const { status, body, text } = await ask(token);
  expect([status, text]).toEqual([200, expect.stringContaining("access_token")]);
  return body as SessionBody;
}

const tokensOf = (sessionId: unknown) =>
  service.database.db
    .selectFrom("auth.refresh_tokens")
    .selectAll()
    .where("session_id", "=", sessionId as string)
    .orderBy("id")
    .execute();

const alreadyUsed = {
  code: "refresh_token_already_used",
  message: "Invalid Refresh Token: Already Used",
};
const stranger = "A".repeat(43);

describe("POST /token?grant_type=refresh_token", () => {
  test("the client library refreshes: a new token, the same session", async () => {
    const client = service.client();
    await client.signUp({ email: "library@example.com", password: goodPassword });
    const before = (await client.getSession()).data.session;
    service.pass(30);
    const { data, error } = await client.refreshSession();
    expect(error).toBeNull();
    expect(data.session?.refresh_token).not.toBe(before?.refresh_token);
    expect(data.session?.user).toEqual(before?.user);
    const [old, now] = [before, data.session].map((session) => decodeJwt(session?.access_token ?? ""));
    expect(now?.session_id).toBe(old?.session_id);
    expect(now?.amr).toEqual(old?.amr);
    expect(now?.iat).toBeGreaterThan(old?.iat ?? 0);
  });

  const refusals: [string, unknown, string, string][] = [
    ["nothing", undefined, "validation_failed", "Refresh token is not valid"],
    ["an empty text", "", "validation_failed", "Refresh token is not valid"],
    ["another shape", "not a token", "validation_failed", "Refresh token is not valid"],
    ["a very long text", "A".repeat(5000), "validation_failed", "Refresh token is not valid"],
    [
      "an unknown token",
      stranger,
      "refresh_token_not_found",
      "Invalid Refresh Token: Refresh Token Not Found",
    ],
    [
      "an older service's token",
      "abcdefgh1234",
      "refresh_token_not_found",
      "Invalid Refresh Token: Refresh Token Not Found",
    ],
  ];
  test.each(refusals)("refuses %s", async (_, token, code, message) => {
    const { status, body } = await ask(token);
    expect([status, body]).toEqual([400, { code, message }]);
  });

  test("nothing that is stored works as a token", async () => {
    const { refresh_token, access_token } = await service.register();
    const { refresh_token: child } = await refresh(refresh_token);
    const rows = await tokensOf(decodeJwt(access_token).session_id);
    expect(rows.map((row) => row.token_hash)).toEqual([tokenHash(refresh_token), tokenHash(child)]);
    for (const secret of rows.flatMap((row) => [row.token_hash, row.salt])) {
      if (secret) expect((await ask(secret.toString("base64url"))).body.code).toBe("refresh_token_not_found");
    }
    // The means to give the successor again exist only as long as necessary.
    await refresh(child);
    expect((await tokensOf(decodeJwt(access_token).session_id)).map((row) => row.salt !== null)).toEqual([
      false,
      false,
      true,
    ]);
  });

  test("50 parallel refreshes of one token leave one family with one newest token", async () => {
    const { refresh_token, access_token } = await service.register();
    const id = decodeJwt(access_token).session_id as string;
    let asked: ReturnType<typeof ask>[] = [];
    await service.database.db.transaction().execute(async (tx) => {
      await tx.selectFrom("auth.sessions").select("id").where("id", "=", id).forUpdate().execute();
      asked = Array.from({ length: 50 }, () => ask(refresh_token));
      await untilLocked(tx, 15);
    });
    const replies = await Promise.all(asked);
    expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([200]));
    const given = new Set(replies.map((reply) => reply.body.refresh_token));
    expect(given.size).toBe(1);
    expect(await tokensOf(id)).toHaveLength(2);
    await refresh([...given][0] as string);
  });

  test("a lost answer: the parent of the newest token returns that token again, at any time", async () => {
    const first = await service.register();
    const second = await refresh(first.refresh_token);
    service.pass(40 * 86_400);
    expect((await refresh(first.refresh_token)).refresh_token).toBe(second.refresh_token);
    expect((await refresh(first.refresh_token)).refresh_token).toBe(second.refresh_token);
    const third = await refresh(second.refresh_token);
    expect(third.refresh_token).not.toBe(second.refresh_token);
  });

  test("a used token succeeds within the reuse interval of 10 seconds", async () => {
    const first = await service.register();
    const second = await refresh(first.refresh_token);
    const third = await refresh(second.refresh_token);
    service.pass(9);
    const again = await refresh(first.refresh_token);
    expect(again.refresh_token).not.toBe(third.refresh_token);
    // Both branches continue.
    await refresh(third.refresh_token);
    await refresh(again.refresh_token);
  });

  test("after the interval a used token ends its family at once, and that is committed although the answer is an error", async () => {
    const first = await service.register();
    const other = (
      await service.ask("/token?grant_type=password", {
        body: { email: first.user.email, password: goodPassword },
      })
    ).body as SessionBody;
    const second = await refresh(first.refresh_token);
    const third = await refresh(second.refresh_token);
    service.pass(11);
    const { status, body } = await ask(first.refresh_token);
    expect([status, body]).toEqual([400, alreadyUsed]);
    for (const token of [first, second, third]) {
      expect((await ask(token.refresh_token)).body).toEqual(alreadyUsed);
      expect((await service.ask("/user", { bearer: token.access_token })).body.code).toBe(
        "session_not_found",
      );
    }
    // The user's other sessions continue.
    await refresh(other.refresh_token);
    const { db } = service.database;
    const log = await db
      .selectFrom("auth.audit_log")
      .select("action")
      .where("user_id", "=", first.user.id)
      .orderBy("id")
      .execute();
    expect(log.map(({ action }) => action)).toEqual([
      "user_signedup",
      "login",
      "token_refreshed",
      "token_refreshed",
      "token_family_revoked",
      "token_refreshed",
    ]);
  });

  test("refresh, theft and sign-out at the same time never leave a valid token behind", async () => {
    for (let round = 0; round < 5; round++) {
      const first = await service.register();
      const second = await refresh(first.refresh_token);
      const replies = await Promise.all([
        ...Array.from({ length: 8 }, () => ask(second.refresh_token)),
        service.ask("/logout", { method: "POST", bearer: second.access_token }),
        ...Array.from({ length: 8 }, () => ask(first.refresh_token)),
      ]);
      expect(replies.every(({ status }) => status < 500)).toBe(true);
      for (const { body } of replies) {
        if (typeof body.refresh_token === "string") expect((await ask(body.refresh_token)).status).toBe(400);
      }
    }
  });

  test("a signed-out session's token is not found", async () => {
    const { refresh_token, access_token } = await service.register();
    await service.ask("/logout", { method: "POST", bearer: access_token });
    expect((await ask(refresh_token)).body.code).toBe("refresh_token_not_found");
  });

  test("a session that ends while a refresh waits for its lock", async () => {
    const { refresh_token, access_token } = await service.register();
    const id = decodeJwt(access_token).session_id as string;
    let reply: ReturnType<typeof ask> | undefined;
    await service.database.db.transaction().execute(async (tx) => {
      await tx.deleteFrom("auth.sessions").where("id", "=", id).execute();
      reply = ask(refresh_token);
      await untilLocked(tx, 1);
    });
    expect((await reply)?.body).toEqual({
      code: "session_not_found",
      message: "Invalid Refresh Token: No Valid Session Found",
    });
  });

  test("a banned user gets no new token", async () => {
    const { refresh_token, user } = await service.register();
    const { db } = service.database;
    const ban = (until: string | null) =>
      db.updateTable("auth.users").set({ banned_until: until }).where("id", "=", user.id).execute();
    await ban("2999-01-01T00:00:00.000Z");
    const { status, body } = await ask(refresh_token);
    expect([status, body]).toEqual([
      400,
      { code: "user_banned", message: "Invalid Refresh Token: User Banned" },
    ]);
    await ban(null);
    await refresh(refresh_token);
  });

  test("used tokens are kept for 30 days", async () => {
    const first = await service.register();
    const id = decodeJwt(first.access_token).session_id;
    let latest = first;
    for (let day = 0; day < 3; day++) latest = await refresh(latest.refresh_token);
    service.pass(31 * 86_400);
    await refresh(latest.refresh_token);
    expect(await tokensOf(id)).toHaveLength(2);
    expect((await ask(first.refresh_token)).body.code).toBe("refresh_token_not_found");
  });
});
