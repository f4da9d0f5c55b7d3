import { decodeJwt } from "jose";
import { afterAll, describe, expect, test } from "vitest";
import { startIssuer } from "../testing/oidc-issuer.ts";
import { goodPassword, type SessionBody, startService } from "../testing/service.ts";

const issuer = await startIssuer();
const service = await startService({ settings: { oidc_providers: [issuer.settings] } });
afterAll(async () => {
  await service.close();
  await issuer.close();
});

async function show(claims: Record<string, unknown>, at = service) {
  const id_token = await issuer.sign({ jti: crypto.randomUUID(), ...claims });
  return await at.ask("/token?grant_type=id_token", { body: { provider: "corp", id_token } });
}
type ShownUser = SessionBody["user"] & {
  identities: { provider: string }[];
  email_confirmed_at?: string;
  confirmed_at?: string;
};
const userOf = (reply: { body: Record<string, unknown> }) => reply.body.user as ShownUser;
const auditOf = async (userId: string) =>
  (
    await service.database.db
      .selectFrom("auth.audit_log")
      .select(["action", "traits"])
      .where("user_id", "=", userId)
      .orderBy("id")
      .execute()
  ).map(({ action, traits }) => [action, traits]);

describe("an identity from outside", () => {
  test("is one account from the first time on, whatever the provider says later", async () => {
    const first = userOf(
      await show({ sub: "one", email: "one@corp.example", email_verified: true, name: "A" }),
    );
    const later = userOf(
      await show({ sub: "one", email: "changed@corp.example", email_verified: true, name: "B" }),
    );
    expect(later.id).toBe(first.id);
    expect(later.email).toBe("one@corp.example");
    expect(later.user_metadata.name).toBe("A");
    expect(later.identities).toMatchObject([{ identity_data: { name: "B", email: "changed@corp.example" } }]);
    const traits = { provider: "corp" };
    expect(await auditOf(first.id)).toEqual([
      ["user_signedup", traits],
      ["login", traits],
    ]);
  });

  test("is linked to the account with the same confirmed address, which keeps its password", async () => {
    const { user } = await service.register("linked@example.com");
    const reply = await show({ sub: "linked", email: "LINKED@example.com", email_verified: true });
    const linked = userOf(reply);
    expect(linked.id).toBe(user.id);
    expect(linked.app_metadata).toMatchObject({ provider: "email", providers: ["email", "corp"] });
    expect(linked.identities.map(({ provider }) => provider)).toEqual(["email", "corp"]);
    const actions = (await auditOf(user.id)).map(([action]) => action);
    expect(actions.slice(-2)).toEqual(["identity_linked", "login"]);
    const client = service.client();
    const { error } = await client.signInWithPassword({
      email: "linked@example.com",
      password: goodPassword,
    });
    expect(error).toBeNull();
    expect(userOf(await show({ sub: "linked" })).id).toBe(user.id);
  });

  test.each([
    ["unverified", { email_verified: false }],
    ["of which nothing is said", {}],
    ["verified by something else than true", { email_verified: 1 }],
  ])("is never linked by an address that is %s", async (name, verified) => {
    const email = `${name.split(" ").join("-")}@example.com`;
    const { user } = await service.register(email);
    const stranger = userOf(await show({ sub: name, email, ...verified }));
    expect(stranger.id).not.toBe(user.id);
    expect([stranger.email, stranger.email_confirmed_at]).toEqual(["", undefined]);
    expect(stranger.user_metadata.email_verified).toBe(false);
  });

  test("with an unverified address of nobody does not take that address", async () => {
    const email = "squat@example.com";
    const squatter = userOf(await show({ sub: "squatter", email, email_verified: false }));
    const { user } = await service.register(email);
    expect(user.id).not.toBe(squatter.id);
    expect(userOf(await show({ sub: "owner", email, email_verified: true })).id).toBe(user.id);
  });

  test("takes over an account that was never confirmed, without anything of its creator", async () => {
    const email = "victim@example.com";
    const attacker = await service.register(email, "the attacker's");
    const { db } = service.database;
    await db
      .updateTable("auth.users")
      .set({
        email_confirmed_at: null,
        phone: "919812345678",
        user_metadata: JSON.stringify({ name: "Mallory" }),
        app_metadata: JSON.stringify({ provider: "email", providers: ["email"], team: "north" }),
      })
      .where("email", "=", email)
      .execute();
    const reply = await show({ sub: "victim", email, email_verified: true, name: "Victoria" });
    const owner = userOf(reply);
    expect(owner.id).toBe(attacker.user.id);
    expect(owner).toMatchObject({ email, phone: "" });
    expect(owner.email_confirmed_at).toBeDefined();
    expect(owner.user_metadata).toMatchObject({ name: "Victoria", email_verified: true });
    expect(owner.app_metadata).toEqual({ provider: "corp", providers: ["corp"], team: "north" });
    expect(owner.identities.map(({ provider }) => provider)).toEqual(["corp"]);
    const { error } = await service.client().signInWithPassword({ email, password: "the attacker's" });
    expect(error?.code).toBe("invalid_credentials");
    expect((await service.ask("/user", { bearer: attacker.access_token })).body.code).toBe(
      "session_not_found",
    );
    const refreshed = await service.ask("/token?grant_type=refresh_token", {
      body: { refresh_token: attacker.refresh_token },
    });
    expect(refreshed.status).toBe(400);
    expect((await service.ask("/user", { bearer: reply.body.access_token as string })).status).toBe(200);
    const actions = (await auditOf(owner.id)).map(([action]) => action);
    expect(actions.slice(-3)).toEqual(["identity_linked", "user_confirmed", "login"]);
  });

  test("does not take over an account whose owner has confirmed its number", async () => {
    const email = "by-phone@example.com";
    const { user } = await service.register(email);
    await service.database.db
      .updateTable("auth.users")
      .set({
        email_confirmed_at: null,
        phone: "919800000001",
        phone_confirmed_at: "2026-01-01T00:00:00.000Z",
      })
      .where("id", "=", user.id)
      .execute();
    const newcomer = userOf(await show({ sub: "by-phone", email, email_verified: true }));
    expect(newcomer.id).not.toBe(user.id);
    expect(newcomer.email).toBe("");
  });

  test("of a banned or removed user is refused, and the token is not used up by that", async () => {
    const claims = { sub: "banned", email: "banned@corp.example", email_verified: true, jti: "kept" };
    const { id } = userOf(await show({ ...claims, jti: "first" }));
    const set = (values: { banned_until?: string | null; deleted_at?: string }) =>
      service.database.db.updateTable("auth.users").set(values).where("id", "=", id).execute();
    await set({ banned_until: "2999-01-01T00:00:00.000Z" });
    const refused = await show(claims);
    expect([refused.status, refused.body]).toEqual([400, { code: "user_banned", message: "User is banned" }]);
    await set({ banned_until: null });
    expect((await show(claims)).status).toBe(200);
    await set({ deleted_at: "2026-01-01T00:00:00.000Z" });
    expect((await show({ sub: "banned" })).body.code).toBe("user_banned");
  });

  test("that is the very first account becomes the administrator, if it has an address", async () => {
    const fresh = await startService({ settings: { oidc_providers: [issuer.settings] } });
    try {
      const nameless = userOf(await show({ sub: "nameless" }, fresh));
      expect(nameless.app_metadata.role).toBeUndefined();
      const first = userOf(
        await show({ sub: "first", email: "first@corp.example", email_verified: true }, fresh),
      );
      expect(first.app_metadata.role).toBe("admin");
      const second = await show({ sub: "second", email: "second@corp.example", email_verified: true }, fresh);
      expect(userOf(second).app_metadata.role).toBeUndefined();
      expect(decodeJwt(second.body.access_token as string).app_metadata).not.toHaveProperty("role");
    } finally {
      await fresh.close();
    }
  });
});

describe("people who may not sign up", () => {
  const refusal = [422, { code: "signup_disabled", message: "Signups not allowed for this instance" }];

  test.each([
    ["closed", { email: "new@example.com", email_verified: true }],
    ["domain:example.com", { email: "new@example.org", email_verified: true }],
    ["domain:example.com", { email: "new@example.com", email_verified: false }],
    ["domain:example.com", {}],
  ])("is refused with SIGNUP=%s and %o", async (signup, claims) => {
    const held = await startService({
      signup,
      settings: { oidc_providers: [issuer.settings] },
      database: service.database,
    });
    try {
      const { status, body } = await show({ sub: `${signup} newcomer`, ...claims }, held);
      expect([status, body]).toEqual(refusal);
      // A person with an account continues to use it.
      const known = await show({ sub: "one" }, held);
      expect(known.status).toBe(200);
    } finally {
      await held.close();
    }
  });

  test("are accepted with a verified address of the domain", async () => {
    const held = await startService({
      signup: "domain:example.com",
      settings: { oidc_providers: [issuer.settings] },
      database: service.database,
    });
    try {
      const { status } = await show(
        { sub: "member", email: "member@example.com", email_verified: true },
        held,
      );
      expect(status).toBe(200);
    } finally {
      await held.close();
    }
  });
});
