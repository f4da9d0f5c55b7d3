import { randomBytes, randomUUID } from "node:crypto";
import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK } from "jose";
import { sql } from "kysely";
import type { Database } from "../../database/connect.ts";
import { transaction } from "../../database/transaction.ts";
import { type Clock, isoMoment } from "../../http/clock.ts";
import type { AuthLog } from "../settings.ts";

/** The one algorithm of access tokens. What a token's own header says is never believed. */
export const signingAlgorithm = "ES256";
/** A token with an unknown key id makes this server read the keys again, but not more often than this. */
const rereadMilliseconds = 5_000;

type SigningKey = { kid: string; key: CryptoKey };
type KeyRing = { signing: SigningKey; verifying: Map<string, CryptoKey>; published: JWK[] };

export type Keys = {
  /** The key that signs new tokens. */
  signing(): SigningKey;
  /** The public key of that id, also when another server has made it meanwhile. */
  verifying(kid: string): Promise<CryptoKey | undefined>;
  /** The public keys, as JSON Web Keys (RFC 7517). */
  published(): JWK[];
};

/** Reads the keys from the database; the first server that starts makes them. */
export async function openKeys(db: Database, clock: Clock, log: AuthLog): Promise<Keys> {
  await makeMissingKeys(db, clock, log);
  let ring = await readKeys(db);
  let readAt = clock();
  return {
    signing: () => ring.signing,
    published: () => ring.published,
    async verifying(kid) {
      const known = ring.verifying.get(kid);
      if (known || Math.abs(clock() - readAt) < rereadMilliseconds) return known;
      readAt = clock();
      ring = await readKeys(db);
      return ring.verifying.get(kid);
    },
  };
}

async function makeMissingKeys(db: Database, clock: Clock, log: AuthLog): Promise<void> {
  await transaction(db, async (tx) => {
    // Several servers may start at once on an empty database; the lock ends with the transaction.
    await sql`select pg_advisory_xact_lock(hashtextextended('auth.signing_keys', 0))`.execute(tx);
    const made = isoMoment(clock());
    const existing = await tx.selectFrom("auth.signing_keys").select("kid").limit(1).executeTakeFirst();
    if (!existing) {
      const pair = await generateKeyPair(signingAlgorithm, { extractable: true });
      const privateJwk = JSON.stringify(await exportJWK(pair.privateKey));
      await tx
        .insertInto("auth.signing_keys")
        .values({
          kid: randomUUID(),
          algorithm: signingAlgorithm,
          private_jwk: privateJwk,
          state: "signing",
          created_at: made,
        })
        .execute();
      log.info("made the first signing key of the auth service");
    }
    await tx
      .insertInto("auth.service_keys")
      .values({ role: "service_role", secret: randomBytes(32).toString("base64url"), created_at: made })
      .onConflict((conflict) => conflict.column("role").doNothing())
      .execute();
  });
}

async function readKeys(db: Database): Promise<KeyRing> {
  const rows = await db.selectFrom("auth.signing_keys").selectAll().orderBy("created_at", "desc").execute();
  const verifying = new Map<string, CryptoKey>();
  const published: JWK[] = [];
  let signing: SigningKey | undefined;
  for (const { kid, algorithm, private_jwk, state } of rows) {
    // A whitelist: nothing but the public part of the key may ever be published.
    const { kty, crv, x, y } = private_jwk as JWK;
    const publicJwk = { kty, crv, x, y, kid, alg: algorithm, use: "sig", key_ops: ["verify"] } as JWK;
    published.push(publicJwk);
    verifying.set(kid, await importKey(publicJwk));
    if (state === "signing") signing = { kid, key: await importKey(private_jwk as JWK) };
  }
  if (!signing) throw new Error("The table auth.signing_keys holds no key that signs");
  return { signing, verifying, published };
}

async function importKey(jwk: JWK): Promise<CryptoKey> {
  return (await importJWK(jwk, signingAlgorithm)) as CryptoKey;
}
