import { accountRoutes } from "@rounds/domain/account/routes.ts";
import { anId } from "@rounds/testkit/builders.ts";
import { afterAll, describe, expect, test } from "vitest";
import { signInAgain, startApp } from "../testing/app.ts";

const app = await startApp();
afterAll(() => app.close());

let people = 0;
const somebody = () => app.signUp(`person${++people}@example.com`);

describe("own sessions", () => {
  test("are listed with the current one, and only one's own", async () => {
    const member = await somebody();
    const answer = await app.send("/auth/v1/token?grant_type=password", {
      method: "POST",
      headers: { "content-type": "application/json", "user-agent": "Pocket 1.0" },
      body: JSON.stringify({ email: member.email, password: "correct horse battery" }),
    });
    expect(answer.status).toBe(200);
    const sessions = await member.call(accountRoutes.sessions, {});
    expect(sessions).toHaveLength(2);
    const moment = "2025-06-15T10:00:00.000Z";
    const about = { ip: "127.0.0.1", created_at: moment, last_used_at: moment, aal: "aal1" };
    expect(sessions).toContainEqual({ id: expect.any(String), user_agent: "node", current: true, ...about });
    expect(sessions).toContainEqual({
      id: expect.any(String),
      user_agent: "Pocket 1.0",
      current: false,
      ...about,
    });
  });

  test("another one can be ended, at once and with a row in the audit log", async () => {
    const member = await somebody();
    const other = await app.signIn(member.email);
    const [before] = await other.call(accountRoutes.sessions, {}).then((all) => all.filter((s) => s.current));
    const left = await member.call(accountRoutes.endSession, { params: { id: before?.id ?? "" } });
    expect(left.map((session) => session.current)).toEqual([true]);
    await expect(other.call(accountRoutes.sessions, {})).rejects.toMatchObject({ code: "session_ended" });
    const { rows } = await app.database.pool.query(
      "select actor_id, user_id, host(ip) as ip, traits from auth.audit_log where action = 'sessions_ended' and user_id = $1",
      [member.id],
    );
    expect(rows).toEqual([
      { actor_id: member.id, user_id: member.id, ip: "127.0.0.1", traits: { scope: "one" } },
    ]);
  });

  test("other people's, unknown ones and the current one can't be", async () => {
    const [member, other] = [await somebody(), await somebody()];
    const end = (id: string) => member.call(accountRoutes.endSession, { params: { id } });
    const others = await signInAgain(other);
    await expect(end(others)).rejects.toMatchObject({ code: "not_found" });
    await expect(end(anId())).rejects.toMatchObject({ code: "not_found" });
    const [own] = await member.call(accountRoutes.sessions, {});
    await expect(end(own?.id ?? "")).rejects.toMatchObject({ code: "forbidden" });
    expect(await other.call(accountRoutes.sessions, {})).toHaveLength(2);
    expect(await member.call(accountRoutes.sessions, {})).toHaveLength(1);
  });
});

test("a pending change of address is cancelled: its code is void, and the audit log says so", async () => {
  const member = await somebody();
  const change = await member.send("/auth/v1/user", {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: `new-${member.email}` }),
  });
  expect(JSON.parse(change.text).new_email).toBe(`new-${member.email}`);
  const { rows: before } = await app.database.pool.query(
    `insert into auth.one_time_tokens (id, user_id, kind, sent_to, code_hash, code_salt, created_at, expires_at)
     select gen_random_uuid(), id, 'email_change_new', new_email, sha256('code'), sha256('salt'), now(), now() + interval '1 day'
     from auth.users where id = $1 returning kind`,
    [member.id],
  );
  expect(before).toHaveLength(1);

  for (let time = 0; time < 2; time++) {
    expect((await member.call(accountRoutes.cancelEmailChange, {})).email_change).toBe("both");
  }
  const user = JSON.parse((await member.send("/auth/v1/user")).text);
  expect([user.email, user.new_email]).toEqual([member.email, undefined]);
  const { rows } = await app.database.pool.query(
    "select (select count(*)::int from auth.one_time_tokens where user_id = $1) as tokens, count(*)::int as entries from auth.audit_log where user_id = $1 and action = 'user_email_change_cancelled'",
    [member.id],
  );
  expect(rows).toEqual([{ tokens: 0, entries: 1 }]);
});
