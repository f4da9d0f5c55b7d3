import { routes } from "@rounds/auth/routes.ts";
import { ownerOf } from "@rounds/auth/testing/authenticator.ts";
import { readMail } from "@rounds/auth/testing/mailbox.ts";
import {
  anEmail,
  goodPassword,
  type Reply,
  type SessionBody,
  startService,
} from "@rounds/auth/testing/service.ts";
import { teamRoutes } from "@rounds/domain/team/routes.ts";
import { createTestDatabase } from "@rounds/testkit/database.ts";
import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import { createApp } from "../app.ts";

const service = await startService({ settings: { anonymous_sign_ins: true } });
await service.register("first@example.com");
afterAll(() => service.close());

/** Fields that an attacker would like to write into their account, added to a normal request. */
const wishes = {
  id: "00000000-0000-4000-8000-000000000001",
  user_id: "00000000-0000-4000-8000-000000000001",
  sub: "00000000-0000-4000-8000-000000000001",
  aud: "service_role",
  role: "service_role",
  is_admin: true,
  is_super_admin: true,
  is_anonymous: false,
  app_metadata: { role: "admin", provider: "evil", providers: ["evil"] },
  raw_app_meta_data: { role: "admin" },
  raw_user_meta_data: { role: "admin" },
  app_metadata_role: "admin",
  "app_metadata.role": "admin",
  "app_metadata[role]": "admin",
  email_confirm: true,
  email_confirmed_at: "2020-01-01T00:00:00Z",
  phone_confirmed_at: "2020-01-01T00:00:00Z",
  confirmed_at: "2020-01-01T00:00:00Z",
  invited_at: "2020-01-01T00:00:00Z",
  banned_until: "2999-01-01T00:00:00Z",
  deleted_at: "2020-01-01T00:00:00Z",
  created_at: "2020-01-01T00:00:00Z",
  encrypted_password: "$argon2id$v=19$x$y",
  password_hash: "$argon2id$v=19$x$y",
  aal: "aal2",
  amr: [{ method: "totp", timestamp: 1 }],
  session_id: "00000000-0000-4000-8000-000000000002",
  factor_id: "00000000-0000-4000-8000-000000000002",
  status: "verified",
  secret: "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
  factors: [{ factor_type: "totp", status: "verified" }],
  identities: [{ provider: "email", id: "x" }],
  user: { role: "service_role", app_metadata: { role: "admin" } },
  attributes: { app_metadata: { role: "admin" } },
  constructor: { prototype: { role: "admin", polluted: true } },
  prototype: { polluted: true },
};
/** JSON in which `__proto__` is an ordinary key, which JavaScript would not write. */
function greedy(body: Record<string, unknown>, without: string[] = []): string {
  const kept = Object.entries(wishes).filter(([name]) => !(name in body) && !without.includes(name));
  const text = JSON.stringify({ ...Object.fromEntries(kept), ...body });
  return `{"__proto__":{"role":"service_role","app_metadata":{"role":"admin"},"polluted":true},${text.slice(1)}`;
}

type Row = Record<string, unknown>;

/** The server's own fields of an account, in the table and in the tokens. */
async function serverSays(id: string): Promise<Row> {
  const { rows } = await sql<Row>`
    select role, app_metadata, is_anonymous, banned_until, deleted_at, invited_at, phone_confirmed_at, confirmed_at,
      created_at > now() - interval '1 hour' as made_now, password_hash is not null as has_password,
      (select json_agg(json_build_array(provider, provider_id = user_id::text)) from auth.identities where user_id = users.id) as identities,
      (select json_agg(json_build_array(aal, factor_id)) from auth.sessions where user_id = users.id) as sessions,
      (select json_agg(status) from auth.factors where user_id = users.id) as factors
    from auth.users where id = ${id}`.execute(service.database.db);
  return rows[0] ?? {};
}

const ordinary = {
  role: "authenticated",
  app_metadata: { provider: "email", providers: ["email"] },
  is_anonymous: false,
  banned_until: null,
  deleted_at: null,
  invited_at: null,
  phone_confirmed_at: null,
  confirmed_at: expect.any(String),
  made_now: true,
  identities: [["email", true]],
  factors: null,
};

function good(reply: Reply): SessionBody {
  expect([reply.status, reply.text]).toEqual([200, expect.any(String)]);
  return reply.body as SessionBody;
}

describe("no body changes the server's own fields of an account", () => {
  test("POST /signup", async () => {
    const raw = greedy({ email: anEmail(), password: goodPassword, data: wishes });
    const { user, access_token } = good(await service.ask("/signup", { raw }));
    expect(await serverSays(user.id)).toEqual({
      ...ordinary,
      has_password: true,
      sessions: [["aal1", null]],
    });
    const claims = JSON.parse(Buffer.from(access_token.split(".")[1] ?? "", "base64url").toString());
    expect(claims).toMatchObject({
      role: "authenticated",
      aud: "authenticated",
      aal: "aal1",
      app_metadata: ordinary.app_metadata,
    });
    expect(claims.session_id).not.toBe(wishes.session_id);
    expect(claims.amr).toMatchObject([{ method: "password" }]);
  });

  test("POST /signup for an anonymous account", async () => {
    const { user } = good(await service.ask("/signup", { raw: greedy({ data: wishes }) }));
    expect(await serverSays(user.id)).toMatchObject({
      role: "authenticated",
      app_metadata: {},
      is_anonymous: true,
      confirmed_at: null,
      has_password: false,
      sessions: [["aal1", null]],
    });
  });

  test("POST /otp and POST /verify", async () => {
    const email = anEmail();
    expect((await service.ask("/otp", { raw: greedy({ email, data: wishes }) })).status).toBe(200);
    const { code } = await readMail(service, email);
    const raw = greedy({ type: "email", email, token: code });
    const { user } = good(await service.ask("/verify", { raw }));
    expect(await serverSays(user.id)).toEqual({
      ...ordinary,
      has_password: false,
      sessions: [["aal1", null]],
    });
  });

  test("PUT /user, which refuses app_metadata and ignores the rest", async () => {
    const { user, access_token } = await service.register();
    const put = (raw: string) => service.ask("/user", { method: "PUT", bearer: access_token, raw });
    const refused = await put(greedy({ data: wishes }));
    expect([refused.status, refused.body.code]).toEqual([403, "not_admin"]);
    good(await put(greedy({ data: wishes }, ["app_metadata"])));
    expect(await serverSays(user.id)).toEqual({
      ...ordinary,
      has_password: true,
      sessions: [["aal1", null]],
    });
  });

  test("POST /token and POST /recover", async () => {
    const email = anEmail();
    const { user } = await service.register(email);
    const asked = { raw: greedy({ email, password: goodPassword }) };
    const { refresh_token } = good(await service.ask("/token?grant_type=password", asked));
    good(await service.ask("/token?grant_type=refresh_token", { raw: greedy({ refresh_token }) }));
    good(await service.ask("/recover", { raw: greedy({ email }) }));
    expect(await serverSays(user.id)).toMatchObject({
      ...ordinary,
      sessions: [
        ["aal1", null],
        ["aal1", null],
      ],
    });
  });

  test("POST /factors, its challenge and its answer", async () => {
    const owner = ownerOf(service);
    const session = await service.register();
    const bearer = session.access_token;
    const enrolled = good(await service.ask("/factors", { bearer, raw: greedy({ factor_type: "totp" }) }));
    const factor = enrolled as unknown as { id: string; totp: { secret: string } };
    expect(factor.totp.secret).not.toBe(wishes.secret);
    expect((await serverSays(session.user.id)).factors).toEqual(["unverified"]);
    const challenge = await service.ask(`/factors/${factor.id}/challenge`, { bearer, raw: greedy({}) });
    const wrong = greedy({ challenge_id: challenge.body.id, code: "" });
    expect((await service.ask(`/factors/${factor.id}/verify`, { bearer, raw: wrong })).status).toBe(400);
    expect(await serverSays(session.user.id)).toMatchObject({
      factors: ["unverified"],
      sessions: [["aal1", null]],
    });
    await owner.raise(session, { id: factor.id, secret: factor.totp.secret });
  });

  test("or any object of the process", () => {
    for (const key of ["polluted", "role", "app_metadata"]) {
      expect([key, ({} as Row)[key], ([] as unknown as Row)[key]]).toEqual([key, undefined, undefined]);
    }
  });
});

test("user metadata gives no access to the Team page or the admin paths", async () => {
  const database = await createTestDatabase();
  const own = await startService({ database });
  await own.register("first@example.com");
  const { user, access_token } = good(
    await own.ask("/signup", {
      raw: greedy({ email: "eve@example.com", password: goodPassword, data: { ...wishes, role: "admin" } }),
    }),
  );
  const { access_token: newest } = good(
    await own.ask("/token?grant_type=password", {
      body: { email: "eve@example.com", password: goodPassword },
    }),
  );
  const app = await createApp({
    db: database.db,
    auth: own.auth,
    clock: own.now,
    config: { product_name: "Rounds", business_time_zone: "Asia/Kolkata", public_url: "http://rounds.test" },
    log: own.app.log,
  });
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  const administration = routes.filter(({ guard }) => guard === "service");
  expect(administration.length).toBeGreaterThan(5);
  // Everybody may read the company's name.
  const { company: _, ...forAdministrators } = teamRoutes;
  for (const bearer of [access_token, newest]) {
    const headers = { authorization: `Bearer ${bearer}`, "content-type": "application/json" };
    const ask = async (method: string, path: string) => {
      const withIds = path.replace(/:\w+/g, user.id);
      const body = method === "GET" ? {} : { body: "{}" };
      const answer = await fetch(url + withIds, { method, headers, ...body });
      return `${method} ${path} ${answer.status}`;
    };
    for (const { method, path } of Object.values(forAdministrators)) {
      expect(await ask(method, path)).toBe(`${method} ${path} 403`);
    }
    for (const { method, path } of administration) {
      expect(await ask(method, `/auth/v1${path}`)).toBe(`${method} /auth/v1${path} 403`);
    }
  }
  await app.close();
  await own.close();
  await database.close();
});
