import { afterAll, describe, expect, test } from "vitest";
import { goodPassword, type SessionBody, startService } from "../testing/service.ts";

const service = await startService();
afterAll(() => service.close());

const put = (session: SessionBody, body: Record<string, unknown>) =>
  service.ask("/user", { method: "PUT", bearer: session.access_token, body });
const signIn = (email: string, password: string) =>
  service.ask("/token?grant_type=password", { body: { email, password } });

async function actionsOf({ user }: SessionBody): Promise<string[]> {
  const { db } = service.database;
  const rows = await db
    .selectFrom("auth.audit_log")
    .select("action")
    .where("user_id", "=", user.id)
    .orderBy("id")
    .execute();
  return rows.map(({ action }) => action);
}

describe("PUT /user", () => {
  test("a new password ends the other sessions and keeps this one", async () => {
    const session = await service.register();
    const other = (await signIn(session.user.email, goodPassword)).body as SessionBody;
    const { status, body } = await put(session, { password: "another horse" });
    expect([status, body.id]).toEqual([200, session.user.id]);
    expect(JSON.stringify(body)).not.toContain("argon2");
    expect((await service.ask("/user", { bearer: other.access_token })).body.code).toBe("session_not_found");
    expect(
      (await service.ask("/token?grant_type=refresh_token", { body: { refresh_token: other.refresh_token } }))
        .status,
    ).toBe(400);
    expect((await service.ask("/user", { bearer: session.access_token })).status).toBe(200);
    expect(
      (
        await service.ask("/token?grant_type=refresh_token", {
          body: { refresh_token: session.refresh_token },
        })
      ).status,
    ).toBe(200);
    expect((await signIn(session.user.email, goodPassword)).status).toBe(400);
    expect((await signIn(session.user.email, "another horse")).status).toBe(200);
    expect((await actionsOf(session)).slice(2, 4)).toEqual(["user_updated_password", "user_modified"]);
  });

  test("the client library changes password and data", async () => {
    const client = service.client();
    await client.signUp({
      email: "library@example.com",
      password: goodPassword,
      options: { data: { a: 1, b: { deep: true }, c: "x" } },
    });
    const { data, error } = await client.updateUser({
      data: { a: null, b: { other: 1 }, d: [1, null] },
      password: "a better password",
    });
    expect(error).toBeNull();
    expect(data.user?.user_metadata).toEqual({ b: { other: 1 }, c: "x", d: [1, null], email_verified: true });
    const again = await client.updateUser({ password: "a better password" });
    expect(again.error).toMatchObject({
      code: "same_password",
      status: 422,
      message: "New password should be different from the old password.",
    });
    const weak = await client.updateUser({ password: "12345" });
    expect(weak.error).toMatchObject({ name: "AuthWeakPasswordError", reasons: ["length"] });
  });

  const refusals: [string, Record<string, unknown>, number, string, string][] = [
    [
      "an empty password",
      { password: "" },
      422,
      "weak_password",
      "Password should be at least 6 characters.",
    ],
    [
      "a long password",
      { password: "x".repeat(73) },
      400,
      "validation_failed",
      "Password cannot be longer than 72 characters",
    ],
    [
      "the same password",
      { password: goodPassword },
      422,
      "same_password",
      "New password should be different from the old password.",
    ],
    [
      "a wrong current password",
      { password: "another horse", current_password: "no" },
      400,
      "current_password_invalid",
      "The current password is not right",
    ],
    [
      "no address",
      { email: "asha" },
      400,
      "validation_failed",
      "Unable to validate email address: invalid format",
    ],
    ["a phone", { phone: "919812345678" }, 400, "phone_provider_disabled", "Unsupported phone provider"],
    [
      "app_metadata",
      { app_metadata: { role: "admin" } },
      403,
      "not_admin",
      "Updating app_metadata requires admin privileges",
    ],
    [
      "data as a text",
      { data: "x" },
      400,
      "bad_json",
      "Could not parse request body as JSON: the field data is of the wrong type",
    ],
    [
      "too much data",
      { data: { x: "y".repeat(9000) } },
      422,
      "validation_failed",
      "User metadata can't be larger than 8192 bytes",
    ],
  ];
  test.each(refusals)("refuses %s, and changes nothing", async (_, body, status, code, message) => {
    const session = await service.register();
    const before = (await service.ask("/user", { bearer: session.access_token })).body;
    const reply = await put(session, { data: { touched: true }, ...body });
    expect([reply.status, reply.body.code, reply.body.message]).toEqual([status, code, message]);
    expect((await service.ask("/user", { bearer: session.access_token })).body).toEqual(before);
  });

  test("the right current password", async () => {
    const session = await service.register();
    expect((await put(session, { password: "another horse", current_password: goodPassword })).status).toBe(
      200,
    );
  });

  test("no current password of an account without one, which then signs in with the new one", async () => {
    const session = await service.register();
    const { id, email } = session.user;
    const { db } = service.database;
    await db.updateTable("auth.users").set({ password_hash: null }).where("id", "=", id).execute();
    expect((await put(session, { password: "another horse" })).status).toBe(200);
    const again = { email, password: "another horse" };
    expect((await service.ask("/token?grant_type=password", { body: again })).status).toBe(200);
  });

  test("data can't grow beyond its limit step by step", async () => {
    const session = await service.register();
    expect((await put(session, { data: { a: "y".repeat(5000) } })).status).toBe(200);
    expect((await put(session, { data: { b: "y".repeat(5000) } })).status).toBe(422);
    expect((await put(session, { data: { a: null, b: "y".repeat(5000) } })).status).toBe(200);
  });

  test("two changes at once keep each other's keys", async () => {
    const session = await service.register();
    await Promise.all(
      Array.from({ length: 10 }, (_, index) => put(session, { data: { [`key${index}`]: index } })),
    );
    const { body } = await service.ask("/user", { bearer: session.access_token });
    expect(Object.keys(body.user_metadata as object)).toHaveLength(11);
  });

  test("if no mail can be sent, a new address applies at once", async () => {
    const mute = await startService({ settings: { mail: { by: "nothing" } } });
    try {
      const { access_token, user } = await mute.register("here@example.com");
      const move = (email: string) =>
        mute.ask("/user", { method: "PUT", bearer: access_token, body: { email } });
      const { status, body } = await move(" Moved@Example.com ");
      expect([status, body.email, body.new_email]).toEqual([200, "moved@example.com", undefined]);
      expect(body.identities).toMatchObject([
        { email: "moved@example.com", identity_data: { email: "moved@example.com", sub: user.id } },
      ]);
      const enter = (email: string) =>
        mute.ask("/token?grant_type=password", { body: { email, password: goodPassword } });
      expect((await enter("moved@example.com")).status).toBe(200);
      expect((await enter("here@example.com")).status).toBe(400);
      // The same address again is not a change.
      expect((await move("MOVED@example.com")).status).toBe(200);
      const other = await mute.register("other@example.com");
      const both = await Promise.all([
        move("wanted@example.com"),
        mute.ask("/user", {
          method: "PUT",
          bearer: other.access_token,
          body: { email: "wanted@example.com" },
        }),
      ]);
      expect(both.map((reply) => reply.status).sort()).toEqual([200, 422]);
    } finally {
      await mute.close();
    }
  });

  test("somebody else's address", async () => {
    const [one, two] = [await service.register(), await service.register()];
    const reply = await put(one, { email: two.user.email.toUpperCase() });
    expect([reply.status, reply.body]).toEqual([
      422,
      { code: "email_exists", message: "A user with this email address has already been registered" },
    ]);
  });

  test("of two sessions that change the password at once, one is left", async () => {
    for (let round = 0; round < 3; round++) {
      const one = await service.register();
      const two = (await signIn(one.user.email, goodPassword)).body as SessionBody;
      const replies = await Promise.all([
        put(one, { password: "the first" }),
        put(two, { password: "the second" }),
      ]);
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 403]);
      const won = replies.findIndex(({ status }) => status === 200);
      const checks = await Promise.all(
        [one, two].map(({ access_token }) => service.ask("/user", { bearer: access_token })),
      );
      expect(checks.map(({ status }) => status === 200)).toEqual([won === 0, won === 1]);
      expect((await signIn(one.user.email, won === 0 ? "the first" : "the second")).status).toBe(200);
    }
  });

  test("needs a session", async () => {
    expect((await service.ask("/user", { method: "PUT", body: { data: {} } })).status).toBe(401);
  });
});
