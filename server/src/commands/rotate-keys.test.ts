import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { goodPassword, startService } from "@rounds/auth/testing/service.ts";
import { systemClock } from "@rounds/http/clock.ts";
import { createTestDatabase } from "@rounds/testkit/database.ts";
import { decodeProtectedHeader } from "jose";
import { afterAll, expect, test, vi } from "vitest";
import { productFile } from "../testing/product-process.ts";

// Each command is a process of its own; the machine may be busy.
vi.setConfig({ testTimeout: 120_000 });

const database = await createTestDatabase();
const service = await startService({ database });
afterAll(async () => {
  await service.close();
  await database.close();
});

/** Runs the command on the test's database, beside the running service. */
function run(args: string[], env: Record<string, string> = {}) {
  const { user, password, host, port, database: name } = database.settings;
  // The server may listen on a socket in a folder instead of an address.
  const place = new URLSearchParams({ host: String(host), port: String(port) });
  const url = `postgres://${user}:${encodeURIComponent(String(password))}@localhost/${name}?${place}`;
  return spawnSync(process.execPath, [productFile("rotate-keys"), ...args], {
    encoding: "utf8",
    cwd: fileURLToPath(new URL("../../..", import.meta.url)),
    env: { ...process.env, DATABASE_URL: url, ...env },
  });
}

const states = async () => {
  const rows = await database.db.selectFrom("auth.signing_keys").select("state").execute();
  return rows.map(({ state }) => state).sort();
};

test("publishes the next key and says when it signs; with --now replaces all keys at once", async () => {
  const { access_token } = await service.register("asha@example.com");
  const { kid } = decodeProtectedHeader(access_token);
  const before = systemClock();
  const announced = run([]);
  expect([announced.status, announced.stderr]).toEqual([0, ""]);
  const [moment = ""] = /\d{4}-\S+Z/.exec(announced.stdout) ?? [];
  // By the clock of the command, at some moment of its run.
  const signs = Date.parse(moment) - 15 * 60_000;
  expect(signs).toBeGreaterThanOrEqual(before);
  expect(signs).toBeLessThanOrEqual(systemClock());
  expect(await states()).toEqual(["coming", "signing"]);
  expect((await service.ask("/user", { bearer: access_token })).status).toBe(200);

  const replaced = run(["--now"]);
  expect([replaced.status, replaced.stderr]).toEqual([0, ""]);
  expect(await states()).toEqual(["signing"]);
  expect((await service.ask("/user", { bearer: access_token })).status).toBe(403);
  const { body } = await service.ask("/token?grant_type=password", {
    body: { email: "asha@example.com", password: goodPassword },
  });
  expect(decodeProtectedHeader(body.access_token as string).kid).not.toBe(kid);
});

test("explains itself, and does nothing if a shared secret signs", async () => {
  const before = await states();
  const wrong = run(["--soon"]);
  expect(wrong.status).toBe(2);
  expect(wrong.stderr).toContain("Usage: npm run rotate-keys");
  const help = run(["--help"]);
  expect([help.status, help.stdout]).toEqual([0, expect.stringContaining("--now")]);
  const shared = run(["--now"], { JWT_ALGORITHM: "HS256", JWT_SECRET: "x".repeat(40) });
  expect([shared.status, shared.stderr]).toEqual([1, expect.stringContaining("JWT_SECRET")]);
  expect(await states()).toEqual(before);
});
