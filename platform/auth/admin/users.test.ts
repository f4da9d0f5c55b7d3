import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, test } from "vitest";
import { administer } from "../testing/administration.ts";
import { anEmail, goodPassword, type SessionBody, startService } from "../testing/service.ts";

const service = await startService();
const admin = await administer(service);
// The first account of all is the administrator's.
await admin.create("administrator@example.com");
afterAll(() => service.close());

const signIn = (email: string, password = goodPassword) =>
  service.ask("/token?grant_type=password", { body: { email, password } });
const put = (id: string, body: object) => admin.ask(`/admin/users/${id}`, { method: "PUT", body });

describe("access", () => {
  const paths: [string, string][] = [
    ["GET", "/admin/users"],
    ["POST", "/admin/users"],
    ["GET", `/admin/users/${randomUUID()}`],
    ["PUT", `/admin/users/${randomUUID()}`],
    ["DELETE", `/admin/users/${randomUUID()}`],
    ["GET", `/admin/users/${randomUUID()}/factors`],
    ["PUT", `/admin/users/${randomUUID()}/factors/${randomUUID()}`],
    ["DELETE", `/admin/users/${randomUUID()}/factors/${randomUUID()}`],
    ["POST", "/invite"],
    ["POST", "/admin/generate_link"],
  ];

  test.each(paths)("%s %s accepts only the service key", async (method, path) => {
    await admin.create("member@example.com", { password: goodPassword }).catch(() => {});
    const { access_token } = (await signIn("member@example.com")).body as unknown as SessionBody;
    const answerTo = async (bearer?: string) => {
      const { status, body } = await service.ask(path, { method, ...(bearer && { bearer }) });
      return [status, body.code, body.message];
    };
    expect(await answerTo()).toEqual([
      401,
      "no_authorization",
      "This endpoint requires a valid Bearer token",
    ]);
    expect(await answerTo(access_token)).toEqual([403, "not_admin", "User not allowed"]);
    for (const wrong of [`${admin.key}x`, admin.key.slice(0, -1), "x"]) {
      const [status, code, message] = await answerTo(wrong);
      expect([status, code]).toEqual([403, "bad_jwt"]);
      expect(message).toContain("invalid JWT: unable to parse or verify signature, ");
    }
    const known = await admin.ask(path, { method });
    expect([401, 403]).not.toContain(known.status);
  });

  test("accepts a user with the service role, and the audit log says who it was", async () => {
    const email = anEmail();
    const { id } = await admin.create(email, { password: goodPassword, role: "service_role" });
    const { access_token } = (await signIn(email)).body as unknown as SessionBody;
    const made = await service.ask("/admin/users", { bearer: access_token, body: { email: anEmail() } });
    expect(made.status).toBe(200);
    expect(await admin.auditOf(String(made.body.id))).toEqual([["user_created", id]]);
    await put(id, { role: "authenticated" });
    expect((await service.ask("/admin/users", { bearer: access_token })).body.code).toBe("not_admin");
  });
});

describe("GET /admin/users", () => {
  test("returns pages newest first, with counts and links as the client reads them", async () => {
    const own = await startService();
    const { api, ask, create } = await administer(own);
    for (let n = 1; n <= 5; n++) {
      await create(`n${n}@example.com`);
      own.pass(1);
    }
    const first = await ask("/admin/users?page=1&per_page=2");
    const emails = (body: Record<string, unknown>) =>
      (body.users as { email: string }[]).map(({ email }) => email);
    expect(first.status).toBe(200);
    expect(Object.keys(first.body).sort()).toEqual(["aud", "users"]);
    expect(first.body.aud).toBe("authenticated");
    expect(emails(first.body)).toEqual(["n5@example.com", "n4@example.com"]);
    expect(first.headers.get("x-total-count")).toBe("5");
    expect(first.headers.get("link")).toBe(
      '</admin/users?page=2&per_page=2>; rel="next", </admin/users?page=3&per_page=2>; rel="last"',
    );
    const last = await ask("/admin/users?page=3&per_page=2");
    expect(emails(last.body)).toEqual(["n1@example.com"]);
    expect(last.headers.get("link")).toBe('</admin/users?page=3&per_page=2>; rel="last"');
    const plain = await ask("/admin/users?page=&per_page=");
    expect(emails(plain.body)).toHaveLength(5);
    expect(plain.headers.get("link")).toBe('</admin/users?page=1&per_page=50>; rel="last"');
    expect(emails((await ask("/admin/users?page=9&per_page=2")).body)).toEqual([]);
    const { data, error } = await api.listUsers({ page: 1, perPage: 2 });
    expect(error).toBeNull();
    expect(data).toMatchObject({ total: 5, nextPage: 2, lastPage: 3, aud: "authenticated" });
    expect(data.users[0]).toMatchObject({ email: "n5@example.com", identities: [{ provider: "email" }] });
    await own.close();
  });

  test.each(["page=x", "page=-1", "per_page=1.5", "page=0", "per_page=0", "page=99999999999999999999"])(
    "refuses %s",
    async (query) => {
      const { status, body } = await admin.ask(`/admin/users?${query}`);
      expect([status, body.code]).toEqual([400, "validation_failed"]);
      expect(body.message).toContain("Bad Pagination Parameters: ");
    },
  );
});

describe("GET /admin/users/{id}", () => {
  test("returns the account through the client library", async () => {
    const email = anEmail();
    const { id } = await admin.create(email);
    const { data } = await admin.api.getUserById(id);
    expect(data.user).toMatchObject({ id, email });
  });

  test.each(["GET", "PUT", "DELETE"])("%s finds no other", async (method) => {
    const unknown = await admin.ask(`/admin/users/${randomUUID()}`, { method });
    expect([unknown.status, unknown.body.code, unknown.body.message]).toEqual([
      404,
      "user_not_found",
      "User not found",
    ]);
    const none = await admin.ask("/admin/users/1", { method });
    expect([none.status, none.body.code, none.body.message]).toEqual([
      404,
      "validation_failed",
      "user_id must be an UUID",
    ]);
  });
});
