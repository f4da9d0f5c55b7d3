import type { Database } from "@rounds/database/connect.ts";
import { importJWK, type JWK } from "jose";
import type { Key, Keys, SigningKey } from "../base/context.ts";
import type { AuthConfig } from "../base/settings.ts";
import { type KeyChange, makeMissingKeys, moveKeysOn } from "./key-rotation.ts";

/** How long the loaded keys count as current. */
const freshMilliseconds = 60_000;

type KeyRing = {
  signing: (SigningKey & { kid: string }) | undefined;
  verifying: Map<string, Key>;
  published: JWK[];
};

type Opening = Omit<KeyChange, "config"> & { config: Pick<AuthConfig, "jwt_algorithm" | "jwt_secret"> };

/** Opens the keys; the first server that starts creates them. */
export async function openKeys(opening: Opening): Promise<Keys> {
  const { db, clock, config } = opening;
  const secret = sharedSecret(config);
  await makeMissingKeys(opening);
  let ring: KeyRing = { signing: undefined, verifying: new Map(), published: [] };
  let readAt = 0;
  let reading: Promise<void> | undefined;
  await refresh();

  async function read(): Promise<void> {
    await moveKeysOn(opening);
    const at = clock();
    ring = await readKeys(db);
    readAt = at;
  }

  async function refresh(): Promise<void> {
    // A caller that arrives during a read may need what was changed after it began.
    if (reading) await reading.catch(() => {});
    reading ??= read().finally(() => {
      reading = undefined;
    });
    await reading;
  }

  async function keepFresh(): Promise<void> {
    if (Math.abs(clock() - readAt) >= freshMilliseconds) await refresh();
  }

  async function signing(): Promise<SigningKey> {
    if (secret) return { ...secret, kid: undefined };
    await keepFresh();
    let current = await signingKid(db);
    if (current === undefined) {
      // A server with other settings runs beside this one, and has retired the key.
      await makeMissingKeys(opening);
      current = await signingKid(db);
    }
    if (ring.signing?.kid !== current) await refresh();
    if (!ring.signing) throw new Error("The table auth.signing_keys holds no key that signs");
    return ring.signing;
  }

  return {
    signing,
    refresh,
    async verifying(kid) {
      if (kid === undefined) return secret;
      await keepFresh();
      const known = ring.verifying.get(kid);
      if (known || !(await exists(db, kid))) return known;
      await refresh();
      return ring.verifying.get(kid);
    },
    async published() {
      await keepFresh();
      return ring.published;
    },
  };
}

function sharedSecret({ jwt_algorithm, jwt_secret }: Opening["config"]): Key | undefined {
  if (jwt_algorithm !== "HS256") return undefined;
  if (jwt_secret === undefined) throw new Error("HS256 needs a shared secret");
  return { algorithm: jwt_algorithm, key: new TextEncoder().encode(jwt_secret) };
}

async function signingKid(db: Database): Promise<string | undefined> {
  const row = await db
    .selectFrom("auth.signing_keys")
    .select("kid")
    .where("state", "=", "signing")
    .executeTakeFirst();
  return row?.kid;
}

async function exists(db: Database, kid: string): Promise<boolean> {
  const row = await db
    .selectFrom("auth.signing_keys")
    .select("kid")
    // A token's header may contain what the database can't store.
    .where("kid", "=", kid.replaceAll("\0", ""))
    .executeTakeFirst();
  return row !== undefined;
}

async function readKeys(db: Database): Promise<KeyRing> {
  const rows = await db.selectFrom("auth.signing_keys").selectAll().orderBy("created_at", "desc").execute();
  const ring: KeyRing = { signing: undefined, verifying: new Map(), published: [] };
  for (const { kid, algorithm, private_jwk, state } of rows) {
    const publicJwk = { ...publicPart(private_jwk), kid, alg: algorithm, use: "sig", key_ops: ["verify"] };
    ring.published.push(publicJwk);
    ring.verifying.set(kid, { algorithm, key: await importJWK(publicJwk, algorithm) });
    if (state === "signing") {
      // Only key-rotation.ts writes keys, as jose exported them.
      ring.signing = { kid, algorithm, key: await importJWK(private_jwk as JWK, algorithm) };
    }
  }
  return ring;
}

/** An allow-list: only the public part of a key may ever be published. */
function publicPart(jwk: JWK): JWK {
  const { kty, crv, x, y, n, e } = jwk;
  // jose's type tells more kinds of key apart than the two that are stored.
  return (kty === "RSA" ? { kty, n, e } : { kty, crv, x, y }) as JWK;
}
