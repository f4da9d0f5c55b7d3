import { randomUUID } from "node:crypto";
import { createTestDatabase } from "@rounds/testkit/database.ts";
import { decodeProtectedHeader, exportJWK, generateKeyPair, type JWK } from "jose";
import { afterAll, expect, test } from "vitest";
import { startService } from "../testing/service.ts";

const database = await createTestDatabase();
afterAll(() => database.close());

test("servers that start at once on an empty database create one set of keys", async () => {
  const services = await Promise.all(Array.from({ length: 4 }, () => startService({ database })));
  const keys = await database.db.selectFrom("auth.signing_keys").selectAll().execute();
  expect(keys).toMatchObject([{ algorithm: "ES256", state: "signing" }]);
  const admin = await database.db.selectFrom("auth.service_keys").selectAll().execute();
  expect(admin).toMatchObject([{ role: "service_role", secret: expect.stringMatching(/^[\w-]{43}$/) }]);
  const { access_token } = (await services[0]?.register("everywhere@example.com")) ?? { access_token: "" };
  for (const service of services) {
    expect((await service.ask("/user", { bearer: access_token })).status).toBe(200);
    await service.close();
  }
  const later = await startService({ database });
  expect(await database.db.selectFrom("auth.signing_keys").selectAll().execute()).toEqual(keys);
  expect((await later.ask("/user", { bearer: access_token })).status).toBe(200);
  await later.close();
});

test("a server accepts a key that another one has created since", async () => {
  const old = await startService({ database });
  const before = await old.register("before@example.com");
  const pair = await generateKeyPair("ES256", { extractable: true });
  const kid = randomUUID();
  await database.db.transaction().execute(async (tx) => {
    await tx.updateTable("auth.signing_keys").set({ state: "verifying" }).execute();
    await tx
      .insertInto("auth.signing_keys")
      .values({
        kid,
        algorithm: "ES256",
        private_jwk: JSON.stringify(await exportJWK(pair.privateKey)),
        state: "signing",
        created_at: "2025-01-01T00:00:00.000Z",
      })
      .execute();
  });
  const renewed = await startService({ database });
  const after = await renewed.register("after@example.com");
  expect(decodeProtectedHeader(after.access_token).kid).toBe(kid);
  expect((await renewed.ask("/user", { bearer: before.access_token })).status).toBe(200);
  // The old server reads the keys again for an existing key.
  expect((await old.auth.authenticate(`Bearer ${after.access_token}`)).ok).toBe(true);
  const published = (await old.ask("/.well-known/jwks.json")).body.keys as JWK[];
  expect(published.map((key) => key.kid)).toContain(kid);
  await old.close();
  await renewed.close();
});

test("two signing keys at once are impossible", async () => {
  const again = database.db.updateTable("auth.signing_keys").set({ state: "signing" }).execute();
  await expect(again).rejects.toThrow(/signing_keys_one_signs/);
});
