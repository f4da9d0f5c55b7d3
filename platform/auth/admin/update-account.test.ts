import { afterAll, describe, expect, test } from "vitest";
import { administer } from "../testing/administration.ts";
import { anEmail, goodPassword, type SessionBody, startService } from "../testing/service.ts";

const service = await startService();
const admin = await administer(service);
// The very first account becomes the administrator.
await admin.create("administrator@example.com");
afterAll(() => service.close());

const signIn = (email: string, password = goodPassword) =>
  service.ask("/token?grant_type=password", { body: { email, password } });
const put = (id: string, body: object) => admin.ask(`/admin/users/${id}`, { method: "PUT", body });

describe("PUT /admin/users/{id}", () => {
  test("changes address, number, role and metadata at once, through the client library", async () => {
    const [email, newEmail] = [anEmail(), anEmail()];
    const { id } = await admin.create(email, {
      user_metadata: { a: 1, b: 2 },
      app_metadata: { plan: "gold", seat: 4 },
    });
    const { data, error } = await admin.api.updateUserById(id, {
      email: newEmail,
      phone: "919822012345",
      phone_confirm: true,
      role: "reporter",
      user_metadata: { a: null, c: 3 },
      app_metadata: { plan: null, role: "admin" },
    });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      email: newEmail,
      phone: "919822012345",
      role: "reporter",
      email_confirmed_at: expect.any(String),
      phone_confirmed_at: expect.any(String),
      user_metadata: { b: 2, c: 3 },
      app_metadata: { seat: 4, role: "admin", provider: "email", providers: ["email", "phone"] },
    });
    expect(data.user?.new_email).toBeUndefined();
    expect(data.user?.user_metadata).not.toHaveProperty("a");
    expect(data.user?.app_metadata).not.toHaveProperty("plan");
    const identities = data.user?.identities?.map(({ provider, identity_data }) => [
      provider,
      identity_data?.[provider],
    ]);
    expect(identities).toEqual([
      ["email", newEmail],
      ["phone", "919822012345"],
    ]);
    expect(await admin.auditOf(id)).toEqual([
      ["user_created", null],
      ["user_email_changed", null],
      ["user_phone_changed", null],
      ["user_role_changed", null],
      ["user_role_changed", null],
      ["user_modified", null],
    ]);
    await put(id, { app_metadata: { role: null } });
  });

  test("a password ends all sessions, voids mailed codes, and its owner is notified", async () => {
    const email = anEmail();
    const { id } = await admin.create(email, { password: goodPassword });
    const session = (await signIn(email)).body as unknown as SessionBody;
    const link = await admin.ask("/admin/generate_link", { body: { type: "recovery", email } });
    expect((await put(id, { password: "another horse" })).status).toBe(200);
    expect((await service.ask("/user", { bearer: session.access_token })).body.code).toBe(
      "session_not_found",
    );
    const refreshed = await service.ask("/token?grant_type=refresh_token", {
      body: { refresh_token: session.refresh_token },
    });
    expect(refreshed.status).toBe(400);
    const verified = await service.ask("/verify", {
      body: { type: "recovery", token_hash: link.body.hashed_token },
    });
    expect(verified.body.code).toBe("otp_expired");
    expect((await signIn(email)).status).toBe(400);
    expect((await signIn(email, "another horse")).status).toBe(200);
    const { rows } = await service.database.pool.query(
      "select kind from auth.messages where recipient = $1",
      [email],
    );
    expect(rows).toEqual([{ kind: "password_changed" }]);
    expect((await admin.auditOf(id)).map(([action]) => action)).toContain("user_updated_password");
  });

  test('a ban lasts as long as it says, and "none" ends it', async () => {
    const email = anEmail();
    const { id } = await admin.create(email, { password: goodPassword });
    const { access_token } = (await signIn(email)).body as unknown as SessionBody;
    const banned = await put(id, { ban_duration: "24h" });
    const until = Date.parse(String(banned.body.banned_until)) - service.now();
    expect(Math.abs(until - 24 * 3_600_000)).toBeLessThan(60_000);
    expect((await service.ask("/user", { bearer: access_token })).body.code).toBe("user_banned");
    const ended = await put(id, { ban_duration: "none" });
    expect(ended.body.banned_until).toBeUndefined();
    expect((await service.ask("/user", { bearer: access_token })).status).toBe(200);
    const years = await put(id, { ban_duration: "876000h" });
    expect(String(years.body.banned_until)).toMatch(/^21\d\d-/);
  });

  test.each([
    ["1.5h", 5_400_000],
    ["1h30m", 5_400_000],
    ["90m0.5s", 5_400_500],
    ["1500ms", 1500],
    ["+2h", 7_200_000],
  ])("accepts a ban of %s as Go does", async (ban_duration, milliseconds) => {
    const { id } = await admin.create(anEmail());
    const before = service.now();
    const { body } = await put(id, { ban_duration });
    const until = Date.parse(String(body.banned_until));
    expect(until - before - milliseconds).toBeGreaterThanOrEqual(0);
    expect(until - service.now() - milliseconds).toBeLessThanOrEqual(0);
  });

  test.each(["h", "1", "1d", "-", "1h 30m", "3000000h", "1hx", "𝟙h"])("refuses a ban of %s", async (ban) => {
    const { id } = await admin.create(anEmail());
    const { status, body } = await put(id, { ban_duration: ban });
    expect([status, body.code]).toEqual([400, "validation_failed"]);
    expect(body.message).toContain("invalid format for ban duration: ");
  });

  test("refuses what others have and what is too weak or too large, and then changes nothing", async () => {
    await admin.ask("/admin/users", { body: { email: "taken2@example.com", phone: "919822088888" } });
    const email = anEmail();
    const { id } = await admin.create(email);
    const codeOf = async (given: object) => {
      const { status, body } = await put(id, { user_metadata: { changed: true }, ...given });
      return [status, body.code];
    };
    expect(await codeOf({ email: "taken2@example.com" })).toEqual([422, "email_exists"]);
    expect(await codeOf({ phone: "919822088888" })).toEqual([422, "phone_exists"]);
    expect(await codeOf({ password: "12345" })).toEqual([422, "weak_password"]);
    expect(await codeOf({ app_metadata: { x: "x".repeat(9000) } })).toEqual([422, "validation_failed"]);
    expect((await admin.ask(`/admin/users/${id}`)).body).toMatchObject({
      email,
      user_metadata: { email_verified: true },
    });
    expect((await admin.auditOf(id)).map(([action]) => action)).toEqual(["user_created"]);
  });
});
