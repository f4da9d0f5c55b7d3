import { afterAll, describe, expect, test, vi } from "vitest";
import { goodPassword, type Reply, type SessionBody, startService } from "../testing/service.ts";

// The machine that runs this may be busy.
vi.setConfig({ testTimeout: 120_000 });

const one = await startService();
// Two servers on one database: what one process remembers must not decide.
const two = await startService({ database: one.database });
await one.register("first@example.com");
afterAll(async () => {
  await two.close();
  await one.close();
});

const by = { actor_id: null, client: { ip: null, user_agent: null } };

function refresh({ refresh_token }: { refresh_token: string }, at = 0): Promise<Reply> {
  return (at % 2 ? two : one).ask("/token?grant_type=refresh_token", { body: { refresh_token } });
}

function pass(seconds: number) {
  one.pass(seconds);
  two.pass(seconds);
}

const sessions = (replies: Reply[]) =>
  replies.filter(({ status }) => status === 200).map(({ body }) => body as unknown as SessionBody);
const live = async ({ access_token }: SessionBody) =>
  (await one.ask("/user", { bearer: access_token })).status === 200;

/** The unused refresh tokens of an account, in any session. */
async function unused(userId: string): Promise<number> {
  const rows = await one.database.db
    .selectFrom("auth.refresh_tokens as token")
    .innerJoin("auth.sessions as session", "session.id", "token.session_id")
    .where("session.user_id", "=", userId)
    .where("session.revoked_at", "is", null)
    .where("token.used_at", "is", null)
    .select("token.id")
    .execute();
  return rows.length;
}

describe("one refresh token, used 50 times at once on two servers", () => {
  test("not used before: every answer is the same successor, in the same session", async () => {
    const session = await one.register();
    const replies = await Promise.all(Array.from({ length: 50 }, (_, at) => refresh(session, at)));
    const given = sessions(replies);
    expect(given).toHaveLength(50);
    expect(new Set(given.map(({ refresh_token }) => refresh_token)).size).toBe(1);
    expect(await unused(session.user.id)).toBe(1);
  });

  test("used, with an unused successor: the lost answer, again", async () => {
    const session = await one.register();
    const [child] = sessions([await refresh(session)]);
    pass(3600);
    const replies = await Promise.all(Array.from({ length: 50 }, (_, at) => refresh(session, at)));
    expect(new Set(sessions(replies).map(({ refresh_token }) => refresh_token))).toEqual(
      new Set([child?.refresh_token]),
    );
    expect(await unused(session.user.id)).toBe(1);
  });

  test("used long ago: the family is gone", async () => {
    const session = await one.register();
    const [child] = sessions([await refresh(session)]);
    if (!child) throw new Error("no child");
    const [grandchild] = sessions([await refresh(child)]);
    if (!grandchild) throw new Error("no grandchild");
    pass(11);
    const replies = await Promise.all([
      ...Array.from({ length: 25 }, (_, at) => refresh(session, at)),
      refresh(grandchild),
      ...Array.from({ length: 25 }, (_, at) => refresh(session, at)),
    ]);
    // The owner may have come before the thief; either way both are signed out.
    expect(sessions(replies).length).toBeLessThanOrEqual(1);
    expect(await unused(session.user.id)).toBe(0);
    expect(await live(grandchild)).toBe(false);
    for (const late of [grandchild, ...sessions(replies)]) {
      expect((await refresh(late)).body.code).toBe("refresh_token_already_used");
    }
  });

  test("two used tokens of one family at the same time", async () => {
    const session = await one.register();
    const [child] = sessions([await refresh(session)]);
    if (!child) throw new Error("no child");
    const [grandchild] = sessions([await refresh(child)]);
    if (!grandchild) throw new Error("no grandchild");
    pass(11);
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, at) => refresh(at % 2 ? session : child, at >> 1)),
    );
    expect(replies.every(({ status }) => status === 200 || status === 400)).toBe(true);
    // The parent of the newest one is accepted until the family is ended; after that nothing is.
    expect(await unused(session.user.id)).toBe(0);
    expect(await live(grandchild)).toBe(false);
    for (const late of sessions(replies)) expect((await refresh(late)).status).toBe(400);
  });
});

describe("a refresh at the same moment as", () => {
  const ends: [string, string, (session: SessionBody) => Promise<unknown>][] = [
    [
      "signing out",
      "session_not_found",
      ({ access_token }) => two.ask("/logout", { method: "POST", bearer: access_token }),
    ],
    ["a ban", "user_banned", ({ user }) => two.auth.accounts.disable(user.id, by)],
    ["the end of the account", "user_not_found", ({ user }) => two.auth.accounts.erase(user.id, by)],
    [
      "an administrator's sign-out",
      "session_not_found",
      ({ user }) => two.auth.accounts.endSessions(user.id, by),
    ],
    [
      "a change of the password elsewhere",
      "session_not_found",
      async ({ user }) => {
        const elsewhere = await two.ask("/token?grant_type=password", {
          body: { email: user.email, password: goodPassword },
        });
        const bearer = String(elsewhere.body.access_token);
        await two.ask("/user", { method: "PUT", bearer, body: { password: "another horse" } });
        await two.ask("/logout?scope=local", { method: "POST", bearer });
      },
    ],
  ];
  test.each(ends)("%s leaves no valid token", async (_, code, end) => {
    for (let round = 0; round < 3; round++) {
      const session = await one.register();
      const [replies] = await Promise.all([
        Promise.all(Array.from({ length: 12 }, (_, at) => refresh(session, at))),
        end(session),
      ]);
      expect(replies.every(({ status }) => status < 500)).toBe(true);
      expect(await unused(session.user.id)).toBe(0);
      for (const late of [session, ...sessions(replies)]) {
        const { status, body } = await one.ask("/user", { bearer: late.access_token });
        expect([status, body.code]).toEqual([403, code]);
        expect(await one.auth.authenticate(`Bearer ${late.access_token}`)).toEqual({
          ok: false,
          reason: "session_ended",
        });
        expect((await refresh(late)).status).toBe(400);
      }
    }
  });
});
