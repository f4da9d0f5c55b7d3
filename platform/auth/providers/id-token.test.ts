import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  base64url,
  type CryptoKey,
  decodeJwt,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  SignJWT,
  UnsecuredJWT,
} from "jose";
import { afterAll, describe, expect, test } from "vitest";
import { startIssuer } from "../testing/oidc-issuer.ts";
import { startService } from "../testing/service.ts";

const issuer = await startIssuer();
const other = await startIssuer({ name: "other" });
const dead = { name: "dead", issuer: "http://127.0.0.1:9", client_id: "rounds" };
const service = await startService({ settings: { oidc_providers: [issuer.settings, other.settings, dead] } });
afterAll(async () => {
  await service.close();
  await Promise.all([issuer.close(), other.close()]);
});

const show = (body: Record<string, unknown>) =>
  service.ask("/token?grant_type=id_token", { body: { provider: "corp", ...body } });
const bad = { error: "invalid request", error_description: "Bad ID token" };
const sha256 = (text: string) => createHash("sha256").update(text).digest();
const seconds = () => Math.floor(service.now() / 1000);

describe("POST /token?grant_type=id_token", () => {
  test("the client library signs in with a token from a real issuer", async () => {
    issuer.people.set("nila", { email: "nila@corp.example", email_verified: true, name: "Nila" });
    const { id_token, access_token } = await issuer.tokens("nila", "a nonce");
    const client = service.client();
    const { data, error } = await client.signInWithIdToken({
      provider: "corp",
      token: id_token,
      access_token,
      nonce: "a nonce",
    });
    expect(error).toBeNull();
    expect((await client.getUser()).data.user?.id).toBe(data.user?.id);
    expect(decodeJwt(data.session?.access_token ?? "").amr).toMatchObject([{ method: "oauth" }]);
    // The issuer keeps the address out of the token, and a token alone gives no more.
    expect(data.user).toMatchObject({ email: "", app_metadata: { provider: "corp", providers: ["corp"] } });
    expect(data.user?.identities).toMatchObject([{ provider: "corp", id: "nila", user_id: data.user?.id }]);
  });

  test("claims become the user's metadata, reduced to the useful ones", async () => {
    const token = await issuer.sign({
      sub: "claims",
      email: " Claims@Corp.Example",
      email_verified: "true",
      name: "Clara",
      picture: "https://corp.example/clara.png",
      nickname: "x".repeat(501),
      locale: "a\u0000b",
      groups: ["everybody"],
    });
    const { status, body } = await show({ provider: "custom:corp", id_token: token });
    expect(status).toBe(200);
    const user = body.user as Record<string, unknown>;
    const said = {
      name: "Clara",
      full_name: "Clara",
      picture: "https://corp.example/clara.png",
      avatar_url: "https://corp.example/clara.png",
      iss: issuer.settings.issuer,
      sub: "claims",
      provider_id: "claims",
      email: "claims@corp.example",
      email_verified: true,
      phone_verified: false,
    };
    expect(user.user_metadata).toEqual(said);
    expect(user.email).toBe("claims@corp.example");
    expect(user.email_confirmed_at).toBe(user.confirmed_at);
    expect(user.identities).toMatchObject([{ identity_data: said, email: "claims@corp.example" }]);
  });

  test("the nonce is compared in plain and hashed, and must be on both sides or on none", async () => {
    const withNonce = (nonce?: string) => issuer.sign({ sub: "nonce", ...(nonce && { nonce }) });
    const hashed = sha256("raw").toString("hex");
    const cases: [string | undefined, string | undefined, number][] = [
      ["raw", "raw", 200],
      [hashed, "raw", 200],
      [undefined, undefined, 200],
      ["raw", undefined, 400],
      [undefined, "raw", 400],
      [hashed, hashed.toUpperCase(), 400],
      ["raw", "other", 400],
      ["raw", hashed, 400],
    ];
    for (const [at, [inToken, given, status]] of cases.entries()) {
      service.pass(1); // Otherwise it would count as two tokens.
      const id_token = await issuer.sign({
        sub: "nonce",
        jti: String(at),
        ...(inToken && { nonce: inToken }),
      });
      const reply = await show({ id_token, ...(given && { nonce: given }) });
      expect([at, reply.status]).toEqual([at, status]);
      if (status === 400) expect(reply.body).toEqual(bad);
    }
    expect((await show({ id_token: await withNonce(""), nonce: "" })).status).toBe(200);
  });

  test("an accompanying access token must be the one that the ID token names", async () => {
    const at_hash = sha256("the access token").subarray(0, 16).toString("base64url");
    const token = (jti: string) => issuer.sign({ sub: "hash", jti, at_hash });
    expect((await show({ id_token: await token("a"), access_token: "another" })).body).toEqual(bad);
    expect((await show({ id_token: await token("b"), access_token: "the access token" })).status).toBe(200);
    expect((await show({ id_token: await token("c") })).status).toBe(200);
    const none = await issuer.sign({ sub: "hash", jti: "d" });
    expect((await show({ id_token: none, access_token: "any" })).status).toBe(200);
  });

  test("a token works once, also with its other valid signature", async () => {
    const id_token = await issuer.sign({ sub: "once" });
    expect((await show({ id_token })).status).toBe(200);
    expect((await show({ id_token })).body).toEqual(bad);
    // Both (r, s) and (r, -s) are valid signatures.
    const [head, payload, signature = ""] = id_token.split(".");
    const order = BigInt("0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551");
    const bytes = Buffer.from(base64url.decode(signature));
    const turned = order - BigInt(`0x${bytes.subarray(32).toString("hex")}`);
    bytes.set(Buffer.from(turned.toString(16).padStart(64, "0"), "hex"), 32);
    expect((await show({ id_token: `${head}.${payload}.${base64url.encode(bytes)}` })).body).toEqual(bad);
    expect(await service.database.db.selectFrom("auth.spent_proofs").selectAll().execute()).not.toHaveLength(
      0,
    );
  });

  test("eight uses at the same time make one session", async () => {
    const id_token = await issuer.sign({ sub: "race" });
    const replies = await Promise.all(Array.from({ length: 8 }, () => show({ id_token })));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(400)]);
  });

  test("eight tokens of one new person at the same time create one account", async () => {
    const claims = { sub: "newcomer", email: "newcomer@corp.example", email_verified: true };
    const tokens = await Promise.all(
      Array.from({ length: 8 }, (_, at) => issuer.sign({ ...claims, jti: String(at) })),
    );
    const replies = await Promise.all(tokens.map((id_token) => show({ id_token })));
    expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(new Set(replies.map(({ body }) => (body.user as { id: string }).id)).size).toBe(1);
  });

  test("a token not issued for this product, by this issuer, now, is refused", async () => {
    const { privateKey: foreign } = await generateKeyPair("ES256");
    const usual = { iss: issuer.settings.issuer, aud: "rounds", sub: "forged", email: "x@corp.example" };
    const forge = (alg: string, key: CryptoKey | Uint8Array, header: Record<string, unknown> = {}) =>
      new SignJWT(usual)
        .setProtectedHeader({ alg, kid: "issuer-key", ...header })
        .setIssuedAt(seconds())
        .setExpirationTime(seconds() + 600)
        .sign(key);
    const now = seconds();
    const pem = new TextEncoder().encode(await exportSPKI(issuer.publicKey));
    const jwk = await exportJWK((await generateKeyPair("ES256", { extractable: true })).publicKey);
    const good = await issuer.sign({ sub: "good" });
    const [head, payload, signature] = good.split(".");
    const swapped = base64url.encode(JSON.stringify({ ...decodeJwt(good), sub: "somebody else" }));
    const forgeries: Record<string, string> = {
      "another key": await forge("ES256", foreign),
      "a key in its own header": await forge("ES256", foreign, { jwk }),
      "an unknown key": await issuer.sign({}, { kid: "unknown" }),
      "the public key as a shared secret": await forge("HS256", pem),
      "no signature": new UnsecuredJWT(usual)
        .setIssuedAt(now)
        .setExpirationTime(now + 600)
        .encode(),
      "a changed payload": `${head}.${swapped}.${signature}`,
      "a cut signature": `${head}.${payload}.`,
      "another client": await issuer.sign({ aud: "another app" }),
      "no client": await issuer.sign({ aud: [] }),
      "several clients, meant for another": await issuer.sign({ aud: ["rounds", "b"], azp: "b" }),
      "several clients, meant for nobody": await issuer.sign({ aud: ["rounds", "b"] }),
      "another issuer": await issuer.sign({ iss: "https://evil.example" }),
      "an issuer with a slash": await issuer.sign({ iss: `${issuer.settings.issuer}/` }),
      "another provider": await other.sign({}),
      expired: await issuer.sign({ iat: now - 7200, exp: now - 61 }),
      "no end": await issuer.sign({ exp: undefined }),
      "no beginning": await issuer.sign({ iat: undefined }),
      "a beginning in the future": await issuer.sign({ iat: now + 120 }),
      "not yet valid": await issuer.sign({ nbf: now + 120 }),
      nobody: await issuer.sign({ sub: "" }),
      "a number for nobody": await issuer.sign({ sub: 7 as unknown as string }),
      "somebody that can't be stored": await issuer.sign({ sub: "a\u0000b" }),
      "an endless name": await issuer.sign({ sub: "x".repeat(256) }),
      "an access token": await issuer.sign({}, { typ: "at+jwt" }),
      "a logout token": await issuer.sign({}, { typ: "logout+jwt" }),
      "no token": "x.y",
      "three words": "a.b.c",
    };
    for (const [name, id_token] of Object.entries(forgeries)) {
      const { status, body } = await show({ id_token });
      expect([name, status, body]).toEqual([name, 400, bad]);
    }
    const users = await service.database.db
      .selectFrom("auth.identities")
      .selectAll()
      .where("provider_id", "in", ["forged", "somebody", "somebody else"])
      .execute();
    expect(users).toEqual([]);
  });

  test("accepts several audiences that include this client, and a minute between two clocks", async () => {
    const now = seconds();
    expect(
      (await show({ id_token: await issuer.sign({ aud: ["b", "rounds"], azp: "rounds" }) })).status,
    ).toBe(200);
    expect((await show({ id_token: await issuer.sign({ iat: now + 30 }) })).status).toBe(200);
    const justOver = await issuer.sign({ iat: now - 600, exp: now - 30 });
    expect((await show({ id_token: justOver })).status).toBe(200);
    expect((await show({ id_token: justOver })).body).toEqual(bad);
  });

  test("reports what is missing, disabled and not offered", async () => {
    const id_token = await issuer.sign({ sub: "off" });
    const off = await show({ provider: "google", id_token });
    expect([off.status, off.body]).toEqual([
      400,
      {
        code: "provider_disabled",
        message: `Provider (issuer "${issuer.settings.issuer}") is not enabled`,
      },
    ]);
    const namesNone = `x.${base64url.encode(JSON.stringify({ iss: { toString: 1 } }))}.x`;
    const unnamed = await show({ provider: "google", id_token: namesNone });
    expect([unnamed.status, unnamed.body.message]).toEqual([400, 'Provider (issuer "") is not enabled']);
    expect((await show({})).body).toEqual({ ...bad, error_description: "id_token required" });
    expect((await show({ provider: "", id_token })).body.error_description).toBe(
      "provider or client_id and issuer required",
    );
    expect((await show({ provider: null, issuer: issuer.settings.issuer, id_token })).status).toBe(200);
    // Adding an identity to an account must never sign in to another.
    const { access_token } = await service.register("linker@example.com");
    const link = await service.ask("/token?grant_type=id_token", {
      bearer: access_token,
      body: { provider: "corp", id_token: await issuer.sign({ sub: "linked" }), link_identity: true },
    });
    expect([link.status, link.body.code]).toEqual([404, "manual_linking_disabled"]);
  });
});

describe("a provider that can't be reached", () => {
  test("is a 503, never a bad token, also for simultaneous requests", async () => {
    const id_token = await issuer.sign({});
    const replies = await Promise.all([1, 2, 3].map(() => show({ provider: "dead", id_token })));
    for (const { status, body } of replies) {
      expect([status, body]).toEqual([
        503,
        { code: "unexpected_failure", message: "The sign-in provider can't be reached at the moment" },
      ]);
    }
  });

  test("is asked again as soon as it answers; a document with another issuer is refused", async () => {
    let answer: Record<string, unknown> | undefined;
    const server = createServer((request, reply) => {
      if (!answer) return void request.socket.destroy();
      reply.setHeader("content-type", "application/json");
      reply.end(JSON.stringify(request.url === "/keys" ? { keys: [] } : answer));
    });
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const shaky = await startService({
      database: service.database,
      settings: { oidc_providers: [{ name: "shaky", issuer: address, client_id: "rounds" }] },
    });
    try {
      const asked = async () => {
        const body = { provider: "shaky", id_token: await issuer.sign({}) };
        return (await shaky.ask("/token?grant_type=id_token", { body })).status;
      };
      expect(await asked()).toBe(503);
      answer = { issuer: `${address}/`, jwks_uri: `${address}/keys` };
      expect(await asked()).toBe(503);
      answer = { issuer: address };
      expect(await asked()).toBe(503);
      answer = { issuer: address, jwks_uri: `${address}/keys` };
      expect(await asked()).toBe(400);
    } finally {
      await shaky.close();
      server.closeAllConnections();
      server.close();
    }
  });
});
