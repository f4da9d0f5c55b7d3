import { randomUUID } from "node:crypto";
import { isoMoment } from "@rounds/http/clock.ts";
import { createTestDatabase, type TestDatabase } from "@rounds/testkit/database.ts";
import { decodeProtectedHeader, exportSPKI, importJWK, type JWK, SignJWT } from "jose";
import { afterEach, describe, expect, test } from "vitest";
import { goodPassword, startService, type TestService } from "../testing/service.ts";
import { announceKey, type KeyChange, moveKeysOn, replaceKeys } from "./key-rotation.ts";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (let last = open.pop(); last; last = open.pop()) await last.close();
});

async function emptyDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  open.push(database);
  return database;
}

type Settings = NonNullable<Parameters<typeof startService>[0]>["settings"];
async function start(database: TestDatabase, settings?: Settings): Promise<TestService> {
  const service = await startService({ database, ...(settings && { settings }) });
  open.push(service);
  return service;
}

const minutes = 60;
const jwt_secret = "a secret of thirty-two characters or more";
const malformed = "invalid JWT: unable to parse or verify signature, token is malformed";

const kidOf = (token: string) => decodeProtectedHeader(token).kid as string;
const keysOf = async (service: TestService) =>
  (await service.ask("/.well-known/jwks.json")).body.keys as JWK[];
const publishedBy = async (service: TestService) => (await keysOf(service)).map(({ kid }) => kid).sort();
const states = async ({ db }: TestDatabase) => {
  const rows = await db.selectFrom("auth.signing_keys").select(["algorithm", "state"]).execute();
  return rows.map(({ algorithm, state }) => `${algorithm} ${state}`).sort();
};
const status = async (service: TestService, bearer: string) =>
  (await service.ask("/user", { bearer })).status;

async function signIn(service: TestService): Promise<string> {
  const body = { email: "asha@example.com", password: goodPassword };
  const { body: session, text } = await service.ask("/token?grant_type=password", { body });
  expect(text).toContain("access_token");
  return session.access_token as string;
}

/** What the command works with, at a server's time. */
function changeAt(service: TestService, jwt_algorithm: "ES256" | "RS256" = "ES256"): KeyChange {
  return { db: service.database.db, clock: service.now, config: { jwt_algorithm }, log: service.app.log };
}

function pass(services: TestService[], seconds: number) {
  for (const service of services) service.pass(seconds);
}

describe("a rotation", () => {
  test("publishes a key, then signs with it, then forgets the old one; every server follows and nobody is signed out", async () => {
    const database = await emptyDatabase();
    const both = [await start(database), await start(database)] as const;
    const [one, two] = both;
    const old = (await one.register("asha@example.com")).access_token;

    const signsAt = await announceKey(changeAt(one), "ES256");
    expect(signsAt).toBe(isoMoment(Date.parse(signsAt)));
    // Requested twice, there is still one.
    expect(await announceKey(changeAt(two), "ES256")).toBe(signsAt);
    expect(await states(database)).toEqual(["ES256 coming", "ES256 signing"]);
    pass([...both], 1 * minutes);
    const published = await publishedBy(one);
    expect(published).toHaveLength(2);
    expect(await publishedBy(two)).toEqual(published);
    expect(kidOf(await signIn(one))).toBe(kidOf(old));

    pass([...both], 13 * minutes);
    expect(kidOf(await signIn(two))).toBe(kidOf(old));
    // Both find at once that it is time.
    pass([...both], 1 * minutes + 1);
    await Promise.all([one.ask("/.well-known/jwks.json"), two.ask("/.well-known/jwks.json")]);
    expect(await states(database)).toEqual(["ES256 signing", "ES256 verifying"]);
    const fresh = await signIn(one);
    expect(published).toContain(kidOf(fresh));
    expect(kidOf(fresh)).not.toBe(kidOf(old));
    expect(kidOf(await signIn(two))).toBe(kidOf(fresh));
    expect(await status(two, fresh)).toBe(200);

    // The old token is valid until its end.
    pass([...both], 43 * minutes);
    for (const service of both) expect(await status(service, old)).toBe(200);
    pass([...both], 78 * minutes);
    expect(await publishedBy(one)).toEqual([kidOf(fresh)]);
    expect(await publishedBy(two)).toEqual([kidOf(fresh)]);
    expect(await states(database)).toEqual(["ES256 signing"]);
  });

  test("a server that read the keys a moment ago accepts what another's new key signs, and signs with it", async () => {
    const database = await emptyDatabase();
    const [one, two] = [await start(database), await start(database)];
    const old = (await one.register("asha@example.com")).access_token;
    await announceKey(changeAt(one), "ES256");
    // A third server's clock is the first to reach that moment.
    await moveKeysOn({ ...changeAt(one), clock: () => one.now() + 15 * minutes * 1000 });
    const fresh = await signIn(one);
    expect(kidOf(fresh)).not.toBe(kidOf(old));
    expect(await status(two, fresh)).toBe(200);
    expect(kidOf(await signIn(two))).toBe(kidOf(fresh));
  });

  test("a leaked key is invalid at once, also on servers that have seen its tokens", async () => {
    const database = await emptyDatabase();
    const [one, two] = [await start(database), await start(database)];
    const stolen = (await one.register("asha@example.com")).access_token;
    for (const service of [one, two]) expect(await status(service, stolen)).toBe(200);
    await announceKey(changeAt(one), "ES256");
    await replaceKeys(changeAt(one), "ES256");
    for (const service of [one, two]) {
      const { status, body } = await service.ask("/user", { bearer: stolen });
      expect([status, body.code]).toEqual([403, "bad_jwt"]);
      expect(await service.auth.authenticate(`Bearer ${stolen}`)).toEqual({ ok: false, reason: "invalid" });
    }
    const fresh = await signIn(one);
    expect(kidOf(fresh)).not.toBe(kidOf(stolen));
    expect(kidOf(await signIn(two))).toBe(kidOf(fresh));
    expect(await publishedBy(two)).toEqual([kidOf(fresh)]);
  });

  test("many changes at once leave one key that signs", async () => {
    const database = await emptyDatabase();
    const service = await start(database);
    await announceKey(changeAt(service), "ES256");
    service.pass(15 * minutes);
    const change = changeAt(service);
    await Promise.all(Array.from({ length: 8 }, () => moveKeysOn(change)));
    await Promise.all(Array.from({ length: 8 }, () => announceKey(change, "ES256")));
    expect(await states(database)).toEqual(["ES256 coming", "ES256 signing", "ES256 verifying"]);
  });
});

describe("the algorithm", () => {
  test("follows the settings: after a change, tokens of the former key live to their end", async () => {
    const database = await emptyDatabase();
    const before = await start(database);
    const old = (await before.register("asha@example.com")).access_token;
    const after = await start(database, { jwt_algorithm: "RS256" });
    const fresh = await signIn(after);
    expect(decodeProtectedHeader(fresh)).toMatchObject({ alg: "RS256", kid: expect.any(String) });
    expect(await states(database)).toEqual(["ES256 verifying", "RS256 signing"]);
    expect(await status(after, old)).toBe(200);
    // A running server follows.
    expect(await status(before, fresh)).toBe(200);
    const [rsa] = (await keysOf(after)).filter(({ kty }) => kty === "RSA");
    expect(Object.keys(rsa ?? {}).sort()).toEqual(["alg", "e", "key_ops", "kid", "kty", "n", "use"]);
    after.pass(121 * minutes);
    expect(await publishedBy(after)).toEqual([kidOf(fresh)]);
    // Another start changes nothing.
    await start(database, { jwt_algorithm: "RS256" });
    expect(await states(database)).toEqual(["RS256 signing"]);
  });

  test("a key published before the change can't bring the former algorithm back", async () => {
    const database = await emptyDatabase();
    await announceKey(changeAt(await start(database)), "ES256");
    const after = await start(database, { jwt_algorithm: "RS256" });
    after.pass(16 * minutes);
    await publishedBy(after);
    expect(await states(database)).toEqual(["ES256 verifying", "RS256 signing"]);
  });

  test("belongs to each key, whatever a token's header says", async () => {
    const database = await emptyDatabase();
    const service = await start(database, { jwt_algorithm: "RS256", jwt_secret });
    const { user, access_token } = await service.register("asha@example.com");
    const [jwk] = await keysOf(service);
    const publicKey = await importJWK(jwk ?? {}, "RS256");
    const kid = jwk?.kid as string;
    const claims = { sub: user.id, session_id: randomUUID(), aud: "authenticated", role: "authenticated" };
    const sign = (alg: string, secret: string, header = {}) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg, ...header })
        .setIssuedAt()
        .setExpirationTime("1h")
        .sign(new TextEncoder().encode(secret));
    const [, payload, signature] = access_token.split(".");
    const headed = (header: object) => Buffer.from(JSON.stringify(header)).toString("base64url");
    const forged = {
      "the public key as a secret": await sign("HS256", await exportSPKI(publicKey as never), { kid }),
      "the shared secret without a key id": await sign("HS256", jwt_secret),
      "the shared secret under a key's id": await sign("HS256", jwt_secret, { kid }),
      "a stranger's key id": await sign("HS256", jwt_secret, { kid: "no\0 key" }),
      "no signature": `${headed({ alg: "none", kid })}.${payload}.`,
      "another algorithm of the same key": `${headed({ alg: "PS256", kid })}.${payload}.${signature}`,
      "another key type": `${headed({ alg: "ES256", kid })}.${payload}.${signature}`,
    };
    for (const [how, token] of Object.entries(forged)) {
      const { status, body } = await service.ask("/user", { bearer: token });
      expect([how, status, body]).toEqual([how, 403, { code: "bad_jwt", message: malformed }]);
    }
    expect(await status(service, access_token)).toBe(200);
  });

  test.each(["ES256", "RS256"] as const)(
    "%s: the client library verifies claims by itself",
    async (jwt_algorithm) => {
      const service = await start(await emptyDatabase(), { jwt_algorithm });
      const client = service.client();
      await client.signUp({ email: "asha@example.com", password: goodPassword });
      const { data, error } = await client.getClaims();
      expect(error).toBeNull();
      expect([data?.header.alg, data?.claims.email]).toEqual([jwt_algorithm, "asha@example.com"]);
    },
  );
});

describe("a shared secret", () => {
  const settings = { jwt_algorithm: "HS256", jwt_secret } as const;

  test("signs without a key id and publishes nothing; the client library asks for the user instead", async () => {
    const database = await emptyDatabase();
    const service = await start(database, settings);
    const { access_token } = await service.register("asha@example.com");
    expect(decodeProtectedHeader(access_token)).toEqual({ alg: "HS256", typ: "JWT" });
    expect(await keysOf(service)).toEqual([]);
    const client = service.client();
    await client.signInWithPassword({ email: "asha@example.com", password: goodPassword });
    expect((await client.getClaims()).data?.claims.email).toBe("asha@example.com");
    await client.signOut();
    expect(await status(service, access_token)).toBe(403);
    const other = await start(database, { ...settings, jwt_secret: `another ${jwt_secret}` });
    const { body } = await other.ask("/user", { bearer: await signIn(service) });
    expect(body).toEqual({ code: "bad_jwt", message: malformed });
  });

  test("replaces a key, whose tokens live to their end, and can be replaced by one again", async () => {
    const database = await emptyDatabase();
    const before = await start(database);
    const old = (await before.register("asha@example.com")).access_token;
    const shared = await start(database, settings);
    expect(await states(database)).toEqual(["ES256 verifying"]);
    expect(await status(shared, old)).toBe(200);
    const fresh = await signIn(shared);
    expect(await status(shared, fresh)).toBe(200);
    const after = await start(database);
    expect(await states(database)).toEqual(["ES256 signing", "ES256 verifying"]);
    expect(await status(after, fresh)).toBe(403);
    expect(decodeProtectedHeader(await signIn(after)).alg).toBe("ES256");
    // A server with the former settings still signs while the others restart.
    expect(decodeProtectedHeader(await signIn(before)).alg).toBe("ES256");
  });

  test("a server that still needs a signing key creates one if another has retired it", async () => {
    const database = await emptyDatabase();
    const before = await start(database);
    await before.register("asha@example.com");
    await start(database, settings);
    expect(await status(before, await signIn(before))).toBe(200);
  });
});
