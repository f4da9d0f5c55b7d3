import { GoTrueAdminApi } from "@supabase/auth-js";
import { SignJWT } from "jose";
import { afterAll, describe, expect, test } from "vitest";
import { goodPassword, startService } from "../testing/service.ts";

const api_key = "publishable-key-of-this-installation";
const jwt_secret = "a secret of thirty-two characters or more";
const inBrowser = "Forbidden use of secret API key in browser";

const service = await startService({ settings: { api_key, jwt_secret } });
const { db } = service.database;
const serviceKey = (await db.selectFrom("auth.service_keys").select("secret").executeTakeFirstOrThrow())
  .secret;
afterAll(() => service.close());

/** A key of older installations: a JWT that contains only a role. */
const signedKey = (claims: Record<string, unknown>, secret = jwt_secret, alg = "HS256") =>
  new SignJWT({ iss: "supabase", ...claims })
    .setProtectedHeader({ alg, typ: "JWT" })
    .sign(new TextEncoder().encode(secret));
/** What only browsers send. */
const browsers: Record<string, string>[] = [
  { origin: "https://evil.example" },
  { origin: "null" },
  { "sec-fetch-site": "cross-site" },
  { "sec-fetch-site": "same-origin" },
  { "user-agent": "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0" },
];
const inAnHour = () => Math.floor(service.now() / 1000) + 3600;

describe("a service key as the bearer", () => {
  const invite = (bearer: string, headers: Record<string, string> = {}) =>
    service.ask("/admin/users", { bearer, headers: { apikey: api_key, ...headers } });
  const refused = (bearer: string) => invite(bearer).then(({ status, body }) => [status, body.code]);

  test("gives access to the admin paths: the stored one, and one signed with the shared secret", async () => {
    for (const bearer of [
      serviceKey,
      await signedKey({ role: "service_role", exp: inAnHour() }),
      await signedKey({ role: "supabase_admin", exp: inAnHour() }),
      // As the clients' own tools sign them.
      await signedKey({ role: "service_role" }),
    ]) {
      expect((await invite(bearer)).status).toBe(200);
      for (const headers of browsers) {
        const { status, body } = await invite(bearer, headers);
        expect([headers, status, body]).toEqual([
          headers,
          401,
          { code: "no_authorization", message: inBrowser },
        ]);
      }
    }
    const admin = new GoTrueAdminApi({
      url: service.url,
      headers: { apikey: serviceKey, authorization: `Bearer ${serviceKey}` },
    });
    // Node's own fetch, which the library uses on a server, is not a browser.
    expect((await admin.listUsers()).error).toBeNull();
  });

  test("is refused if it has ended, or is signed differently", async () => {
    const role = "service_role";
    expect(await refused(await signedKey({ role, exp: inAnHour() - 7200 }))).toEqual([403, "bad_jwt"]);
    expect(await refused(await signedKey({ role, exp: "soon" }))).toEqual([403, "bad_jwt"]);
    expect(await refused(await signedKey({ role, session_id: "any" }))).toEqual([403, "bad_jwt"]);
    expect(await refused(await signedKey({ role, exp: inAnHour() }, `${jwt_secret}x`))).toEqual([
      403,
      "bad_jwt",
    ]);
    const otherwise = await signedKey({ role, exp: inAnHour() }, jwt_secret.padEnd(64, "x"), "HS512");
    expect(await refused(otherwise)).toEqual([403, "bad_jwt"]);
    expect(await refused(await signedKey({ role: "anon", exp: inAnHour() }))).toEqual([403, "not_admin"]);
    expect(await refused(api_key)).toEqual([403, "bad_jwt"]);
  });

  test("can't be a user's access token signed with the same secret: that ends with its session", async () => {
    const shared = await startService({ settings: { jwt_algorithm: "HS256", jwt_secret } });
    const { access_token, user } = await shared.register("service@example.com");
    const { db } = shared.database;
    await db.updateTable("auth.users").set({ role: "service_role" }).where("id", "=", user.id).execute();
    const signIn = { email: "service@example.com", password: goodPassword };
    const { body } = await shared.ask("/token?grant_type=password", { body: signIn });
    const bearer = body.access_token as string;
    expect((await shared.ask("/admin/users", { bearer })).status).toBe(200);
    await shared.ask("/logout", { method: "POST", bearer });
    for (const token of [bearer, access_token]) {
      const ended = await shared.ask("/admin/users", { bearer: token });
      expect([ended.status, ended.body.code]).toEqual([403, "session_not_found"]);
    }
    await shared.close();
  });

  test("signed keys are refused if the settings have no secret", async () => {
    const without = await startService({ database: service.database });
    const bearer = await signedKey({ role: "service_role", exp: inAnHour() });
    expect((await without.ask("/admin/users", { bearer })).status).toBe(403);
    await without.close();
  });
});
