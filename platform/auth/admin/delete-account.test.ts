import { randomUUID } from "node:crypto";
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
const del = (id: string, body?: object) => admin.ask(`/admin/users/${id}`, { method: "DELETE", body });

describe("DELETE /admin/users/{id}", () => {
  test("removes the account through the client library", async () => {
    const email = anEmail();
    const { id } = await admin.create(email, { password: goodPassword });
    const { access_token } = (await signIn(email)).body as unknown as SessionBody;
    const { error } = await admin.api.deleteUser(id);
    expect(error).toBeNull();
    expect((await admin.ask(`/admin/users/${id}`)).body.code).toBe("user_not_found");
    expect((await service.ask("/user", { bearer: access_token })).body.code).toBe("user_not_found");
    expect((await admin.auditOf(id)).at(-1)).toEqual(["user_deleted", null]);
  });

  test("keeps the bare row on request, without personal data", async () => {
    const email = anEmail();
    const { id } = await admin.create(email, { password: goodPassword, user_metadata: { name: "Asha Rao" } });
    const { access_token } = (await signIn(email)).body as unknown as SessionBody;
    await service.ask("/recover", { body: { email } });
    const answer = await del(id, { should_soft_delete: true });
    expect([answer.status, answer.text]).toEqual([200, "{}"]);
    const kept = await admin.ask(`/admin/users/${id}`);
    expect(kept.body).toMatchObject({
      id,
      email: "",
      phone: "",
      deleted_at: expect.any(String),
      app_metadata: {},
      user_metadata: {},
      identities: [],
    });
    const { rows } = await service.database.pool.query("select * from auth.users where id = $1", [id]);
    expect(JSON.stringify(rows)).not.toMatch(/person\d+@|Asha|argon2/);
    const messages = await service.database.pool.query("select from auth.messages where recipient = $1", [
      email,
    ]);
    expect(messages.rowCount).toBe(0);
    expect((await service.ask("/user", { bearer: access_token })).body.code).toBe("user_not_found");
    expect((await signIn(email)).body.code).toBe("invalid_credentials");
    expect((await put(id, { email })).body.code).toBe("user_not_found");
    // The second time it is already done; with full deletion, the row goes too.
    expect((await del(id, { should_soft_delete: true })).status).toBe(200);
    const fresh = await admin.create(email);
    expect(fresh.id).not.toBe(id);
    expect((await del(id)).text).toBe("{}");
    expect((await admin.ask(`/admin/users/${id}`)).status).toBe(404);
  });

  test("what the user entered stays, without a name", async () => {
    const { id } = await admin.create(anEmail());
    const doctor = randomUUID();
    await service.database.pool.query(
      "insert into doctors (id, name, creation_digest, created_by) values ($1, 'Dr. Rao', 'x', $2)",
      [doctor, id],
    );
    await del(id);
    const { rows } = await service.database.pool.query("select created_by from doctors where id = $1", [
      doctor,
    ]);
    expect(rows).toEqual([{ created_by: null }]);
  });
});

describe("the last administrator", () => {
  const refused = [422, "last_admin", "There must be at least one administrator."];
  const shown = ({ status, body }: { status: number; body: Record<string, unknown> }) => [
    status,
    body.code,
    body.message,
  ];

  test("can't be demoted, banned or deleted", async () => {
    const own = await startService();
    const { ask, create, auditOf } = await administer(own);
    const { id } = await create("first@example.com");
    await create("second@example.com");
    const change = (body: object) => ask(`/admin/users/${id}`, { method: "PUT", body });
    const remove = (body?: object) => ask(`/admin/users/${id}`, { method: "DELETE", body });
    expect(shown(await change({ app_metadata: { role: null } }))).toEqual(refused);
    expect(shown(await change({ app_metadata: { role: "reporter" } }))).toEqual(refused);
    expect(shown(await change({ ban_duration: "1h" }))).toEqual(refused);
    expect(shown(await remove({ should_soft_delete: true }))).toEqual(refused);
    expect(shown(await remove())).toEqual(refused);
    expect((await ask(`/admin/users/${id}`)).body.app_metadata).toMatchObject({ role: "admin" });
    expect(await auditOf(id)).toEqual([["user_created", null]]);
    await own.close();
  });
});
