import { randomUUID } from "node:crypto";
import {
  base64url,
  type CryptoKey,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  importJWK,
  type JWK,
  SignJWT,
} from "jose";
import { afterAll, describe, expect, test } from "vitest";
import { replaceKeys } from "../sessions/key-rotation.ts";
import { goodPassword, startService } from "../testing/service.ts";

const service = await startService();
await service.register("first@example.com");
const owner = await service.register("owner@example.com");
const other = await service.register("other@example.com");
afterAll(() => service.close());

type Claims = Record<string, unknown>;
const part = (value: unknown) => base64url.encode(JSON.stringify(value));
const read = (token: string, at: 0 | 1): Claims =>
  JSON.parse(Buffer.from(token.split(".")[at] ?? "", "base64url").toString());
const look = (bearer: string) => service.ask("/user", { bearer });

async function publicJwk(): Promise<JWK & { kid: string }> {
  const { keys } = (await service.ask("/.well-known/jwks.json")).body as { keys: (JWK & { kid: string })[] };
  const [key] = keys;
  if (!key) throw new Error("no key is published");
  return key;
}

/** Signs with the service's own key, as only somebody with access to the database can. */
async function signAsService(claims: Claims, header: Claims = {}): Promise<string> {
  const { kid, private_jwk } = await service.database.db
    .selectFrom("auth.signing_keys")
    .select(["kid", "private_jwk"])
    .where("state", "=", "signing")
    .executeTakeFirstOrThrow();
  const key = (await importJWK(private_jwk as JWK, "ES256")) as CryptoKey;
  // By hand: the library signs no header that it would refuse.
  const signed = `${part({ alg: "ES256", kid, ...header })}.${part(claims)}`;
  const bytes = new TextEncoder().encode(signed);
  const signature = await crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, key, bytes);
  return `${signed}.${base64url.encode(new Uint8Array(signature))}`;
}

/** Refused as a token, by the service and by the rest of the product. */
async function expectNoToken(token: string): Promise<void> {
  const { status, body } = await look(token);
  expect([status, body.code]).toEqual([403, "bad_jwt"]);
  expect(await service.auth.authenticate(`Bearer ${token}`)).toEqual({ ok: false, reason: "invalid" });
}

describe("a token that the service did not sign", () => {
  test.each(["none", "None", "NONE", "nOnE", "", null])("alg %s", async (alg) => {
    const claims = part(read(owner.access_token, 1));
    const { kid } = await publicJwk();
    for (const header of [
      { alg, typ: "JWT" },
      { alg, typ: "JWT", kid },
    ]) {
      for (const signature of ["", owner.access_token.split(".")[2] ?? "", "AAAA"]) {
        await expectNoToken(`${part(header)}.${claims}.${signature}`);
      }
    }
  });

  test("signed with the public key as if it were a shared secret, in every form of that key", async () => {
    const jwk = await publicJwk();
    const key = (await importJWK(jwk, "ES256", { extractable: true })) as CryptoKey;
    const pem = await exportSPKI(key);
    const secrets = [
      pem,
      pem.trim(),
      pem.replaceAll("\n", ""),
      pem.replace(/-----[^-]+-----|\n/g, ""),
      JSON.stringify(jwk),
      JSON.stringify({ kty: jwk.kty, crv: jwk.crv, x: jwk.x, y: jwk.y }),
      `${jwk.x}${jwk.y}`,
      jwk.x ?? "",
      jwk.kid,
      "",
      "secret",
      "\0",
    ];
    for (const secret of secrets) {
      for (const header of [
        { alg: "HS256", kid: jwk.kid },
        { alg: "HS256" },
        { alg: "HS512", kid: jwk.kid },
      ]) {
        // The library refuses empty keys, so this one is almost empty.
        const bytes = new TextEncoder().encode(secret || " ");
        const hmac = await crypto.subtle.importKey(
          "raw",
          bytes,
          { name: "HMAC", hash: header.alg === "HS512" ? "SHA-512" : "SHA-256" },
          false,
          ["sign"],
        );
        const signed = `${part(header)}.${part(read(owner.access_token, 1))}`;
        const signature = await crypto.subtle.sign("HMAC", hmac, new TextEncoder().encode(signed));
        await expectNoToken(`${signed}.${base64url.encode(new Uint8Array(signature))}`);
      }
    }
  });

  test("signed with another key, however its header offers that key", async () => {
    const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true });
    const jwk = await exportJWK(publicKey);
    const { kid } = await publicJwk();
    const headers: Claims[] = [
      { kid },
      {},
      { jwk },
      { kid, jwk },
      { kid, jku: `${service.url}/.well-known/jwks.json` },
      { kid, x5u: "http://127.0.0.1:1/cert.pem" },
      { kid, x5c: ["MIIB"] },
      { kid: "../../../../dev/null" },
      { kid: "/proc/sys/kernel/randomize_va_space" },
      { kid: "' or 1=1 --" },
      { kid: `${kid}' or kid is not null --` },
      { kid: "x' union select 'x', 'ES256' --" },
      { kid: "\0" },
      { kid: `${kid}\0` },
      { kid: "$1" },
      { kid: "__proto__" },
      { kid: "constructor" },
      { kid: kid.toUpperCase() },
      { kid: ` ${kid}` },
      { kid: "" },
      { kid: "x".repeat(2000) },
      { kid, typ: "at+jwt", cty: "JWT" },
    ];
    for (const header of headers) {
      const token = await new SignJWT(read(owner.access_token, 1))
        .setProtectedHeader({ alg: "ES256", ...header })
        .sign(privateKey);
      await expectNoToken(token);
    }
    const rsa = await generateKeyPair("RS256");
    const other = new SignJWT(read(owner.access_token, 1)).setProtectedHeader({ alg: "RS256", kid });
    await expectNoToken(await other.sign(rsa.privateKey));
    for (const bad of [1, null, {}, [kid], { $ne: null }, true]) {
      const signed = `${part({ alg: "ES256", kid: bad })}.${part(read(owner.access_token, 1))}`;
      await expectNoToken(`${signed}.${owner.access_token.split(".")[2]}`);
    }
  });

  test("with one changed claim under the same signature", async () => {
    const [header, , signature] = owner.access_token.split(".");
    const claims = read(owner.access_token, 1);
    const changes: Claims[] = [
      { sub: other.user.id },
      { role: "service_role" },
      { aud: "service_role" },
      { iss: "http://evil.example" },
      { exp: 9_999_999_999 },
      { session_id: read(other.access_token, 1).session_id },
      { aal: "aal2" },
      { app_metadata: { role: "admin" } },
    ];
    for (const change of changes)
      await expectNoToken(`${header}.${part({ ...claims, ...change })}.${signature}`);
  });

  test("with the signature cut, padded, repeated, empty or another token's", async () => {
    const [header = "", claims = "", signature = ""] = owner.access_token.split(".");
    for (const bad of [
      signature.slice(0, -1),
      `${signature}A`,
      `${signature}=`,
      "A".repeat(86),
      "",
      other.access_token.split(".")[2] ?? "",
    ]) {
      await expectNoToken(`${header}.${claims}.${bad}`);
    }
    for (const bad of [
      `${header}.${claims}`,
      `${owner.access_token}.`,
      `.${owner.access_token}`,
      "x",
      "..",
      "....",
      "a.b",
      "a.b.c",
      "e30.e30.",
      "é.é.é",
      `${header}..${signature}`,
      part({ payload: claims, signatures: [] }),
    ]) {
      await expectNoToken(bad);
    }
  });
});

describe("a token signed with the service's own key", () => {
  const claims = (change: Claims = {}) => ({ ...read(owner.access_token, 1), ...change });

  test("is accepted unchanged", async () => {
    expect((await look(await signAsService(claims()))).status).toBe(200);
  });

  test("is refused for another audience or issuer, or if it has ended, has no end, or is not valid yet", async () => {
    const now = Math.floor(service.now() / 1000);
    for (const change of [
      { aud: "service_role" },
      { aud: ["anon", "service_role"] },
      { aud: undefined },
      { aud: "" },
      { iss: "https://other.example/auth/v1" },
      { iss: undefined },
      { exp: now - 1 },
      { exp: now },
      { exp: undefined },
      { exp: "9999999999" },
      { nbf: now + 600 },
    ]) {
      await expectNoToken(await signAsService(claims(change)));
    }
  });

  test("is refused if its header demands what the service does not know, or an unencoded payload", async () => {
    for (const header of [
      { crit: ["exp"] },
      { crit: ["exp"], exp: 9_999_999_999 },
      { crit: [] },
      { crit: "exp" },
      { crit: ["b64"], b64: false },
    ]) {
      await expectNoToken(await signAsService(claims(), header));
    }
  });

  test("does not combine one user's id with another's session, or with none", async () => {
    const theirs = read(other.access_token, 1).session_id;
    for (const session_id of [
      theirs,
      randomUUID(),
      undefined,
      null,
      "",
      "' or 1=1",
      [theirs],
      { $ne: null },
    ]) {
      const { status, body } = await look(await signAsService(claims({ session_id })));
      expect([status, body.code]).toEqual([403, "session_not_found"]);
    }
    for (const [sub, status, code] of [
      [randomUUID(), 403, "user_not_found"],
      ["", 403, "bad_jwt"],
      [undefined, 403, "bad_jwt"],
      ["' or 1=1 --", 400, "bad_jwt"],
      [`${owner.user.id} `, 400, "bad_jwt"],
    ] as const) {
      const reply = await look(await signAsService(claims({ sub })));
      expect([sub, reply.status, reply.body.code]).toEqual([sub, status, code]);
    }
  });

  test("gives nobody a role or a level that the database does not", async () => {
    const token = await signAsService(
      claims({
        role: "service_role",
        aal: "aal2",
        app_metadata: { role: "admin" },
        user_metadata: { role: "service_role" },
        is_anonymous: false,
      }),
    );
    expect(await service.auth.authenticate(`Bearer ${token}`)).toEqual({
      ok: true,
      user: { id: owner.user.id, email: "owner@example.com", denied: [] },
      session_id: read(owner.access_token, 1).session_id,
    });
    const { status, body } = await service.ask("/admin/users", { bearer: token });
    expect([status, body.code]).toEqual([403, "not_admin"]);
    expect((await look(token)).body.role).toBe("authenticated");
  });

  test("is invalid from the moment its key is removed", async () => {
    const own = await startService();
    const { access_token } = await own.register("early@example.com");
    expect((await own.ask("/user", { bearer: access_token })).status).toBe(200);
    const change = {
      db: own.database.db,
      clock: own.now,
      config: { jwt_algorithm: "ES256" },
      log: own.app.log,
    } as const;
    await replaceKeys(change, "ES256");
    const { status, body } = await own.ask("/user", { bearer: access_token });
    expect([status, body.code]).toEqual([403, "bad_jwt"]);
    const again = await own.ask("/token?grant_type=password", {
      body: { email: "early@example.com", password: goodPassword },
    });
    expect((await own.ask("/user", { bearer: String(again.body.access_token) })).status).toBe(200);
    await own.close();
  });
});

test("an Authorization header with anything other than one bearer token is refused", async () => {
  const token = owner.access_token;
  for (const authorization of [
    "",
    "Bearer",
    "Bearer ",
    token,
    `Basic ${token}`,
    `Bearer ${token} ${token}`,
    `Bearer ${token}, Bearer ${token}`,
    `Bearer\t${token}`,
    `Token ${token}`,
  ]) {
    const { status, body } = await service.ask("/user", { headers: { authorization } });
    expect([authorization.slice(0, 8), status, body.code]).toEqual([
      authorization.slice(0, 8),
      401,
      "no_authorization",
    ]);
  }
});
