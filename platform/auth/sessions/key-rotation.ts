import { randomBytes, randomUUID } from "node:crypto";
import type { Database } from "@rounds/database/connect.ts";
import { transaction } from "@rounds/database/transaction.ts";
import { type Clock, isoMoment } from "@rounds/http/clock.ts";
import { exportJWK, generateKeyPair } from "jose";
import { sql } from "kysely";
import type { AuthConfig, AuthLog } from "../base/settings.ts";

/**
 * How long a key is published before it signs. Longer than others may cache the published keys (600 s), and than the
 * minute after which each server reads them again.
 */
const comingMilliseconds = 15 * 60_000;
/** How long a key is accepted after its last signature: longer than the life of an access token. */
const acceptedMilliseconds = 2 * 3_600_000;

/** What changing the keys needs of the service. */
export type KeyChange = {
  db: Database;
  clock: Clock;
  config: Pick<AuthConfig, "jwt_algorithm">;
  log: Pick<AuthLog, "info">;
};

/**
 * Ensures that a key of the configured algorithm signs, or none with a shared secret, and that there is a service key.
 * After a change of algorithm, the former key is accepted until its tokens have ended.
 */
export async function makeMissingKeys({ db, clock, config, log }: KeyChange): Promise<void> {
  const { jwt_algorithm } = config;
  await changeKeys(db, async (tx) => {
    const now = isoMoment(clock());
    await tx
      .insertInto("auth.service_keys")
      .values({ role: "service_role", secret: randomBytes(32).toString("base64url"), created_at: now })
      .onConflict((conflict) => conflict.column("role").doNothing())
      .execute();
    const current = await tx
      .selectFrom("auth.signing_keys")
      .select("algorithm")
      .where("state", "=", "signing")
      .executeTakeFirst();
    if (current?.algorithm === jwt_algorithm) return;
    await retireSigningKey(tx, now);
    if (jwt_algorithm === "HS256") return;
    await insertKey(tx, jwt_algorithm, "signing", now);
    log.info({ algorithm: jwt_algorithm }, "created a key that signs access tokens");
  });
}

/**
 * Does what is due: the next key starts to sign, keys that are no longer needed are removed. Any server may do it, at
 * any time.
 */
export async function moveKeysOn({ db, clock, config, log }: KeyChange): Promise<void> {
  const now = clock();
  const published = isoMoment(now - comingMilliseconds);
  const forgotten = isoMoment(now - acceptedMilliseconds);
  const due = await db
    .selectFrom("auth.signing_keys")
    .select("kid")
    .where((where) =>
      where.or([
        where.and({ state: "coming" }).and("created_at", "<=", published),
        where.and({ state: "verifying" }).and("retired_at", "<=", forgotten),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  if (!due) return;
  await changeKeys(db, async (tx) => {
    const coming = await tx
      .selectFrom("auth.signing_keys")
      .select("kid")
      .where("state", "=", "coming")
      .where("created_at", "<=", published)
      // A key published under other settings must not bring the former algorithm back.
      // No stored key is for HS256: with that setting none is found.
      .where("algorithm", "=", config.jwt_algorithm as "ES256")
      .orderBy("created_at", "desc")
      .limit(1)
      .executeTakeFirst();
    if (coming) {
      await retireSigningKey(tx, isoMoment(now));
      await tx
        .updateTable("auth.signing_keys")
        .set({ state: "signing" })
        .where("kid", "=", coming.kid)
        .execute();
      log.info({ kid: coming.kid }, "a new key signs access tokens");
    }
    await tx
      .deleteFrom("auth.signing_keys")
      .where((where) =>
        where.or([
          where.and({ state: "coming" }).and("created_at", "<=", published),
          where.and({ state: "verifying" }).and("retired_at", "<=", forgotten),
        ]),
      )
      .execute();
  });
}

/**
 * Publishes a new key, which signs once everybody has had time to see it. Returns when; if one is already published,
 * no other is added.
 */
export async function announceKey(change: KeyChange, algorithm: "ES256" | "RS256"): Promise<string> {
  const { db, clock, log } = change;
  return await changeKeys(db, async (tx) => {
    const coming = await tx
      .selectFrom("auth.signing_keys")
      .select("created_at")
      .where("state", "=", "coming")
      .where("algorithm", "=", algorithm)
      .executeTakeFirst();
    const now = isoMoment(clock());
    if (!coming) {
      const kid = await insertKey(tx, algorithm, "coming", now);
      log.info({ kid }, "published a key that will sign access tokens");
    }
    return isoMoment(Date.parse(coming?.created_at ?? now) + comingMilliseconds);
  });
}

/** Replaces all keys at once, because others may know one: every access token that they signed is refused. */
export async function replaceKeys(change: KeyChange, algorithm: "ES256" | "RS256"): Promise<void> {
  const { db, clock, log } = change;
  await changeKeys(db, async (tx) => {
    await tx.deleteFrom("auth.signing_keys").execute();
    const kid = await insertKey(tx, algorithm, "signing", isoMoment(clock()));
    log.info({ kid }, "replaced all keys that sign access tokens");
  });
}

/** One change of the keys at a time, on all servers; the lock ends with the transaction. */
async function changeKeys<Result>(db: Database, change: (tx: Database) => Promise<Result>): Promise<Result> {
  return await transaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('auth.signing_keys', 0))`.execute(tx);
    return await change(tx);
  });
}

async function retireSigningKey(tx: Database, now: string): Promise<void> {
  await tx
    .updateTable("auth.signing_keys")
    .set({ state: "verifying", retired_at: now })
    .where("state", "=", "signing")
    .execute();
}

async function insertKey(
  tx: Database,
  algorithm: "ES256" | "RS256",
  state: "coming" | "signing",
  now: string,
): Promise<string> {
  const pair = await generateKeyPair(algorithm, { extractable: true });
  const kid = randomUUID();
  const private_jwk = JSON.stringify(await exportJWK(pair.privateKey));
  await tx
    .insertInto("auth.signing_keys")
    .values({ kid, algorithm, private_jwk, state, created_at: now })
    .execute();
  return kid;
}
