import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Administration, administer } from "../testing/administration.ts";
import { codeAt, ownerOf } from "../testing/authenticator.ts";
import { readMail } from "../testing/mailbox.ts";
import {
  anEmail,
  goodPassword,
  type SessionBody,
  startService,
  type TestService,
} from "../testing/service.ts";

let service: TestService;
let confirming: TestService;
let administration: Administration;
let owner: ReturnType<typeof ownerOf>;
beforeAll(async () => {
  service = await startService({ settings: { anonymous_sign_ins: true } });
  confirming = await startService({ database: service.database, settings: { confirm_email: true } });
  administration = await administer(service);
  owner = ownerOf(service);
  await service.register("first@example.com");
  const { db } = service.database;
  await sql`create function auth.refuse_entry() returns trigger language plpgsql as
    'begin raise exception ''no entry today''; end'`.execute(db);
  await sql`create trigger no_entry before insert on auth.audit_log
    for each row execute function auth.refuse_entry()`.execute(db);
  await sql`create function auth.refuse_commit() returns trigger language plpgsql as
    'begin raise exception ''no change today''; end'`.execute(db);
  for (const table of accountTables) {
    await sql`create constraint trigger no_commit after insert or update or delete on ${sql.table(table)}
      deferrable initially deferred for each row execute function auth.refuse_commit()`.execute(db);
  }
  await allow(true);
});
afterAll(async () => {
  await confirming.close();
  await service.close();
});

/** What a change of an account may change, apart from the log. */
const accountTables = [
  "auth.users",
  "auth.sessions",
  "auth.refresh_tokens",
  "auth.one_time_tokens",
  "auth.factors",
  "auth.challenges",
  "auth.messages",
];

/** Allows everything, or no entry of the log, or no end of a transaction that changes an account. */
async function allow(what: true | { entries: boolean; commits: boolean }): Promise<void> {
  const { entries, commits } = what === true ? { entries: true, commits: true } : what;
  const turn = (allowed: boolean) => sql.raw(allowed ? "disable" : "enable");
  const { db } = service.database;
  await sql`alter table auth.audit_log ${turn(entries)} trigger no_entry`.execute(db);
  for (const table of accountTables) {
    await sql`alter table ${sql.table(table)} ${turn(commits)} trigger no_commit`.execute(db);
  }
}

const by = { actor_id: null, client: { ip: null, user_agent: null } };

describe("the audit log", () => {
  test("nobody can change or empty it", async () => {
    const { db } = service.database;
    for (const statement of [
      sql`update auth.audit_log set action = 'x'`,
      sql`update auth.audit_log set ip = null where id = 1`,
      sql`delete from auth.audit_log`,
      sql`delete from auth.audit_log where id < 0`,
      sql`truncate auth.audit_log`,
      sql`truncate auth.users, auth.audit_log cascade`,
    ]) {
      await expect(statement.execute(db)).rejects.toThrow(/append-only/);
    }
  });

  test("outlives the accounts it is about", async () => {
    const { user } = await service.register();
    expect((await administration.ask(`/admin/users/${user.id}`, { method: "DELETE", body: {} })).status).toBe(
      200,
    );
    const actions = (await administration.auditOf(user.id)).map(([action]) => action);
    expect(actions).toEqual(["user_signedup", "user_deleted"]);
  });
});

/** Everything that the service stores about accounts, except its counters. */
async function state(): Promise<string> {
  const { rows } = await sql<{ all: string }>`
    select concat_ws('/',
      (select md5(string_agg(t::text, ',' order by id)) from auth.users t),
      (select md5(string_agg(t::text, ',' order by id)) from auth.identities t),
      (select md5(string_agg(t::text, ',' order by id)) from auth.sessions t),
      (select md5(string_agg(t::text, ',' order by id)) from auth.refresh_tokens t),
      (select md5(string_agg(t::text, ',' order by id)) from auth.one_time_tokens t),
      (select md5(string_agg(t::text, ',' order by code_hash)) from auth.auth_codes t),
      (select md5(string_agg(t::text, ',' order by id)) from auth.factors t),
      (select md5(string_agg(t::text, ',' order by id)) from auth.challenges t),
      (select md5(string_agg(t::text, ',' order by id)) from auth.messages t)) as all
  `.execute(service.database.db);
  return rows[0]?.all ?? "";
}

async function entries(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from auth.audit_log`.execute(
    service.database.db,
  );
  return rows[0]?.count ?? 0;
}

/** Returns the status, also for requests of the rest of the product through a function. */
type Act = () => Promise<unknown>;
const put =
  ({ access_token }: SessionBody, body: Record<string, unknown>) =>
  () =>
    service.ask("/user", { method: "PUT", bearer: access_token, body });
const post = (path: string, body: Record<string, unknown>) => () => service.ask(path, { body });

async function mailed(path: string, body: Record<string, unknown> & { email: string }) {
  await service.ask(path, { body });
  return readMail(service, body.email);
}

/** Every change of an account, in an order that satisfies their preconditions. */
const changes: Record<string, () => Promise<Act>> = {
  "POST /signup": async () => post("/signup", { email: anEmail(), password: goodPassword }),
  "POST /signup, anonymous": async () => post("/signup", {}),
  "POST /signup, to be confirmed": async () => () =>
    confirming.ask("/signup", { body: { email: anEmail(), password: goodPassword } }),
  "POST /token, password": async () => {
    const { user } = await service.register();
    return post("/token?grant_type=password", { email: user.email, password: goodPassword });
  },
  "POST /token, refresh_token": async () => post("/token?grant_type=refresh_token", await service.register()),
  "POST /token, pkce": async () => {
    const challenge = { code_challenge: "v".repeat(43), code_challenge_method: "plain" };
    const { link } = await mailed("/otp", { email: anEmail(), ...challenge });
    const landed = await fetch(`${service.url}/verify${link.search}`, { redirect: "manual" });
    const auth_code = new URL(landed.headers.get("location") ?? "").searchParams.get("code");
    return post("/token?grant_type=pkce", { auth_code, code_verifier: "v".repeat(43) });
  },
  "POST /verify, a code": async () => {
    const email = anEmail();
    const { code } = await mailed("/otp", { email });
    return post("/verify", { type: "email", email, token: code });
  },
  "GET /verify": async () => {
    const { link } = await mailed("/otp", { email: anEmail() });
    return () => fetch(`${service.url}/verify${link.search}`, { redirect: "manual" });
  },
  "POST /verify, the first half of a change of address": async () => {
    const email = anEmail();
    await put(await service.register(), { email })();
    const { code } = await readMail(service, email);
    return post("/verify", { type: "email_change", email, token: code });
  },
  "POST /logout": async () => {
    const { access_token } = await service.register();
    return () => service.ask("/logout", { method: "POST", bearer: access_token });
  },
  "PUT /user, data": async () => put(await service.register(), { data: { name: "Asha" } }),
  "PUT /user, password": async () => put(await service.register(), { password: "another horse" }),
  "PUT /user, address": async () => put(await service.register(), { email: anEmail() }),
  "GET /reauthenticate": async () => {
    const { access_token } = await service.register();
    return () => service.ask("/reauthenticate", { bearer: access_token });
  },
  "POST /factors": async () => {
    const { access_token } = await service.register();
    return () => service.ask("/factors", { bearer: access_token, body: { factor_type: "totp" } });
  },
  "POST /factors/{id}/challenge": async () => {
    const session = await service.register();
    const { id } = await owner.enroll(session);
    return () => service.ask(`/factors/${id}/challenge`, { method: "POST", bearer: session.access_token });
  },
  "POST /factors/{id}/verify": async () => {
    const session = await service.register();
    const { id, secret } = await owner.enroll(session);
    const challenge = await owner.challenge(session, id);
    return () => owner.answer(session, id, challenge, codeAt(secret, service.now()));
  },
  "DELETE /factors/{id}": async () => {
    const session = await service.register();
    const { id } = await owner.enroll(session);
    return () => owner.remove(session, id);
  },
  "POST /admin/users": async () => () =>
    administration.ask("/admin/users", { body: { email: anEmail(), email_confirm: true } }),
  "PUT /admin/users/{id}": async () => {
    const { user } = await service.register();
    const body = { user_metadata: { name: "Asha" }, ban_duration: "24h", password: "another horse" };
    return () => administration.ask(`/admin/users/${user.id}`, { method: "PUT", body });
  },
  "DELETE /admin/users/{id}": async () => {
    const { user } = await service.register();
    return () => administration.ask(`/admin/users/${user.id}`, { method: "DELETE", body: {} });
  },
  "POST /invite": async () => () => administration.ask("/invite", { body: { email: anEmail() } }),
  "POST /admin/generate_link": async () => {
    const { user } = await service.register();
    return () =>
      administration.ask("/admin/generate_link", { body: { type: "recovery", email: user.email } });
  },
  "Team: disable": async () => {
    const { user } = await service.register();
    return () => service.auth.accounts.disable(user.id, by);
  },
  "Team: make an administrator": async () => {
    const { user } = await service.register();
    return () => service.auth.accounts.setRole(user.id, "admin", by);
  },
  "Team: end the sessions": async () => {
    const { user } = await service.register();
    return () => service.auth.accounts.endSessions(user.id, by);
  },
  "Team: remove the second factors": async () => {
    const session = await service.register();
    await owner.raise(session, await owner.enroll(session));
    return () => service.auth.accounts.removeFactors(session.user.id, by);
  },
  "Team: send a link for a new password": async () => {
    const { user } = await service.register();
    return () => service.auth.accounts.sendRecovery(user.id, { endSessions: true }, by);
  },
  "Team: erase": async () => {
    const { user } = await service.register();
    return () => service.auth.accounts.erase(user.id, by);
  },
};

async function statusOf(act: Act): Promise<number> {
  try {
    const answer = (await act()) as { status?: number } | undefined;
    return answer?.status ?? 200;
  } catch {
    return 500;
  }
}

describe("no change of an account is possible without its entry in the same transaction", () => {
  test.each(Object.keys(changes))("%s", async (name) => {
    const act = await changes[name]?.();
    if (!act) throw new Error(`nothing is known of ${name}`);
    const [before, written] = [await state(), await entries()];
    // Neither can be written without the other.
    for (const half of [
      { entries: false, commits: true },
      { entries: true, commits: false },
    ]) {
      await allow(half);
      const refused = await statusOf(act);
      await allow(true);
      expect({ ...half, refused }).toEqual({ ...half, refused: 500 });
      expect([await state(), await entries()]).toEqual([before, written]);
    }
    expect([200, 204, 303]).toContain(await statusOf(act));
    expect(await state()).not.toBe(before);
    expect(await entries()).toBeGreaterThan(written);
  });
});

describe("the last administrator", () => {
  async function twoAdmins() {
    const own = await startService();
    const key = await administer(own);
    const [first, second] = [
      await own.register("first@example.com"),
      await own.register("second@example.com"),
    ];
    return { own, key, first: first.user.id, second: second.user.id };
  }
  const admins = async (own: TestService) => {
    const { rows } = await sql`select 1 from auth.users
      where app_metadata ->> 'role' = 'admin' and deleted_at is null and banned_until is null`.execute(
      own.database.db,
    );
    return rows.length;
  };

  test("stays, whoever tries to remove them and however", async () => {
    const { own, key, first } = await twoAdmins();
    const { accounts } = own.auth;
    for (const act of [
      () => accounts.setRole(first, "representative", by),
      () => accounts.disable(first, by),
      () => accounts.erase(first, by),
    ]) {
      await expect(act()).rejects.toThrow(/last administrator/i);
    }
    for (const asked of [
      { method: "PUT", body: { app_metadata: { role: null } } },
      { method: "PUT", body: { app_metadata: { role: "representative" } } },
      { method: "PUT", body: { ban_duration: "24h" } },
      { method: "DELETE", body: {} },
      { method: "DELETE", body: { should_soft_delete: true } },
    ]) {
      const { status, body } = await key.ask(`/admin/users/${first}`, asked);
      expect([status, body.code]).toEqual([422, "last_admin"]);
    }
    expect(await admins(own)).toBe(1);
    await own.close();
  });

  test("remains if two remove each other at the same moment", async () => {
    const { own, first, second } = await twoAdmins();
    const { accounts } = own.auth;
    for (let round = 0; round < 5; round++) {
      await accounts.setRole(first, "admin", by);
      await accounts.setRole(second, "admin", by);
      const done = await Promise.allSettled([
        accounts.setRole(first, "representative", { ...by, actor_id: second }),
        accounts.disable(second, { ...by, actor_id: first }),
      ]);
      expect(done.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      expect(await admins(own)).toBe(1);
      await accounts.enable(second, by);
    }
    await own.close();
  });
});
