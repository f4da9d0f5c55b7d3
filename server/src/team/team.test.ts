import { randomUUID } from "node:crypto";
import type { AuditAction } from "@rounds/auth/base/audit.ts";
import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import type { auditActions } from "@rounds/domain/team/audit-actions.ts";
import { teamRoutes } from "@rounds/domain/team/routes.ts";
import type { TeamMember } from "@rounds/domain/team/team.ts";
import { aDoctor, anId } from "@rounds/testkit/builders.ts";
import { address, type Member } from "@rounds/testkit/caller.ts";
import { afterAll, describe, expect, expectTypeOf, test } from "vitest";
import { signInAgain, startApp } from "../testing/app.ts";

const app = await startApp({ email: "admin@example.com" });
/** A mail server that does not answer: mails wait. */
const nowhere = { by: "smtp", url: "smtp://127.0.0.1:9" } as const;
afterAll(() => app.close());

let people = 0;
const somebody = () => app.signUp(`person${++people}@example.com`);
const on = ({ id }: { id: string }) => ({ params: { id } });

/** The audit log's entries of an account, newest first. */
async function auditOf({ id }: { id: string }) {
  const { rows } = await app.call(teamRoutes.audit, { query: { user: id, per_page: 100 } });
  return rows;
}

/** Gives somebody a verified second factor, as enrolling one does. */
async function giveFactor({ id }: Member): Promise<string> {
  const factor = randomUUID();
  await app.db
    .insertInto("auth.factors")
    .values({
      id: factor,
      user_id: id,
      factor_type: "totp",
      status: "verified",
      friendly_name: "Phone",
      secret: Buffer.alloc(20, 1),
      created_at: "2025-06-15T10:00:00.000Z",
      updated_at: "2025-06-15T10:00:00.000Z",
    })
    .execute();
  return factor;
}

describe("access", () => {
  const { company: _, ...forAdministrators } = teamRoutes;
  test.each(Object.entries(forAdministrators))(
    "%s is for administrators only",
    async (_, { method, path }) => {
      const member = await app.signUp(`${anId()}@example.com`);
      const answer = await member.send(address(path, { id: anId() }), { method });
      expect([answer.status, JSON.parse(answer.text).code]).toEqual([403, "forbidden"]);
    },
  );

  test("follows the database, not the access token", async () => {
    const member = await somebody();
    await app.call(teamRoutes.makeAdmin, on(member));
    expect((await member.call(teamRoutes.list, {})).total).toBeGreaterThan(1);
    await app.call(teamRoutes.makeRepresentative, on(member));
    await expect(member.call(teamRoutes.list, {})).rejects.toMatchObject({ code: "forbidden" });
  });

  test("an administrator who has not used the second factor is refused", async () => {
    const member = await somebody();
    await app.call(teamRoutes.makeAdmin, on(member));
    await giveFactor(member);
    await expect(member.call(teamRoutes.removeFactors, on(member))).rejects.toMatchObject({ status: 403 });
    await app.call(teamRoutes.removeFactors, on(member));
    expect((await member.call(teamRoutes.list, {})).total).toBeGreaterThan(1);
    await app.call(teamRoutes.makeRepresentative, on(member));
  });
});

describe("the list", () => {
  test("shows each account with role, status, sessions and second factor, newest first", async () => {
    const list = await startApp({ email: "first@example.com" });
    list.setClock("2025-06-15T10:01:00Z");
    const second = await list.signUp("second@example.com");
    await list.database.pool.query(
      `update auth.users set user_metadata = '{"name": "Meerā Iyer"}', phone = '919822011111' where id = $1`,
      [second.id],
    );
    await signInAgain(second);
    list.setClock("2025-06-15T10:02:00Z");
    const third = await list.call(teamRoutes.invite, { body: { email: "Third@Example.com", role: "admin" } });
    const admin = await list.signIn("first@example.com");
    const listed = async (query: object) => {
      const { rows } = await admin.call(teamRoutes.list, { query });
      return rows.map((row) => row.email?.split("@")[0]);
    };
    const { rows, ...page } = await admin.call(teamRoutes.list, {});
    expect(page).toEqual({ total: 3, unfiltered: 3, page: 1, page_size: 20 });
    expect(rows).toEqual([
      {
        id: third.member.id,
        email: "third@example.com",
        phone: null,
        name: null,
        role: "admin",
        status: "invited",
        created_at: "2025-06-15T10:02:00.000Z",
        last_sign_in_at: null,
        sessions: 0,
        has_second_factor: false,
      },
      {
        id: second.id,
        email: "second@example.com",
        phone: "919822011111",
        name: "Meerā Iyer",
        role: "representative",
        status: "active",
        created_at: "2025-06-15T10:01:00.000Z",
        last_sign_in_at: "2025-06-15T10:01:00.000Z",
        sessions: 2,
        has_second_factor: false,
      },
      expect.objectContaining({ email: "first@example.com", role: "admin", status: "active" }),
    ] satisfies TeamMember[]);
    await list.call(teamRoutes.disable, on(second));
    expect(await listed({ status: "all" })).toEqual(["third", "second", "first"]);
    expect(await listed({ status: "active" })).toEqual(["first"]);
    expect(await listed({ status: "disabled" })).toEqual(["second"]);
    expect(await listed({ status: "invited" })).toEqual(["third"]);
    expect(await listed({ status: "unconfirmed" })).toEqual([]);
    expect(await listed({ status: "admins" })).toEqual(["third", "first"]);
    const numbers = ["+91 98220", "09822011111", "098220-11111", "0098220", "९८२२०", "०९८२२०१११११"];
    for (const search of ["SECOND@", "meera", "iyer second@example.com", ...numbers])
      expect(await listed({ search }), search).toEqual(["second"]);
    expect(await listed({ search: "09822011112" })).toEqual([]);
    expect(await listed({ search: "_econd" })).toEqual([]);
    expect(await listed({ page: 2, per_page: 1 })).toEqual(["second"]);
    // Beyond the last page: the last one.
    expect(await listed({ page: 9, per_page: 2 })).toEqual(["first"]);
    await list.close();
  });

  test("shows the devices and second factors of one member", async () => {
    const member = await somebody();
    const factor = await giveFactor(member);
    const detail = await app.call(teamRoutes.read, on(member));
    expect(detail.open_sessions).toEqual([
      {
        id: expect.any(String),
        user_agent: "node",
        ip: "127.0.0.1",
        created_at: "2025-06-15T10:00:00.000Z",
        last_used_at: "2025-06-15T10:00:00.000Z",
        aal: "aal1",
      },
    ]);
    expect(detail.factors.map(({ id, factor_type }) => [id, factor_type])).toEqual([[factor, "totp"]]);
    expect([detail.has_second_factor, detail.sessions, detail.disabled_until]).toEqual([true, 1, null]);
  });
});

describe("managing an account", () => {
  test("disabling ends all sessions and keeps its owner out until it is enabled", async () => {
    const member = await somebody();
    const disabled = await app.call(teamRoutes.disable, on(member));
    expect([disabled.status, disabled.sessions]).toEqual(["disabled", 0]);
    await expect(member.call(doctorRoutes.places, {})).rejects.toMatchObject({ status: 401 });
    await expect(app.signIn(member.email)).rejects.toThrow("user_banned");
    expect((await app.call(teamRoutes.enable, on(member))).status).toBe("active");
    const again = await app.signIn(member.email);
    await again.call(doctorRoutes.places, {});
    const entries = await auditOf(member);
    expect(entries.map(({ action }) => action)).toEqual([
      "login",
      "user_unbanned",
      "user_banned",
      "user_signedup",
    ]);
    expect(entries[2]).toMatchObject({
      actor: { id: app.id, email: "admin@example.com" },
      user: { id: member.id, email: member.email },
      ip: "127.0.0.1",
    });
  });

  test("a disabled or signed-out user gets that error when the session's own token is refused", async () => {
    const member = await somebody();
    const ask = async (grant: string, body: object) => {
      const answer = await app.member.send(`/auth/v1/token?grant_type=${grant}`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-supabase-api-version": "2024-01-01" },
        body: JSON.stringify(body),
      });
      return JSON.parse(answer.text);
    };
    const signIn = () => ask("password", { email: member.email, password: "correct horse battery" });
    const { refresh_token } = await signIn();
    await app.call(teamRoutes.disable, on(member));
    expect((await ask("refresh_token", { refresh_token })).code).toBe("user_banned");
    await app.call(teamRoutes.enable, on(member));
    // The session does not return with the account.
    expect((await ask("refresh_token", { refresh_token })).code).toBe("refresh_token_not_found");
    const again = await signIn();
    await app.call(teamRoutes.endSessions, on(member));
    expect((await ask("refresh_token", again)).code).toBe("refresh_token_not_found");
  });

  test("says who is the only administrator", async () => {
    const member = await somebody();
    expect((await app.call(teamRoutes.read, on(app))).is_last_admin).toBe(true);
    await app.call(teamRoutes.makeAdmin, on(member));
    expect((await app.call(teamRoutes.read, on(app))).is_last_admin).toBe(false);
    expect((await app.call(teamRoutes.read, on(member))).is_last_admin).toBe(false);
    await app.call(teamRoutes.disable, on(member));
    expect((await app.call(teamRoutes.read, on(app))).is_last_admin).toBe(true);
    await app.call(teamRoutes.enable, on(member));
    await app.call(teamRoutes.makeRepresentative, on(member));
  });

  test("ending the sessions signs out everywhere and allows signing in again", async () => {
    const member = await somebody();
    expect((await app.call(teamRoutes.endSessions, on(member))).sessions).toBe(0);
    await expect(member.call(doctorRoutes.places, {})).rejects.toMatchObject({ status: 401 });
    await app.signIn(member.email);
    expect((await auditOf(member))[1]).toMatchObject({ action: "sessions_ended", actor: { id: app.id } });
  });

  test("a lost second factor is removed, and its owner is notified", async () => {
    const member = await somebody();
    await giveFactor(member);
    await expect(member.call(doctorRoutes.places, {})).rejects.toMatchObject({ status: 403 });
    const after = await app.call(teamRoutes.removeFactors, on(member));
    expect([after.has_second_factor, after.factors]).toEqual([false, []]);
    await member.call(doctorRoutes.places, {});
    expect((await auditOf(member))[0]).toMatchObject({ action: "factor_removed", actor: { id: app.id } });
    const { rows } = await app.database.pool.query("select kind from auth.messages where recipient = $1", [
      member.email,
    ]);
    expect(rows).toEqual([{ kind: "factor_removed" }]);
  });

  test("an invitation is mailed, again on request, but not to somebody who has accepted it or is disabled", async () => {
    const mailing = await startApp({ email: "admin@example.com", mail: nowhere });
    const email = `${anId()}@example.com`;
    const first = await mailing.call(teamRoutes.invite, { body: { email } });
    expect([first.link, first.member.status, first.member.role]).toEqual([null, "invited", "representative"]);
    const second = await mailing.call(teamRoutes.invite, { body: { email, role: "admin" } });
    expect([second.member.id, second.member.role]).toEqual([first.member.id, "admin"]);
    const third = await mailing.call(teamRoutes.invite, { body: { email, role: "representative" } });
    expect(third.member.role).toBe("representative");
    const { rows } = await mailing.database.pool.query(
      "select kind from auth.messages where recipient = $1",
      [email],
    );
    expect(rows).toEqual([1, 2, 3].map(() => ({ kind: "invite" })));
    await mailing.call(teamRoutes.disable, on(first.member));
    const fourth = mailing.call(teamRoutes.invite, { body: { email } });
    await expect(fourth).rejects.toMatchObject({ status: 409, code: "account_disabled" });
    await expect(mailing.call(teamRoutes.invite, { body: { email: mailing.email } })).rejects.toMatchObject({
      status: 409,
      code: "email_taken",
    });
    await expect(
      mailing.call(teamRoutes.invite, { body: { email: "ravi@city-.com" } }),
    ).rejects.toMatchObject({
      code: "validation_failed",
      fields: { email: "Please enter an email address such as name@example.com" },
    });
    await mailing.close();
  });

  test("two invitations of one person at once create one account", async () => {
    const email = `${anId()}@example.com`;
    const made = await Promise.all([1, 2, 3, 4].map(() => app.call(teamRoutes.invite, { body: { email } })));
    expect(new Set(made.map(({ member }) => member.id)).size).toBe(1);
  });

  test("a new password is requested by mail, ending the sessions if wanted", async () => {
    const mailing = await startApp({ email: "admin@example.com", mail: nowhere });
    const member = await mailing.signUp(`${anId()}@example.com`);
    const kept = await mailing.call(teamRoutes.resetPassword, { ...on(member), body: {} });
    expect([kept.link, kept.member.sessions]).toEqual([null, 1]);
    const ended = await mailing.call(teamRoutes.resetPassword, {
      ...on(member),
      body: { end_sessions: true },
    });
    expect([ended.link, ended.member.sessions]).toEqual([null, 0]);
    const { rows } = await mailing.database.pool.query(
      "select kind, user_id from auth.messages where recipient = $1",
      [member.email],
    );
    expect(rows).toEqual([1, 2].map(() => ({ kind: "recovery", user_id: member.id })));
    await mailing.close();
  });

  test.each(["nothing", "page"] as const)(
    "without a mail server (mail goes to: %s) the links are given to the administrator, and work",
    async (by) => {
      const quiet = await startApp({ email: "admin@example.com", mail: { by } });
      const { member, link } = await quiet.call(teamRoutes.invite, { body: { email: "new@example.com" } });
      expect(member.status).toBe("invited");
      const follow = (to: string | null) =>
        fetch((to ?? "").replace("http://rounds.test", quiet.url), { redirect: "manual" });
      const arrived = await follow(link);
      expect(arrived.status).toBe(303);
      expect(arrived.headers.get("location")).toMatch(
        /^http:\/\/rounds\.test\/#access_token=.*&type=invite$/,
      );
      expect((await quiet.call(teamRoutes.read, on(member))).status).toBe("active");
      const reset = await quiet.call(teamRoutes.resetPassword, { ...on(member), body: {} });
      const recovered = await follow(reset.link);
      expect(recovered.headers.get("location")).toContain("&type=recovery");
      expect((await follow(reset.link)).headers.get("location")).toContain("error_code=otp_expired");
      const { rows } = await quiet.database.pool.query("select count(*)::int as n from auth.messages");
      expect(rows).toEqual([{ n: 0 }]);
      await quiet.close();
    },
  );

  test("deleting erases the person and keeps what they entered", async () => {
    const member = await somebody();
    const doctor = await aDoctor(member);
    await giveFactor(member);
    for (let n = 0; n < 2; n++) await aDoctor(app, { representative_id: member.id });
    const remains = { doctors: 1, products: 0, visits: 0, own_doctors: 2 };
    expect(await app.call(teamRoutes.deletionEffect, on(member))).toEqual(remains);
    expect(await app.call(teamRoutes.delete, on(member))).toEqual(remains);
    await expect(app.call(teamRoutes.read, on(member))).rejects.toMatchObject({ code: "not_found" });
    await expect(app.call(teamRoutes.delete, on(member))).rejects.toMatchObject({ code: "not_found" });
    const kept = await app.call(doctorRoutes.read, { params: { id: doctor.id } });
    expect(kept.created_by).toBe(member.id);
    const { rows } = await app.database.pool.query("select * from auth.users where id = $1", [member.id]);
    expect(JSON.stringify(rows)).not.toContain(member.email);
    expect(rows[0]).toMatchObject({ email: null, password_hash: null, user_metadata: {}, app_metadata: {} });
    for (const table of ["identities", "sessions", "factors", "one_time_tokens", "messages"]) {
      const left = await app.database.pool.query(`select from auth.${table} where user_id = $1`, [member.id]);
      expect([table, left.rowCount]).toEqual([table, 0]);
    }
    // The address is free again.
    expect((await app.signUp(member.email)).id).not.toBe(member.id);
    expect((await auditOf(member))[0]).toMatchObject({
      action: "user_deleted",
      actor: { id: app.id },
      user: { id: member.id, email: null },
    });
  });
});

describe("the audit log", () => {
  test("is filtered by person and by action, and paged", async () => {
    const [member, subject] = [await somebody(), await somebody()];
    await app.call(teamRoutes.makeAdmin, on(member));
    await member.call(teamRoutes.endSessions, on(subject));
    const actions = async (query: object) =>
      (await app.call(teamRoutes.audit, { query })).rows.map((row) => [row.action, row.user.id]);
    expect(await actions({ user: member.id })).toEqual([
      ["sessions_ended", subject.id],
      ["user_role_changed", member.id],
      ["user_signedup", member.id],
    ]);
    expect(await actions({ user: member.id, action: "user_role_changed" })).toEqual([
      ["user_role_changed", member.id],
    ]);
    expect(await actions({ user: member.id, page: 2, per_page: 2 })).toEqual([["user_signedup", member.id]]);
    expect(await actions({ action: "no such thing" })).toEqual([]);
    const { total, page, page_size } = await app.call(teamRoutes.audit, { query: { user: member.id } });
    expect([total, page, page_size]).toEqual([3, 1, 20]);
    await app.call(teamRoutes.makeRepresentative, on(member));
  });

  test("shows people's names and devices, and refreshes of sessions only on request", async () => {
    const member = await somebody();
    const send = (path: string, body: object) =>
      app.send(`/auth/v1${path}`, {
        method: "POST",
        headers: { "content-type": "application/json", "user-agent": "Pocket 1.0" },
        body: JSON.stringify(body),
      });
    const credentials = { email: member.email, password: "correct horse battery" };
    const { refresh_token } = JSON.parse((await send("/token?grant_type=password", credentials)).text);
    expect((await send("/token?grant_type=refresh_token", { refresh_token })).status).toBe(200);
    await app.database.pool.query(
      `update auth.users set user_metadata = '{"full_name": "Asha Rao"}', phone = '919876543210' where id = $1`,
      [member.id],
    );
    const known = { email: member.email, phone: "919876543210", name: "Asha Rao", is_gone: false };
    const user = { id: member.id, ...known };
    expect(await auditOf(member)).toMatchObject([
      { action: "login", user, user_agent: "Pocket 1.0" },
      { action: "user_signedup", user },
    ]);
    const query = { user: member.id, action: "token_refreshed" };
    expect((await app.call(teamRoutes.audit, { query })).rows).toMatchObject([{ user_agent: null }]);
    await app.call(teamRoutes.delete, on(member));
    const [deletion] = await auditOf(member);
    expect(deletion?.user).toEqual({ id: member.id, email: null, phone: null, name: null, is_gone: true });
  });
});

test("the auth service's audit actions are those that the domain lists", () => {
  expectTypeOf<(typeof auditActions)[number]>().toEqualTypeOf<AuditAction>();
});
